import type { components } from '../../../../generated/openapi.d.ts';
import type {
  PlatformInvoice,
  PlatformSubscription,
} from '../../../domain/billing/platform-billing/queries.ts';
import { type PlatformTerms, platformCurrency } from '../../../domain/billing/platform-billing/terms.ts';
import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { formatPercent } from '../../../domain/money/amounts/percent.ts';
import type { EventData } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

type Known = {
  readonly terms: PlatformTerms;
  /** Undefined before the first payment in this mode. */
  readonly subscription: PlatformSubscription | undefined;
  readonly amountDue: bigint;
};

export function platformSubscriptionView({
  terms,
  subscription,
  amountDue,
}: Known): Schemas['PlatformSubscription'] {
  return {
    status: subscription?.status ?? 'not_started',
    plan_name: terms.name,
    amount: formatMoney2(terms.amount),
    tax_rate: formatPercent(terms.taxBasisPoints),
    tax: formatMoney2(terms.tax),
    total: formatMoney2(terms.total),
    currency: platformCurrency,
    amount_due: formatMoney2(amountDue),
    started_at: instant(subscription?.anchor_at),
    next_invoice_at: instant(subscription?.next_invoice_at),
    past_due_since: instant(subscription?.past_due_at),
    restricted_since: instant(subscription?.restricted_at),
  };
}

export function platformInvoiceView(invoice: PlatformInvoice): Schemas['PlatformInvoice'] {
  return {
    ...factsOf(invoice),
    lines: linesOf(invoice).map((line) => ({ ...line, amount: formatMoney2(line.amount) })),
    subtotal: formatMoney2(invoice.subtotal),
    tax: formatMoney2(invoice.tax),
    amount: formatMoney2(invoice.total),
  };
}

/** An invoice of the platform in its events: amounts have four decimals. Spec: "Events", envelope. */
export function platformInvoiceData(invoice: PlatformInvoice): EventData<'billing.invoice.created'> {
  return {
    ...factsOf(invoice),
    lines: linesOf(invoice).map((line) => ({ ...line, amount: formatMoney4(line.amount) })),
    subtotal: formatMoney4(invoice.subtotal),
    tax: formatMoney4(invoice.tax),
    amount: formatMoney4(invoice.total),
  };
}

/** All but the amounts. */
function factsOf(invoice: PlatformInvoice) {
  return {
    id: showId('inv', invoice.id),
    number: `PB-${String(invoice.number).padStart(6, '0')}`,
    status: invoice.status,
    plan_name: invoice.plan_name,
    tax_rate: formatPercent(invoice.tax_basis_points),
    currency: platformCurrency,
    period_start: invoice.period_start.toISOString(),
    period_end: invoice.period_end.toISOString(),
    due_date: invoice.created_at.toISOString().slice(0, 10),
    failed_tries: invoice.failed_tries,
    created_at: invoice.created_at.toISOString(),
    paid_at: instant(invoice.paid_at),
  };
}

/** The tax is a line of its own. */
function linesOf({ plan_name: name, subtotal, tax_basis_points: rate, tax }: PlatformInvoice) {
  const plan = { type: 'plan' as const, description: `${name}, one month`, amount: subtotal };
  const taxed = { type: 'tax' as const, description: `Tax, ${formatPercent(rate)} %`, amount: tax };
  return rate === 0 ? [plan] : [plan, taxed];
}

function instant(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}
