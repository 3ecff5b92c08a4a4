import { isOverdue } from '../../../domain/billing/invoices/due.ts';
import type { Invoice } from '../../../domain/billing/invoices/queries.ts';
import { findPlanNames } from '../../../domain/billing/plans/queries.ts';
import type { Subscription } from '../../../domain/billing/subscriptions/queries.ts';
import { formatPercent } from '../../../domain/money/amounts/percent.ts';
import { showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { showMoney } from '../../money.ts';
import { invoicesWords } from '../../words/dashboard/selling/invoices.ts';
import { subscriptionsWords } from '../../words/dashboard/selling/subscriptions.ts';
import type { MerchantVisit } from '../requests/visit.ts';
import { calendarDay, link, moment, state } from './show.ts';
import { table } from './tables.ts';

const invoiceLooks = {
  draft: 'plain',
  sent: 'warn',
  paid: 'good',
  void: 'plain',
} as const satisfies Record<Invoice['status'], string>;

const subscriptionLooks = {
  active: 'good',
  paused: 'warn',
  canceled: 'plain',
} as const satisfies Record<Subscription['status'], string>;

export const invoiceAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/invoices/${showId('inv', id)}`;

export const subscriptionAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/subscriptions/${showId('sub', id)}`;

export const customerAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/customers/${showId('cus', id)}`;

/** @param now by the merchant's clock: it decides whether the invoice is overdue */
export function invoiceState(invoice: Pick<Invoice, 'status' | 'due_date'>, now: Date): Html {
  if (isOverdue(invoice, now)) return state(invoicesWords.overdue, 'bad');
  return state(invoicesWords.statuses[invoice.status], invoiceLooks[invoice.status]);
}

/** Whether it ends with the present period: then nothing is charged, and no other begins. */
export function isEnding({ status, cancel_at_period_end, max_cycles, cycle_count }: Subscription): boolean {
  return status === 'active' && (cancel_at_period_end || (max_cycles !== null && cycle_count >= max_cycles));
}

export function subscriptionState(subscription: Subscription): Html {
  const words = subscriptionsWords;
  const { status, collection_state } = subscription;
  const trouble = status === 'canceled' ? '' : words.collections[collection_state];
  return html`${state(words.statuses[status], subscriptionLooks[status])}${trouble !== '' && html` ${state(trouble, 'bad')}`}${isEnding(subscription) && html` ${state(words.ending, 'warn')}`}`;
}

type Priced = Pick<
  Subscription,
  'amount' | 'tax_basis_points' | 'currency' | 'interval_count' | 'interval_unit'
>;

/** What a plan, or a subscription to it, costs, and how often. */
export function priceOf(terms: Priced): string {
  const { amount, tax_basis_points: rate, currency, interval_count, interval_unit } = terms;
  const words = subscriptionsWords;
  const price = words.priceOf(showMoney(amount, currency), interval_count, interval_unit);
  return rate === null ? price : words.withTax(price, formatPercent(rate));
}

/** The invoices of a list, of a customer or of a subscription. */
export function invoicesTable(
  visit: MerchantVisit,
  { rows, now, empty }: { readonly rows: readonly Invoice[]; readonly now: Date; readonly empty: string },
): Html {
  const words = invoicesWords;
  return table<Invoice>({
    caption: words.title,
    columns: [
      {
        title: words.number,
        cell: ({ id, number }) => link(invoiceAddress(visit, id), number ?? words.draft),
      },
      { title: words.customer, cell: ({ customer_name }) => customer_name },
      { title: words.total, isNumber: true, cell: ({ total, currency }) => showMoney(total, currency) },
      { title: words.state, cell: (invoice) => invoiceState(invoice, now) },
      { title: words.due, cell: ({ due_date }) => calendarDay(due_date) },
      { title: words.created, cell: ({ created_at }) => moment(visit, created_at) },
    ],
    rows,
    empty,
  });
}

/** The subscriptions of a list or of a customer, with the names of their plans. */
export async function subscriptionsTable(
  visit: MerchantVisit,
  { rows, empty }: { readonly rows: readonly Subscription[]; readonly empty: string },
): Promise<Html> {
  const { ctx, merchantId } = visit;
  const ids = [...new Set(rows.map(({ plan_id }) => plan_id))];
  const plans = await findPlanNames(ctx.db, merchantId, ids);
  const words = subscriptionsWords;
  return table<Subscription>({
    caption: words.title,
    columns: [
      {
        title: words.customer,
        cell: ({ id, customer_name }) => link(subscriptionAddress(visit, id), customer_name),
      },
      { title: words.plan, cell: ({ plan_id }) => plans.get(plan_id) },
      {
        title: words.price,
        cell: priceOf,
      },
      { title: words.state, cell: subscriptionState },
      {
        title: words.next,
        cell: (row) =>
          isEnding(row) ? words.noNext : row.next_billing_at !== null && moment(visit, row.next_billing_at),
      },
      { title: words.created, cell: ({ created_at }) => moment(visit, created_at) },
    ],
    rows,
    empty,
  });
}
