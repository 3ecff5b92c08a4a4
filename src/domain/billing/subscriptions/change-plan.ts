import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Presented } from '../../money/gateways/gateways.ts';
import { findPaymentMethod } from '../../payers/payment-methods/queries.ts';
import { gatewayFor } from '../../payments/checkouts/gateway-for.ts';
import { priceOf } from '../plans/price.ts';
import { findPlan, type Plan } from '../plans/queries.ts';
import { billPeriod } from './bill-period.ts';
import { type Cycle, findCycle, findOpenCycles } from './cycle-queries.ts';
import { periodJob } from './period-job.ts';
import type { Subscription } from './queries.ts';
import { termsOf } from './subscribe.ts';
import { unusedOf } from './unused-time.ts';

/**
 * Puts a locked, active subscription on another plan. Without proration, the plan applies from the next period, and nothing is billed
 * now. With it, a new period begins now, and the unused time of the paid period is deducted from its price; so also if the same change
 * was planned for the next period. Before the first period the two are the same.
 *
 * @returns the columns of the subscription that change with it: none if it has this plan already
 * @throws PLAN_INACTIVE
 * @throws PLAN_NOT_COMPATIBLE      another currency; or the unused time is worth as much as the plan costs, or more
 * @throws SUBSCRIPTION_UNPAID      with proration: an invoice is open
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see gatewayFor; for the price, and for what is left of it to pay now
 *
 * Decision 0082.
 */
export async function changePlan(
  act: Act,
  subscription: Subscription,
  { plan, prorate }: { readonly plan: Plan; readonly prorate: boolean },
): Promise<Partial<Subscription>> {
  const cycle = await runningCycle(act, subscription);
  if (isDone(plan, subscription, prorate ? cycle : undefined)) return {};
  if (plan.status !== 'active') throw new ApiError('PLAN_INACTIVE');
  if (plan.currency !== subscription.currency) throw new ApiError('PLAN_NOT_COMPATIBLE');
  const method = await methodOf(act, subscription);
  gatewayFor(act.ctx, { method, amount: priceOf(plan).total, currency: plan.currency });
  const terms = termsFrom(plan, subscription, await countingOf(act, subscription, cycle));
  if (!prorate || !cycle) return terms;
  const changed = { ...subscription, ...terms };
  return { ...terms, ...(await beginNow(act, { before: subscription, cycle, changed, method })) };
}

/** Undefined before the first period. */
async function runningCycle(act: Act, subscription: Subscription): Promise<Cycle | undefined> {
  const { id: subscriptionId, current_period_start: periodStart } = subscription;
  return periodStart === null
    ? undefined
    : await findCycle(act.tx, act.merchant.id, { subscriptionId, periodStart });
}

/** @param begun the running period, if the plan is to have begun: a subscription may have a plan that begins with the next one */
function isDone(plan: Plan, { plan_id }: Subscription, begun: Cycle | undefined): boolean {
  return plan.id === plan_id && plan.id === (begun?.plan_id ?? plan_id);
}

/** How the invoices of a subscription are paid; null: on their page. */
export async function methodOf(act: Act, subscription: Subscription): Promise<Presented | null> {
  const { wallet_type: wallet, payment_method_id: savedId } = subscription;
  const saved = savedId && (await findPaymentMethod(act.tx, act.merchant.id, savedId));
  return wallet ?? (saved ? saved.type : null);
}

type Counting = Pick<Subscription, 'interval_unit' | 'interval_count' | 'anchor_at' | 'anchor_cycles'>;

/** How periods are counted while the running one lasts. A change that has yet to begin may be taken back, so it does not count. */
async function countingOf(act: Act, subscription: Subscription, cycle: Cycle | undefined): Promise<Counting> {
  const { plan_id = null, anchor_at = null, anchor_cycles = null } = cycle ?? {};
  if (plan_id === null || anchor_at === null || anchor_cycles === null) return subscription;
  const plan = await findPlan(act.tx, act.merchant.id, plan_id);
  assert(plan, 'a plan is never deleted');
  return { ...plan, anchor_at, anchor_cycles };
}

/** Cycles are counted from the next period on. So are periods of another interval; those of the same keep their day of the month. */
function termsFrom(plan: Plan, { next_billing_at, ...subscription }: Subscription, now: Counting) {
  const max_cycles = plan.max_cycles === null ? null : plan.max_cycles + subscription.cycle_count;
  const terms = { ...termsOf(plan), max_cycles };
  const { interval_unit, interval_count, anchor_at, anchor_cycles } = now;
  if (terms.interval_unit === interval_unit && terms.interval_count === interval_count)
    return { ...terms, anchor_at, anchor_cycles };
  return { ...terms, anchor_at: next_billing_at ?? anchor_at, anchor_cycles: 0 };
}

type Change = {
  readonly before: Subscription;
  readonly cycle: Cycle;
  readonly changed: Subscription;
  readonly method: Presented | null;
};

/** Ends the paid period now, and bills the first one of the new plan. */
async function beginNow(act: Act, { before, cycle, changed, method }: Change) {
  const { id, next_billing_at: next } = before;
  const { period_start: start } = cycle;
  const now = act.ctx.now(act.merchant);
  if ((await findOpenCycles(act.tx, act.merchant.id, id)).length > 0)
    throw new ApiError('SUBSCRIPTION_UNPAID');
  const credit = await unusedOf(act, cycle, now);
  const { net, total: amount } = priceOf(changed, credit);
  if (net === 0n) throw new ApiError('PLAN_NOT_COMPATIBLE');
  // The paid period ends for good, so there must be a way to pay the next one.
  gatewayFor(act.ctx, { method, amount, currency: changed.currency });
  if (next) await cancel(act, 'subscriptions.renew', periodJob(id, next).key);
  // The start of a period identifies it: no two may begin in the same millisecond.
  const anchor_at = start >= now ? new Date(start.getTime() + 1) : now;
  return await billPeriod(act, { ...changed, anchor_at, anchor_cycles: 0 }, credit);
}
