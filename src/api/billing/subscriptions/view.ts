import type { components } from '../../../../generated/openapi.d.ts';
import type { FailedTry } from '../../../domain/billing/collection/fail-try.ts';
import type { Plan } from '../../../domain/billing/plans/queries.ts';
import type { Subscription } from '../../../domain/billing/subscriptions/queries.ts';
import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { formatPercent } from '../../../domain/money/amounts/percent.ts';
import { maskPhone } from '../../../domain/money/wallets/phone.ts';
import { metadataView } from '../../../domain/payments/checkouts/metadata.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Act, EventData } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function planView(plan: Plan): Schemas['SubscriptionPlan'] {
  return { plan_id: showId('plan', plan.id), amount: formatMoney2(plan.amount), ...termsOf(plan) };
}

/** A plan as its events show it: amounts have four decimals. Spec: "Events", envelope. */
export function planData(plan: Plan): EventData<'billing.plan.created'> {
  return { id: showId('plan', plan.id), amount: formatMoney4(plan.amount), ...termsOf(plan) };
}

function termsOf(plan: Plan) {
  return {
    status: plan.status,
    name: plan.name,
    description: plan.description,
    tax_rate: taxRateOf(plan),
    currency: plan.currency,
    interval: plan.interval_unit,
    interval_count: plan.interval_count,
    trial_days: plan.trial_days,
    max_cycles: plan.max_cycles,
    on_exhausted: plan.on_exhausted,
    created_at: plan.created_at.toISOString(),
  };
}

/** @param now by the merchant's clock: it decides whether the subscription has started */
export function subscriptionView(subscription: Subscription, now: Date): Schemas['Subscription'] {
  return { amount: formatMoney2(subscription.amount), ...wordsOf(subscription, now) };
}

/** A subscription as its events show it: amounts have four decimals. Spec: "Events", envelope. */
export function subscriptionData(
  subscription: Subscription,
  act: Act,
): EventData<'billing.subscription.created'> {
  const now = act.ctx.now(act.merchant);
  return { amount: formatMoney4(subscription.amount), ...wordsOf(subscription, now) };
}

/** Also says why the try failed. */
export function failedSubscriptionData(
  row: FailedTry,
  act: Act,
): EventData<'billing.subscription.payment-failed'> {
  return { ...subscriptionData(row, act), failure: failureInfo(row.failure ?? null) };
}

function wordsOf(row: Subscription, now: Date) {
  return {
    id: showId('sub', row.id),
    status: row.status,
    // Active covers trial, paid and retry periods.
    entitled: row.status === 'active' && row.starts_at <= now,
    collection_state: row.collection_state,
    plan_id: showId('plan', row.plan_id),
    tax_rate: taxRateOf(row),
    currency: row.currency,
    customer: {
      id: row.customer_id && showId('cus', row.customer_id),
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
    },
    wallet_type: row.wallet_type,
    phone_masked: row.wallet_phone && maskPhone(row.wallet_phone),
    payment_method_id: row.payment_method_id && showId('pm', row.payment_method_id),
    current_period_start: instant(row.current_period_start),
    current_period_end: instant(row.current_period_end),
    next_billing_at: instant(row.next_billing_at),
    trial_ends_at: instant(row.trial_ends_at),
    cycle_count: row.cycle_count,
    latest_invoice_id: row.latest_invoice_id && showId('inv', row.latest_invoice_id),
    cancel_at_period_end: row.cancel_at_period_end,
    canceled_at: instant(row.canceled_at),
    cancel_reason: row.cancel_reason,
    metadata: metadataView(row.metadata),
    created_at: row.created_at.toISOString(),
  };
}

const taxRateOf = ({ tax_basis_points: rate }: Pick<Plan, 'tax_basis_points'>): string | null =>
  rate === null ? null : formatPercent(rate);

function instant(time: Date | null): string | null {
  return time && time.toISOString();
}
