import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { isPayable } from '../../payments/checkouts/gateway-for.ts';
import { billPeriod } from './bill-period.ts';
import { endSubscription } from './end-subscription.ts';
import { periodJob } from './period-job.ts';
import { changeSubscription, lockSubscription } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The period that starts at `periodStart` is due: bill it, or end the subscription. */
    'subscriptions.renew': { subscriptionId: string; periodStart: string };
  }
}

/**
 * Job `subscriptions.renew`: the next period is due. It is billed, or the subscription ends because the merchant canceled it
 * at the end of the period or because it has had all of `max_cycles`. A job for any other period than the next one is out of
 * date and does nothing.
 *
 * Spec: "States and transitions", subscription.
 */
export const renewSubscription: Job<JobPayloads['subscriptions.renew']> = async (act, payload) => {
  const { subscriptionId: id, periodStart } = payload;
  const subscription = await lockSubscription(act.tx, act.merchant.id, id);
  if (subscription?.status !== 'active') return;
  if (subscription.next_billing_at?.toISOString() !== periodStart) return;
  const { cancel_at_period_end, max_cycles, cycle_count } = subscription;
  if (cancel_at_period_end) return await endSubscription(act, subscription, 'end');
  if (max_cycles !== null && cycle_count >= max_cycles)
    return await endSubscription(act, subscription, 'complete');
  // Without a gateway the invoice could not be paid: try again every hour.
  if (!isPayable(act.ctx, subscription.currency)) return await putOff(act, payload);
  const billed = await billPeriod(act, subscription);
  const updated_at = act.ctx.now(act.merchant);
  act.tx.goOnWithout(changeSubscription(act.tx, act.merchant.id, id, { ...billed, updated_at }));
};

const hourMs = 3_600_000;

async function putOff(
  act: Act,
  { subscriptionId, periodStart }: JobPayloads['subscriptions.renew'],
): Promise<void> {
  const at = new Date(act.ctx.now(act.merchant).getTime() + hourMs);
  await enqueue(act, 'subscriptions.renew', { ...periodJob(subscriptionId, new Date(periodStart)), at });
}
