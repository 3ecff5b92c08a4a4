import { findPlan, type Plan } from '../../../../../domain/billing/plans/queries.ts';
import {
  type BilledPeriod,
  findBilledPeriods,
  findCycle,
} from '../../../../../domain/billing/subscriptions/cycle-queries.ts';
import { findSubscription, type Subscription } from '../../../../../domain/billing/subscriptions/queries.ts';
import { maskPhone } from '../../../../../domain/money/wallets/phone.ts';
import { findPaymentMethod } from '../../../../../domain/payers/payment-methods/queries.ts';
import { findPaymentsOfSource } from '../../../../../domain/payments/transactions/list-queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { subscriptionsWords as words } from '../../../../words/dashboard/selling/subscriptions.ts';
import { words as hosted } from '../../../../words/en/words.ts';
import { invoiceAddress, isEnding, priceOf, subscriptionState } from '../../../parts/billing.ts';
import { screen } from '../../../parts/frame.ts';
import { brandName, metadataSection, paymentsTable } from '../../../parts/payments.ts';
import { billedCustomer } from '../../../parts/saved-customer.ts';
import { exact, link, moment, section } from '../../../parts/show.ts';
import { facts, table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { changes } from './changes.ts';

const most = 25;

/** The subscription that the address names. @throws NOT_FOUND also for one of another merchant */
export async function subscriptionIn({ ctx, merchantId, params }: MerchantVisit): Promise<Subscription> {
  const id = readId('sub', params['subscription'] ?? '');
  const found = await findSubscription(ctx.db, merchantId, id);
  if (!found) throw notFound('sub');
  return found;
}

export async function showSubscription(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base } = visit;
  const subscription = await subscriptionIn(visit);
  const { id } = subscription;
  const [customer, plan, running, method, billed, charges] = await Promise.all([
    billedCustomer(visit, subscription),
    findPlan(ctx.db, merchantId, subscription.plan_id),
    runningPlan(visit, subscription),
    methodOf(visit, subscription),
    findBilledPeriods(ctx.db, merchantId, id, most),
    findPaymentsOfSource(ctx.db, merchantId, id, most),
  ]);
  const newest = (rows: readonly unknown[]) =>
    rows.length === most && html`<p class="soft">${words.newest(most)}</p>`;
  return screen(visit, {
    title: `${subscription.customer_name}${plan ? ` · ${plan.name}` : ''}`,
    up: { label: words.title, to: `${base}/subscriptions` },
    done: words.done[visit.query.get('done') ?? ''],
    actions: subscriptionState(subscription),
    main: html`${section(words.details, detailsOf(visit, subscription, { customer, plan, running, method }))}
${metadataSection(subscription)}
${section(words.billed, html`${newest(billed)}${billedTable(visit, billed)}`)}
${section(words.charges, html`${newest(charges)}${paymentsTable(visit, charges, words.noCharges)}`)}
${visit.may('sell') && changes(visit, subscription)}`,
  });
}

/** The plan of the present period, if another one is to begin with the next. */
async function runningPlan(
  { ctx, merchantId }: MerchantVisit,
  { id: subscriptionId, plan_id, current_period_start: periodStart }: Subscription,
): Promise<Plan | undefined> {
  const cycle = periodStart && (await findCycle(ctx.db, merchantId, { subscriptionId, periodStart }));
  const id = cycle ? cycle.plan_id : null;
  return id === null || id === plan_id ? undefined : await findPlan(ctx.db, merchantId, id);
}

/** What each period is charged to, in words. */
async function methodOf({ ctx, merchantId }: MerchantVisit, subscription: Subscription): Promise<string> {
  const { wallet_type: wallet, wallet_phone: phone, payment_method_id: savedId } = subscription;
  if (wallet !== null) return `${hosted.methods[wallet]} ${phone === null ? '' : maskPhone(phone)}`;
  if (savedId === null) return words.byInvoice;
  const saved = await findPaymentMethod(ctx.db, merchantId, savedId);
  const card = `${brandName(saved?.brand, words.card)} …${saved?.last4 ?? ''}`;
  return saved?.status === 'active' ? card : words.cardGone(card);
}

type Known = {
  readonly customer: Child;
  readonly plan: Plan | undefined;
  readonly running: Plan | undefined;
  readonly method: string;
};

function detailsOf(
  visit: MerchantVisit,
  row: Subscription,
  { customer, plan, running, method }: Known,
): Html {
  const { base } = visit;
  const { current_period_start: start, current_period_end: end } = row;
  const contact = [row.customer_email, row.customer_phone].filter((part) => part !== null).join(', ');
  const when = (label: string, at: Date | null) => at !== null && ([label, moment(visit, at)] as const);
  return facts([
    [words.customer, customer],
    contact !== '' && [words.contact, contact],
    plan && [words.plan, link(`${base}/subscriptions/plans/${showId('plan', plan.id)}`, plan.name)],
    running && [words.planNow, words.changing.until(running.name)],
    [words.price, priceOf(row)],
    [words.method, method],
    start !== null && end !== null && [words.period, span(visit, start, end)],
    when(isEnding(row) ? words.ends : words.next, row.next_billing_at),
    when(words.trial, row.trial_ends_at),
    [words.cycles, words.cyclesOf(row.cycle_count, row.max_cycles)],
    when(words.created, row.created_at),
    when(words.canceled, row.canceled_at),
    row.cancel_reason !== null && [words.reason, row.cancel_reason],
    ['ID', exact(showId('sub', row.id))],
  ]);
}

const span = (visit: MerchantVisit, start: Date, end: Date): Child =>
  html`${moment(visit, start)} – ${moment(visit, end)}`;

function billedTable(visit: MerchantVisit, rows: readonly BilledPeriod[]): Html {
  return table<BilledPeriod>({
    caption: words.billed,
    columns: [
      {
        title: words.periodOf,
        cell: ({ period_start, period_end }) => span(visit, period_start, period_end),
      },
      { title: words.price, isNumber: true, cell: ({ total, currency }) => showMoney(total, currency) },
      { title: words.outcome, cell: ({ outcome }) => words.outcomes[outcome ?? 'open'] },
      { title: words.tries, isNumber: true, cell: ({ tries }) => tries },
      {
        title: words.invoice,
        cell: ({ invoice_id, number }) => link(invoiceAddress(visit, invoice_id), number ?? words.invoice),
      },
    ],
    rows,
    empty: words.noBilled,
  });
}
