import { invoiceUrl } from '../../../../../domain/billing/invoices/hosted-page.ts';
import { issueInvoice } from '../../../../../domain/billing/invoices/issue-invoice.ts';
import {
  type BilledPeriod,
  findWholeInvoice,
  type InvoiceItem,
  type WholeInvoice,
} from '../../../../../domain/billing/invoices/item-queries.ts';
import type { Invoice } from '../../../../../domain/billing/invoices/queries.ts';
import { voidInvoice } from '../../../../../domain/billing/invoices/void-invoice.ts';
import { formatPercent } from '../../../../../domain/money/amounts/percent.ts';
import { findPaymentsOfSource } from '../../../../../domain/payments/transactions/list-queries.ts';
import { findTransaction, type Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { invoicesWords as words } from '../../../../words/dashboard/selling/invoices.ts';
import { invoiceAddress, invoiceState, subscriptionAddress } from '../../../parts/billing.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { metadataSection, paymentsTable, splitFact } from '../../../parts/payments.ts';
import { billedCustomer } from '../../../parts/saved-customer.ts';
import { calendarDay, exact, link, linkButton, moment, section } from '../../../parts/show.ts';
import { facts, table } from '../../../parts/tables.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import { refuseNewPayments } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { linesOf, refuseChangedDraft, shownOf } from './seen.ts';

const mostPayments = 25;

/** The invoice that the address names. @throws NOT_FOUND also for one of another merchant */
export async function invoiceIn({ ctx, merchantId, params }: MerchantVisit): Promise<WholeInvoice> {
  const found = await findWholeInvoice(ctx.db, merchantId, readId('inv', params['invoice'] ?? ''));
  if (!found) throw notFound('inv');
  return found;
}

export async function showInvoice(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base } = visit;
  const { invoice, items, period } = await invoiceIn(visit);
  const [payments, { now }, customer] = await Promise.all([
    paymentsOf(visit, invoice),
    readClock(ctx, merchantId),
    billedCustomer(visit, invoice),
  ]);
  return screen(visit, {
    title: words.titleOf(invoice.number),
    up: { label: words.title, to: `${base}/invoices` },
    done: words.done[visit.query.get('done') ?? ''],
    actions: html`${invoiceState(invoice, now)} ${visit.may('sell') && invoice.status === 'draft' && actions(visit, invoice, items)}`,
    main: html`${section(words.page, pageOf(visit, invoice))}
${section(words.lines, html`${linesTable(items, invoice)}${sums(invoice)}`)}
${section(words.details, detailsOf(visit, { ...invoice, ...period }, customer))}
${metadataSection(invoice)}
${section(words.payments, paymentsTable(visit, payments, words.noPayments))}
${visit.may('sell') && (invoice.status === 'draft' || invoice.status === 'sent') && section(words.voidTitle, html`<p>${invoice.status === 'draft' ? words.voidDraft : words.voidText}</p>${buttonTo(visit, { to: `${invoiceAddress(visit, invoice.id)}/void`, label: words.void, look: 'danger', seen: { status: invoice.status } })}`)}`,
  });
}

/** What was paid on its page, and the charge of its subscription that paid it. */
async function paymentsOf({ ctx, merchantId }: MerchantVisit, invoice: Invoice): Promise<Transaction[]> {
  const { id, transaction_id: paidBy } = invoice;
  const onPage = await findPaymentsOfSource(ctx.db, merchantId, id, mostPayments);
  if (paidBy === null || onPage.some((payment) => payment.id === paidBy)) return onPage;
  const payment = await findTransaction(ctx.db, merchantId, paidBy);
  return payment ? [payment, ...onPage] : onPage;
}

function actions(visit: MerchantVisit, invoice: Invoice, items: readonly InvoiceItem[]): Html {
  const address = invoiceAddress(visit, invoice.id);
  const seen = shownOf(invoice, linesOf(items));
  return html`${linkButton(`${address}/edit`, words.edit, 'quiet')} ${buttonTo(visit, { to: `${address}/send`, label: words.send, look: 'main', seen })}`;
}

function pageOf({ ctx }: MerchantVisit, { slug, status }: Invoice): Html {
  if (slug === null || status === 'draft')
    return html`<p>${status === 'draft' ? words.noPage : words.neverSent}</p>`;
  return html`<p>${exact(invoiceUrl(ctx, slug))}</p><p class="soft">${words.pageTexts[status]}</p>`;
}

function linesTable(items: readonly InvoiceItem[], { currency }: Invoice): Html {
  const { line } = words;
  const rate = ({ tax_basis_points: points }: InvoiceItem): string =>
    points === null ? line.noTax : line.rate(formatPercent(points));
  return table<InvoiceItem>({
    caption: words.lines,
    columns: [
      { title: line.description, cell: ({ description }) => description },
      { title: line.quantity, isNumber: true, cell: ({ quantity }) => quantity },
      { title: line.price, isNumber: true, cell: ({ unit_amount }) => showMoney(unit_amount, currency) },
      { title: line.tax, isNumber: true, cell: rate },
      { title: line.amount, isNumber: true, cell: ({ amount }) => showMoney(amount, currency) },
    ],
    rows: items,
    empty: words.form.noLines,
  });
}

function sums({ status, subtotal, tax, total, currency }: Invoice): Html {
  const sum = (label: string, amount: bigint): Html =>
    html`<dt>${label}</dt><dd>${showMoney(amount, currency)}</dd>`;
  const isOpen = status === 'draft' || status === 'sent';
  return html`<dl class="sums">${sum(words.subtotal, subtotal)}${sum(words.tax, tax)}${sum(words.total, total)}${sum(words.amountDue, isOpen ? total : 0n)}</dl>`;
}

function detailsOf(visit: MerchantVisit, invoice: Invoice & BilledPeriod, customer: Child): Html {
  const { customer_email, customer_phone, subscription_id } = invoice;
  const contact = [customer_email, customer_phone].filter((part) => part !== null).join(', ');
  const when = (label: string, at: Date | null) => at !== null && ([label, moment(visit, at)] as const);
  return facts([
    [words.customer, customer],
    contact !== '' && [words.contact, contact],
    [words.due, calendarDay(invoice.due_date)],
    invoice.reference !== null && [words.reference, invoice.reference],
    invoice.notes !== null && [words.notes, invoice.notes],
    splitFact(visit, invoice.split_id),
    invoice.reminder_days.length > 0 && [
      words.reminders,
      words.remindersOf(invoice.reminder_days, invoice.reminders_sent),
    ],
    subscription_id !== null && [
      words.subscription,
      link(subscriptionAddress(visit, subscription_id), showId('sub', subscription_id)),
    ],
    when(words.periodStart, invoice.period_start),
    when(words.periodEnd, invoice.period_end),
    when(words.created, invoice.created_at),
    when(words.sent, invoice.sent_at),
    when(words.paid, invoice.paid_at),
    when(words.voided, invoice.voided_at),
    ['ID', exact(showId('inv', invoice.id))],
  ]);
}

export async function send(visit: MerchantVisit): Promise<Answer> {
  const { invoice } = await invoiceIn(visit);
  await refuseNewPayments(visit);
  await acting(visit, 'invoice.sent', async (act) => {
    const { number, total, currency } = await issueInvoice(act, invoice.id, (draft) =>
      refuseChangedDraft(visit, act, draft),
    );
    const details = { number, total: showMoney(total, currency) };
    return { result: undefined, object: showId('inv', invoice.id), details };
  });
  return seeOther(`${invoiceAddress(visit, invoice.id)}?done=sent`);
}

export async function voidIt(visit: MerchantVisit): Promise<Answer> {
  const { invoice } = await invoiceIn(visit);
  await acting(visit, 'invoice.voided', async (act) => {
    const { number } = await voidInvoice(act, invoice.id, ({ status }) => {
      if (status === 'sent') refuseChanged(visit, { present: { status } });
    });
    return { result: undefined, object: showId('inv', invoice.id), details: { number } };
  });
  return seeOther(`${invoiceAddress(visit, invoice.id)}?done=voided`);
}
