import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { dayMs } from '../plans/period-start.ts';
import { findPlan, type Plan } from '../plans/queries.ts';
import { closeBilling } from '../subscriptions/close-billing.ts';
import { type Cycle, countTry, findCycle } from '../subscriptions/cycle-queries.ts';
import { periodJob } from '../subscriptions/period-job.ts';
import { changeSubscription, type Subscription } from '../subscriptions/queries.ts';
import { subscriptionMoves } from '../subscriptions/states.ts';

/** The days on which the service tries to collect the money of a cycle, counted from its billing. */
const tryDays: readonly number[] = [0, 1, 3, 7];

/**
 * When the nth try of a cycle (1, 2 …) is due; undefined after the last one.
 *
 * @param billedAt when the cycle was billed: the start of its period, or later if the service was down then
 *
 * Spec: "Subscription". Decision 0017.
 */
export function tryDue(billedAt: Date, number: number): Date | undefined {
  const days = tryDays[number - 1];
  return days === undefined ? undefined : new Date(billedAt.getTime() + days * dayMs);
}

/** A subscription and why a try to collect its money failed, as the event shows it; null: nobody was asked, or nobody knows. */
export type FailedTry = Subscription & { readonly failure?: string | null };

/**
 * Notes that a try failed and schedules the next one. After the last try the plan of the period decides: the subscription is
 * paused or canceled. Nothing happens if the cycle has been closed, or the subscription is no longer active.
 *
 * @param subscription locked
 * @param failure why, as a failure of a payment says it; null: nobody was asked, or nobody knows
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function failTry(
  act: Act,
  subscription: Subscription,
  { period_start }: Cycle,
  failure: string | null,
): Promise<void> {
  const period = { subscriptionId: subscription.id, periodStart: period_start };
  // Read again: the caller may have read the cycle before the subscription was locked.
  const cycle = await findCycle(act.tx, act.merchant.id, period);
  if (subscription.status !== 'active' || cycle?.outcome !== null) return;
  await countTry(act.tx, act.merchant.id, period, { tries: 0, failures: 1 });
  const next = tryDue(cycle.created_at, cycle.tries + 1);
  const now = act.ctx.now(act.merchant);
  const failed = await changeSubscription(act.tx, act.merchant.id, subscription.id, {
    collection_state: next === undefined ? 'exhausted' : 'retrying',
    updated_at: now,
  });
  const told: FailedTry = { ...failed, failure };
  await recordEvent(act, 'billing.subscription.payment-failed', told);
  if (next === undefined) return await giveUp(act, failed, cycle);
  // At least half a day apart: after a suspension of the merchant, the missed tries do not all follow at once.
  const soonest = new Date(now.getTime() + dayMs / 2);
  const at = next > soonest ? next : soonest;
  await enqueue(act, 'subscriptions.collect', { ...periodJob(subscription.id, period_start), at });
}

/** Also voids every open invoice: a customer who may no longer use the service owes nothing for it. */
async function giveUp(act: Act, subscription: Subscription, cycle: Cycle): Promise<void> {
  await closeBilling(act, subscription);
  const now = act.ctx.now(act.merchant);
  const set = { collection_state: 'exhausted', next_billing_at: null, updated_at: now } as const;
  const agreed = await agreedFor(act, subscription, cycle);
  // A subscription that the merchant has canceled at the end of this period ends now instead of being paused.
  if (agreed === 'pause' && !subscription.cancel_at_period_end) {
    await move(act, 'subscriptions', subscription.id, subscriptionMoves.suspend, { set });
    return;
  }
  const canceled = { ...set, canceled_at: now, cancel_reason: 'exhausted' };
  await move(act, 'subscriptions', subscription.id, subscriptionMoves.giveUp, { set: canceled });
}

/** What was agreed for the unpaid period. The subscription may have another plan by now. */
async function agreedFor(
  act: Act,
  { on_exhausted }: Subscription,
  { plan_id }: Cycle,
): Promise<Plan['on_exhausted']> {
  const plan = plan_id === null ? undefined : await findPlan(act.tx, act.merchant.id, plan_id);
  return plan?.on_exhausted ?? on_exhausted;
}
