import { isOverdue } from '../../../domain/billing/invoices/due.ts';
import { judgeInvoice } from '../../../domain/billing/invoices/hosted-page.ts';
import type { InvoiceItem } from '../../../domain/billing/invoices/item-queries.ts';
import { readLineLess } from '../../../domain/billing/subscriptions/unused-time.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import type { PageLook } from '../../layout.ts';
import { showMoney } from '../../money.ts';
import type { PageStanding } from '../parts/closed-page.ts';
import { rateOf } from '../parts/formats.ts';
import { type OwnCheckout, ownCheckout } from '../requests/own-checkout.ts';
import { lookOf } from '../requests/owner.ts';
import type { InvoiceVisit } from './visit.ts';

type InvoicePage = 'invoice' | 'paid' | 'busy' | 'closed';

/** Everything that the page of an invoice shows, as texts and figures; no database rows. */
export type InvoiceView = PageLook &
  OwnCheckout & {
    readonly page: InvoicePage;
    readonly standing: PageStanding;
    readonly address: string;
    readonly sandbox: boolean;
    readonly merchant: string;
    readonly number: string;
    readonly customer: string;
    readonly reference: string | null;
    readonly notes: string | null;
    readonly lines: readonly LineView[];
    /** `US$10.00` */
    readonly subtotal: string;
    readonly tax: string;
    readonly total: string;
    readonly issuedAt: Date;
    /** `2026-01-31` */
    readonly dueDate: string;
    readonly overdue: boolean;
    readonly paidAt: Date | null;
    /** `US$5.00`; undefined: nothing was given back. */
    readonly refunded: string | undefined;
    readonly transaction: string | null;
  };

type LineView = {
  readonly description: string;
  readonly quantity: number;
  readonly unit: string;
  /** Undefined: no tax on this line. */
  readonly tax: string | undefined;
  readonly amount: string;
};

export function invoiceViewOf(ctx: Context, visit: InvoiceVisit): InvoiceView {
  const { invoice, items, payment, merchantName, now, address, words } = visit;
  const money: Money = (amount) => showMoney(amount, invoice.currency, words.language);
  const standing = standingOf(visit);
  return {
    ...lookOf(visit),
    ...ownCheckout(ctx, invoice.id),
    page: pages[standing] ?? 'closed',
    standing,
    address,
    sandbox: ctx.mode === 'sandbox',
    merchant: merchantName,
    number: invoice.number ?? '',
    customer: invoice.customer_name,
    reference: invoice.reference,
    notes: invoice.notes,
    lines: items.map((item) => lineView(visit, item, money)),
    subtotal: money(invoice.subtotal),
    tax: money(invoice.tax),
    total: money(invoice.total),
    issuedAt: invoice.sent_at ?? invoice.created_at,
    dueDate: invoice.due_date,
    overdue: isOverdue(invoice, now),
    paidAt: invoice.paid_at,
    refunded: payment && payment.refunded > 0n ? money(payment.refunded) : undefined,
    transaction: invoice.transaction_id && showId('txn', invoice.transaction_id),
  };
}

const pages: Readonly<Partial<Record<PageStanding, InvoicePage>>> = {
  open: 'invoice',
  paid: 'paid',
  busy: 'busy',
};

/** Suspending a merchant closes only invoices that could still be paid: receipts stay readable. */
export function standingOf({ invoice, suspended }: InvoiceVisit): PageStanding {
  const standing = judgeInvoice(invoice);
  return suspended && standing === 'open' ? 'suspended' : standing;
}

type Money = (amount: bigint) => string;

function lineView(visit: InvoiceVisit, item: InvoiceItem, money: Money): LineView {
  const { words } = visit;
  const { quantity, tax_basis_points: rate } = item;
  return {
    description: described(visit, item, money),
    quantity,
    unit: money(item.unit_amount),
    tax: rate === null ? undefined : words.invoice.rate(rateOf(words, rate), money(item.tax)),
    amount: money(item.amount),
  };
}

/** Merchants write their lines themselves. Only what a subscription deducts for unused time is in our words. */
function described({ words, invoice }: InvoiceVisit, { description }: InvoiceItem, money: Money): string {
  if (invoice.subscription_id === null) return description;
  const less = readLineLess(description, invoice.currency);
  return less ? words.invoice.less(less.name, money(less.credit)) : description;
}
