import type { components } from '../../../../generated/openapi.d.ts';
import { isOverdue } from '../../../domain/billing/invoices/due.ts';
import { invoiceUrl } from '../../../domain/billing/invoices/hosted-page.ts';
import {
  type BilledPeriod,
  findBilledPeriod,
  findItems,
  type InvoiceItem,
  type WholeInvoice,
} from '../../../domain/billing/invoices/item-queries.ts';
import type { Invoice } from '../../../domain/billing/invoices/queries.ts';
import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { formatPercent } from '../../../domain/money/amounts/percent.ts';
import { metadataView } from '../../../domain/payments/checkouts/metadata.ts';
import type { Act, Context, EventData } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

/** @param now by the merchant's clock: it decides whether the invoice is overdue */
export function invoiceView(
  ctx: Context,
  { invoice, items, period }: WholeInvoice,
  now: Date,
): Schemas['Invoice'] {
  return {
    ...wordsOf(ctx, invoice, now),
    ...periodOf(period),
    items: items.map(itemView),
    split_id: invoice.split_id && showId('spl', invoice.split_id),
    subtotal: formatMoney2(invoice.subtotal),
    tax: formatMoney2(invoice.tax),
    total: formatMoney2(invoice.total),
    amount_paid: formatMoney2(paidOf(invoice)),
    amount_due: formatMoney2(dueOf(invoice)),
  };
}

function itemView(item: InvoiceItem): Schemas['InvoiceItem'] {
  return {
    ...lineOf(item),
    unit_amount: formatMoney2(item.unit_amount),
    amount: formatMoney2(item.amount),
    tax: formatMoney2(item.tax),
  };
}

/** An invoice as its events show it: amounts have four decimals. Spec: "Events", envelope. */
export async function invoiceData(invoice: Invoice, act: Act): Promise<EventData<'invoicing.invoice.sent'>> {
  const items = await findItems(act.tx, act.merchant.id, invoice.id);
  const period = await findBilledPeriod(act.tx, act.merchant.id, invoice);
  return {
    ...wordsOf(act.ctx, invoice, act.ctx.now(act.merchant)),
    ...periodOf(period),
    items: items.map(itemData),
    subtotal: formatMoney4(invoice.subtotal),
    tax: formatMoney4(invoice.tax),
    total: formatMoney4(invoice.total),
    amount_paid: formatMoney4(paidOf(invoice)),
    amount_due: formatMoney4(dueOf(invoice)),
  };
}

function itemData(item: InvoiceItem): EventData<'invoicing.invoice.sent'>['items'][number] {
  return {
    ...lineOf(item),
    unit_amount: formatMoney4(item.unit_amount),
    amount: formatMoney4(item.amount),
    tax: formatMoney4(item.tax),
  };
}

function wordsOf(ctx: Context, invoice: Invoice, now: Date) {
  const { customer_id, slug, transaction_id, subscription_id } = invoice;
  return {
    id: showId('inv', invoice.id),
    status: invoice.status,
    number: invoice.number,
    customer: {
      id: customer_id && showId('cus', customer_id),
      name: invoice.customer_name,
      email: invoice.customer_email,
      phone: invoice.customer_phone,
    },
    currency: invoice.currency,
    due_date: invoice.due_date,
    overdue: isOverdue(invoice, now),
    reference: invoice.reference,
    notes: invoice.notes,
    hosted_url: slug && invoiceUrl(ctx, slug),
    transaction_id: transaction_id && showId('txn', transaction_id),
    subscription_id: subscription_id && showId('sub', subscription_id),
    reminder_days: invoice.reminder_days,
    reminders_sent: invoice.reminders_sent,
    last_reminder_at: instant(invoice.last_reminder_at),
    metadata: metadataView(invoice.metadata),
    created_at: invoice.created_at.toISOString(),
    sent_at: instant(invoice.sent_at),
    paid_at: instant(invoice.paid_at),
    voided_at: instant(invoice.voided_at),
  };
}

function periodOf({ period_start, period_end }: BilledPeriod) {
  return { period_start: instant(period_start), period_end: instant(period_end) };
}

function lineOf({ description, quantity, tax_basis_points }: InvoiceItem) {
  const tax_rate = tax_basis_points === null ? null : formatPercent(tax_basis_points);
  return { description, quantity, tax_rate };
}

function paidOf({ status, total }: Invoice): bigint {
  return status === 'paid' ? total : 0n;
}

function dueOf({ status, total }: Invoice): bigint {
  return status === 'draft' || status === 'sent' ? total : 0n;
}

function instant(time: Date | null): string | null {
  return time && time.toISOString();
}
