import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { dayMs } from '../plans/period-start.ts';
import { closeBilling } from '../subscriptions/close-billing.ts';
import { periodJob } from '../subscriptions/period-job.ts';
import {
  type Cycle,
  changeSubscription,
  countTry,
  findCycle,
  type Subscription,
} from '../subscriptions/queries.ts';
import { subscriptionMoves } from '../subscriptions/states.ts';
import { tryDue } from './try-due.ts';

/**
 * A try to collect the money of a period came to nothing. It is tried again on the next of its days; after the last one the
 * plan's rule decides. A period that was closed meanwhile, or a subscription that is not billed any more, has no tries.
 *
 * @param subscription locked
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function failTry(act: Act, subscription: Subscription, { period_start }: Cycle): Promise<void> {
  const period = { subscriptionId: subscription.id, periodStart: period_start };
  // Again, now that the subscription is locked.
  const cycle = await findCycle(act.tx, act.merchant.id, period);
  if (subscription.status !== 'active' || cycle?.outcome !== null) return;
  await countTry(act.tx, act.merchant.id, period, { tries: 0, failures: 1 });
  const next = tryDue(cycle.created_at, cycle.tries + 1);
  const now = act.ctx.now(act.merchant);
  const failed = await changeSubscription(act.tx, act.merchant.id, subscription.id, {
    collection_state: next === undefined ? 'exhausted' : 'retrying',
    updated_at: now,
  });
  await recordEvent(act, 'billing.subscription.payment-failed', failed);
  if (next === undefined) return await giveUp(act, failed);
  // Days that passed while nobody was asked, as in a suspension, are not made up for at once.
  const soonest = new Date(now.getTime() + dayMs / 2);
  const at = next > soonest ? next : soonest;
  await enqueue(act, 'subscriptions.collect', { ...periodJob(subscription.id, period_start), at });
}

/** Whatever is open is voided with it: a customer who may use nothing owes nothing. */
async function giveUp(act: Act, subscription: Subscription): Promise<void> {
  await closeBilling(act, subscription);
  const now = act.ctx.now(act.merchant);
  const set = { collection_state: 'exhausted', next_billing_at: null, updated_at: now } as const;
  // Who asked to end with the period does not wait in a pause for it.
  if (subscription.on_exhausted === 'pause' && !subscription.cancel_at_period_end) {
    await move(act, 'subscriptions', subscription.id, subscriptionMoves.suspend, { set });
    return;
  }
  const canceled = { ...set, canceled_at: now, cancel_reason: 'exhausted' };
  await move(act, 'subscriptions', subscription.id, subscriptionMoves.giveUp, { set: canceled });
}
