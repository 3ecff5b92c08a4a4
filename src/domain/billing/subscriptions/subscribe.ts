import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import type { Wallet } from '../../money/wallets/wallets.ts';
import {
  type CustomerReference,
  type NamedCustomer,
  namedCustomer,
} from '../../payers/customers/named-customer.ts';
import { findPaymentMethod, findUsableMethod } from '../../payers/payment-methods/queries.ts';
import { gatewayFor } from '../../payments/checkouts/gateway-for.ts';
import { dayMs } from '../plans/period-start.ts';
import { priceOf } from '../plans/price.ts';
import { findPlan, type Plan } from '../plans/queries.ts';
import { billPeriod } from './bill-period.ts';
import { periodJob } from './period-job.ts';
import { changeSubscription, insertSubscription, type Subscription } from './queries.ts';

/** What is charged for each period; neither: the customer pays each invoice on its page. */
export type Paying = {
  /** Prompted for each period; its phone as `+263…`. */
  readonly wallet: { readonly type: Wallet; readonly phone: string } | undefined;
  /** A saved card of the customer, charged for each period. */
  readonly paymentMethodId: string | undefined;
};

export type WantedSubscription = Paying & {
  readonly appId: string;
  readonly planId: string;
  readonly customer: CustomerReference;
  /** Undefined or past: the subscription starts now. */
  readonly startAt: Date | undefined;
  /** The integrator's own texts by their names, as JSON; null without any. */
  readonly metadata: string | null;
};

/**
 * Subscribes a customer to a plan, with a copy of its terms. Unless there is a trial or a start in the future, the first
 * period begins now and is billed.
 *
 * @throws NOT_FOUND              no such customer, plan or payment method
 * @throws PLAN_INACTIVE
 * @throws WALLET_NOT_AVAILABLE, GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see gatewayFor
 * @throws PAYMENT_METHOD_NOT_USABLE it is not active, has expired, or is another customer's
 *
 * Spec: "POST /v1/subscriptions".
 */
export async function subscribe(act: Act, wanted: WantedSubscription): Promise<Subscription> {
  const customer = await namedCustomer(act, wanted.customer);
  const plan = await findPlan(act.tx, act.merchant.id, wanted.planId);
  if (!plan) throw notFound('plan');
  const saved = await savedMethod(act, wanted);
  if (plan.status !== 'active') throw new ApiError('PLAN_INACTIVE');
  const method = wanted.wallet?.type ?? saved?.type;
  gatewayFor(act.ctx, { method, amount: priceOf(plan).total, currency: plan.currency });
  const now = act.ctx.now(act.merchant);
  await refuseUnusable(act, { id: wanted.paymentMethodId, customerId: customer.id, now });
  const subscription = await insertSubscription(act.tx, act.merchant.id, {
    ...termsOf(plan),
    ...beginningOf(plan, later(now, wanted.startAt)),
    id: newId(),
    app_id: wanted.appId,
    status: 'active',
    ...payerOf(customer, wanted),
    metadata: wanted.metadata,
    created_at: now,
    updated_at: now,
  });
  const begun = await begin(act, subscription, now);
  await recordEvent(act, 'billing.subscription.created', begun);
  return begun;
}

/** @throws NOT_FOUND */
export async function savedMethod(act: Act, { paymentMethodId: id }: Pick<Paying, 'paymentMethodId'>) {
  if (id === undefined) return undefined;
  const saved = await findPaymentMethod(act.tx, act.merchant.id, id);
  if (!saved) throw notFound('pm');
  return saved;
}

/** @throws PAYMENT_METHOD_NOT_USABLE it is not active, has expired, or is another customer's */
export async function refuseUnusable(
  act: Act,
  { id, customerId, now }: { id: string | undefined; customerId: string | null; now: Date },
): Promise<void> {
  if (id === undefined) return;
  // Who is not saved has no saved card.
  const usable =
    customerId !== null && (await findUsableMethod(act.tx, act.merchant.id, { id, customerId, now }));
  if (!usable) throw new ApiError('PAYMENT_METHOD_NOT_USABLE');
}

function payerOf(customer: NamedCustomer, paying: Paying) {
  return {
    customer_id: customer.id,
    customer_name: customer.name,
    customer_email: customer.email,
    customer_phone: customer.phone,
    ...chargedOf(paying),
  };
}

/** The columns that say what is charged. */
export function chargedOf({ wallet, paymentMethodId }: Paying) {
  return {
    wallet_type: wallet?.type ?? null,
    wallet_phone: wallet?.phone ?? null,
    payment_method_id: paymentMethodId ?? null,
  };
}

/** A subscription has a copy of the terms of its plan. */
export function termsOf(plan: Plan) {
  return {
    plan_id: plan.id,
    amount: plan.amount,
    tax_basis_points: plan.tax_basis_points,
    currency: plan.currency,
    interval_unit: plan.interval_unit,
    interval_count: plan.interval_count,
    max_cycles: plan.max_cycles,
    on_exhausted: plan.on_exhausted,
  };
}

function later(now: Date, wanted: Date | undefined): Date {
  return wanted !== undefined && wanted > now ? wanted : now;
}

/** A day of a trial is 24 hours. */
function beginningOf(plan: Plan, starts_at: Date) {
  const anchor_at = new Date(starts_at.getTime() + plan.trial_days * dayMs);
  const trial_ends_at = plan.trial_days === 0 ? null : anchor_at;
  return { starts_at, trial_ends_at, anchor_at, next_billing_at: anchor_at };
}

async function begin(act: Act, subscription: Subscription, now: Date): Promise<Subscription> {
  const { id, anchor_at } = subscription;
  if (anchor_at > now) {
    await enqueue(act, 'subscriptions.renew', { ...periodJob(id, anchor_at), at: anchor_at });
    return subscription;
  }
  const billed = await billPeriod(act, subscription);
  return await changeSubscription(act.tx, act.merchant.id, id, { ...billed, updated_at: now });
}
