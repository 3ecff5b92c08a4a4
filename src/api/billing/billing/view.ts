import type { components } from '../../../../generated/openapi.d.ts';
import { formatPercent } from '../../../domain/billing/invoices/totals.ts';
import type { PlatformInvoice, PlatformSubscription } from '../../../domain/billing/platform-billing/queries.ts';
import { type PlatformTerms, platformCurrency } from '../../../domain/billing/platform-billing/terms.ts';
import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
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
  return invoiceIn(formatMoney2, invoice);
}

/** An invoice of the platform in its events: amounts have four decimals. Spec: "Events", envelope. */
export function platformInvoiceData(invoice: PlatformInvoice): EventData<'billing.invoice.created'> {
  return invoiceIn(formatMoney4, invoice);
}

function invoiceIn<Money>(format: (amount: bigint) => Money, invoice: PlatformInvoice) {
  return {
    id: showId('inv', invoice.id),
    number: `PB-${String(invoice.number).padStart(6, '0')}`,
    status: invoice.status,
    plan_name: invoice.plan_name,
    lines: linesIn(format, invoice),
    subtotal: format(invoice.subtotal),
    tax_rate: formatPercent(invoice.tax_basis_points),
    tax: format(invoice.tax),
    amount: format(invoice.total),
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
function linesIn<Money>(format: (amount: bigint) => Money, invoice: PlatformInvoice) {
  const { plan_name: name, subtotal, tax_basis_points: rate, tax } = invoice;
  const plan = { type: 'plan' as const, description: `${name}, one month`, amount: format(subtotal) };
  if (rate === 0) return [plan];
  const description = `Tax, ${formatPercent(rate)} %`;
  return [plan, { type: 'tax' as const, description, amount: format(tax) }];
}

function instant(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}
