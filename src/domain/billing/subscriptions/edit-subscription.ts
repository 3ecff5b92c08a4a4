import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import type { PaymentMethod } from '../../payers/payment-methods/queries.ts';
import { gatewayFor } from '../../payments/checkouts/gateway-for.ts';
import { priceOf } from '../plans/price.ts';
import { findPlan, type Plan } from '../plans/queries.ts';
import { taxOf } from './bill-period.ts';
import { changePlan } from './change-plan.ts';
import { changeSubscription, lockSubscription, type Subscription } from './queries.ts';
import { chargedOf, type Paying, refuseUnusable, savedMethod } from './subscribe.ts';

/** Undefined fields stay as they are. */
export type SubscriptionEdits = {
  readonly planId?: string | undefined;
  /** Only with a plan. */
  readonly prorate?: boolean;
  /** Whether the subscription ends with its current period. */
  readonly cancelAtPeriodEnd?: boolean | undefined;
  /** What is charged from the next try on: a wallet or a saved card. */
  readonly paying?: Paying | undefined;
  /** As JSON; null: none. */
  readonly metadata?: string | null | undefined;
};

/**
 * Changes an active subscription, all in one: if one of the changes is refused, none is made. What changes nothing records no event.
 *
 * @throws NOT_FOUND                no such subscription, plan or payment method
 * @throws SUBSCRIPTION_NOT_ACTIVE  `details.status`
 * @throws PLAN_INACTIVE, PLAN_NOT_COMPATIBLE, SUBSCRIPTION_UNPAID, GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see changePlan
 * @throws PAYMENT_METHOD_NOT_USABLE, WALLET_NOT_AVAILABLE see subscribe
 *
 * Decisions 0082 and 0148.
 */
export async function editSubscription(
  act: Act,
  id: string,
  { planId, prorate = false, cancelAtPeriodEnd, paying, metadata }: SubscriptionEdits,
): Promise<Subscription> {
  const subscription = await lockSubscription(act.tx, act.merchant.id, id);
  if (!subscription) throw notFound('sub');
  const plan = await namedPlan(act, planId);
  const saved = paying && (await savedMethod(act, paying));
  const { status } = subscription;
  if (status !== 'active') throw new ApiError('SUBSCRIPTION_NOT_ACTIVE', { details: { status } });
  const terms = {
    ...(await chargedFrom(act, subscription, { paying, type: saved?.type })),
    ...(metadata !== undefined && metadata !== subscription.metadata && { metadata }),
  };
  const changes = {
    ...cancellationOf(subscription, cancelAtPeriodEnd),
    ...terms,
    ...(plan && (await changePlan(act, { ...subscription, ...terms }, { plan, prorate }))),
  };
  if (Object.keys(changes).length === 0) return subscription;
  const updated_at = act.ctx.now(act.merchant);
  const updated = await changeSubscription(act.tx, act.merchant.id, id, { ...changes, updated_at });
  await recordEvent(act, 'billing.subscription.updated', updated);
  return updated;
}

async function namedPlan(act: Act, id: string | undefined): Promise<Plan | undefined> {
  if (id === undefined) return undefined;
  const plan = await findPlan(act.tx, act.merchant.id, id);
  if (!plan) throw notFound('plan');
  return plan;
}

/** Judged as at creation. A try that has begun ends as it began. */
async function chargedFrom(
  act: Act,
  subscription: Subscription,
  { paying, type }: { readonly paying: Paying | undefined; readonly type: PaymentMethod['type'] | undefined },
): Promise<Partial<Subscription>> {
  if (!paying) return {};
  const charged = chargedOf(paying);
  const { wallet_phone, payment_method_id, customer_id: customerId, currency } = subscription;
  if (charged.wallet_phone === wallet_phone && charged.payment_method_id === payment_method_id) return {};
  const { total: amount } = priceOf({ ...subscription, ...(await taxOf(act, subscription)) });
  gatewayFor(act.ctx, { method: paying.wallet?.type ?? type, amount, currency });
  const now = act.ctx.now(act.merchant);
  await refuseUnusable(act, { id: paying.paymentMethodId, customerId, now });
  return charged;
}

/** The reason of a cancellation is taken back with it. */
function cancellationOf(
  { cancel_at_period_end }: Subscription,
  wanted: boolean | undefined,
): Partial<Subscription> {
  if (wanted === undefined || wanted === cancel_at_period_end) return {};
  return { cancel_at_period_end: wanted, ...(!wanted && { cancel_reason: null }) };
}
