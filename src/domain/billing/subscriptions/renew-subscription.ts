import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { billPeriod } from './bill-period.ts';
import { endSubscription } from './end-subscription.ts';
import { periodJob } from './period-job.ts';
import { changeSubscription, lockSubscription } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A period begins, or the subscription ends; `periodStart` says which period. */
    'subscriptions.renew': { subscriptionId: string; periodStart: string };
  }
}

/**
 * Job `subscriptions.renew`: a period is over, or the first one is due. The next one is billed; or the subscription ends,
 * because the merchant said so or because it has had all its periods. What is not the next thing to do was done before.
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
  // Without a gateway there is nothing to be paid with: later, as often as it takes.
  if (!act.ctx.gateways.forMethod('card')) return await putOff(act, payload);
  const billed = await billPeriod(act, subscription);
  const updated_at = act.ctx.now(act.merchant);
  await changeSubscription(act.tx, act.merchant.id, id, { ...billed, updated_at });
};

const hourMs = 3_600_000;

async function putOff(
  act: Act,
  { subscriptionId, periodStart }: JobPayloads['subscriptions.renew'],
): Promise<void> {
  const at = new Date(act.ctx.now(act.merchant).getTime() + hourMs);
  await enqueue(act, 'subscriptions.renew', { ...periodJob(subscriptionId, new Date(periodStart)), at });
}
