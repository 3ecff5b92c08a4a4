import type { Act, Context } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { gatewayFor, isAmountRefusal } from '../../payments/checkouts/gateway-for.ts';
import { priceOf } from '../plans/price.ts';
import { billPeriod, taxOf } from './bill-period.ts';
import { methodOf } from './change-plan.ts';
import { type Cycle, findCycle } from './cycle-queries.ts';
import { periodJob } from './period-job.ts';
import { lockSubscription, type Subscription } from './queries.ts';
import { subscriptionMoves } from './states.ts';
import { unusedOfVoided } from './unused-time.ts';

/**
 * Resumes a paused subscription: a new period begins now, and later ones are counted from it. A cancellation at the end of the
 * period no longer applies.
 *
 * Billing starts later in two cases. It waits for a start or trial end that is still to come. And if all of `max_cycles` are
 * billed and the last is paid, it waits for the end of that last period. A last period whose invoice was voided is billed again
 * in its place.
 *
 * What a change with proration had deducted from an invoice that was voided then is deducted again.
 *
 * @throws NOT_FOUND
 * @throws SUBSCRIPTION_NOT_PAUSED `details.status`
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function resumeSubscription(act: Act, id: string): Promise<Subscription> {
  const subscription = await lockSubscription(act.tx, act.merchant.id, id);
  if (!subscription) throw notFound('sub');
  const { status } = subscription;
  if (status !== 'paused') throw new ApiError('SUBSCRIPTION_NOT_PAUSED', { details: { status } });
  const now = act.ctx.now(act.merchant);
  const set = {
    ...(await resumeBilling(act, subscription, now)),
    collection_state: 'ok',
    cancel_at_period_end: false,
    cancel_reason: null,
    updated_at: now,
  } as const;
  const resumed = await move(act, 'subscriptions', id, subscriptionMoves.resume, { set });
  assert(resumed, 'the subscription is locked, and paused');
  return resumed;
}

async function resumeBilling(
  act: Act,
  subscription: Subscription,
  now: Date,
): Promise<Partial<Subscription>> {
  const { id, anchor_at, cycle_count, max_cycles, current_period_start, current_period_end } = subscription;
  if (cycle_count === 0 && anchor_at > now) return await waitUntil(act, id, anchor_at);
  // Without an end, the count is only shown, and counts every period that was billed.
  const last = max_cycles === null ? undefined : await lastCycle(act, subscription);
  if (last?.outcome === 'paid' && cycle_count === max_cycles)
    return await waitUntil(act, id, later(now, current_period_end));
  // The start of a period identifies it: no two may begin in the same millisecond.
  const after = current_period_start && new Date(current_period_start.getTime() + 1);
  const place = { cycle_count: cycle_count - (isToCome(last, subscription) ? 1 : 0) };
  const begun = { ...subscription, ...place, anchor_at: later(now, after), anchor_cycles: 0 };
  return await billPeriod(act, begun, await creditOf(act, subscription));
}

/** Nothing, if what is left could not be paid: a cheaper plan was planned while the invoice was open. */
async function creditOf(act: Act, subscription: Subscription): Promise<bigint> {
  const credit = await unusedOfVoided(act, subscription);
  const terms = { ...subscription, ...(await taxOf(act, subscription)) };
  const { net, total: amount } = priceOf(terms, credit);
  if (net === 0n) return 0n;
  const { currency } = subscription;
  const wish = { method: await methodOf(act, subscription), amount, currency };
  return isWithinLimits(act.ctx, wish) ? credit : 0n;
}

function isWithinLimits(ctx: Context, wish: Parameters<typeof gatewayFor>[1]): boolean {
  try {
    gatewayFor(ctx, wish);
  } catch (error) {
    if (error instanceof ApiError && isAmountRefusal(error.code)) return false;
    // Whether there is any gateway is for the billing to say.
    if (!(error instanceof ApiError)) throw error;
  }
  return true;
}

/**
 * The last period's invoice was voided, so the customer did not have that period: it is billed again in its place. Periods of
 * another plan do not count among the `max_cycles` of this one.
 */
function isToCome(last: Cycle | undefined, { plan_id }: Subscription): boolean {
  return last !== undefined && last.outcome !== 'paid' && (last.plan_id ?? plan_id) === plan_id;
}

async function lastCycle(
  act: Act,
  { id, current_period_start: start }: Subscription,
): Promise<Cycle | undefined> {
  if (!start) return undefined;
  return await findCycle(act.tx, act.merchant.id, { subscriptionId: id, periodStart: start });
}

async function waitUntil(act: Act, id: string, next_billing_at: Date): Promise<Partial<Subscription>> {
  await enqueue(act, 'subscriptions.renew', { ...periodJob(id, next_billing_at), at: next_billing_at });
  return { next_billing_at };
}

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}
