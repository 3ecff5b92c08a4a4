import { showMoney2 } from '../../../../../domain/money/amounts/amount.ts';
import { maskPhone } from '../../../../../domain/money/wallets/phone.ts';
import { findAuthorization } from '../../../../../domain/payments/checkouts/authorization-queries.ts';
import { findDisputes } from '../../../../../domain/payments/disputes/queries.ts';
import { findRefundsOf } from '../../../../../domain/payments/refunds/queries.ts';
import { findTerminal, type Terminal } from '../../../../../domain/payments/terminals/queries.ts';
import { failureInfo } from '../../../../../domain/payments/transactions/failures.ts';
import {
  findTransactionsOfCheckout,
  type Transaction,
} from '../../../../../domain/payments/transactions/queries.ts';
import { netOf, shownFee } from '../../../../../domain/payments/transactions/shown-fee.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { paymentsWords as words } from '../../../../words/dashboard/money/payments.ts';
import { refundsWords } from '../../../../words/dashboard/money/refunds.ts';
import { screen } from '../../../parts/frame.ts';
import type { Result } from '../../../parts/notices.ts';
import { metadataSection, methodOf, paymentAddress, splitFact, statusOf } from '../../../parts/payments.ts';
import { block, exact, linkButton, moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { paymentIn, refundableOf } from './one-payment.ts';
import { eventsSection, journalSection, sharesSection } from './posted.ts';
import { heldInReserve } from './releases.ts';
import { type History, timeline } from './timeline.ts';

/** A payment has few of each; more are left out. */
const most = 50;

export async function showPayment(visit: MerchantVisit): Promise<Answer> {
  const payment = await paymentIn(visit);
  const history = await historyOf(visit, payment);
  const { refunds, disputes } = history;
  const sources = [payment.id, ...[...refunds, ...disputes].map(({ id }) => id)];
  const resources = payment.checkout_id === null ? sources : [...sources, payment.checkout_id];
  const [reader, shares, journal, events] = await Promise.all([
    readerOf(visit, payment),
    sharesSection(visit, payment),
    journalSection(visit, payment.id, sources),
    eventsSection(visit, resources),
  ]);
  return screen(visit, {
    title: words.payment.title(showMoney(payment.amount, payment.currency)),
    up: { label: words.title, to: `${visit.base}/payments` },
    actions: html`${statusOf(payment)} ${actions(visit, history)}`,
    done: resultOf(visit, history),
    main: html`${section(words.payment.summary, money(visit, history))}
${section(words.payment.details, details(visit, payment, reader))}
${metadataSection(payment)}
${shares}
${section(words.payment.timeline, timeline(visit, history))}
${journal}
${events}
${section(words.payment.facts, html`<p class="small soft">${words.payment.factsNote}</p><details class="more"><summary>${words.fact.record}</summary>${block(record(payment), words.fact.record)}</details>`)}`,
  });
}

const looks = {
  completed: 'good',
  pending: 'plain',
  failed: 'bad',
  captured: 'good',
  capturing: 'plain',
  refused: 'bad',
  voided: 'good',
  voiding: 'plain',
} as const satisfies Record<keyof typeof refundsWords.done, string>;

/** How the refund, or the held amount, that the last form was about stands now. */
function resultOf({ query }: MerchantVisit, { refunds, authorization }: History): Result | undefined {
  const about = query.get('done');
  const refund = refunds.find(({ id }) => showId('ref', id) === about);
  const status = about === 'hold' ? authorization?.status : refund?.status;
  if (status === undefined || status === 'held') return undefined;
  return { look: looks[status], text: refundsWords.done[status] };
}

async function historyOf({ ctx, merchantId }: MerchantVisit, payment: Transaction): Promise<History> {
  const { id, checkout_id: checkout } = payment;
  const page = { after: undefined, rows: most };
  const [authorization, attempts, refunds, disputes, { now }] = await Promise.all([
    findAuthorization(ctx.db, merchantId, id),
    checkout === null ? [] : findTransactionsOfCheckout(ctx.db, merchantId, checkout, most),
    findRefundsOf(ctx.db, merchantId, id, most),
    findDisputes(ctx.db, merchantId, { status: undefined, paymentId: id }, page),
    readClock(ctx, merchantId),
  ]);
  const others = attempts.filter((other) => other.type === 'payment' && other.id !== id);
  return { payment, authorization, others, refunds, disputes, now };
}

/** While a dispute is open, the part that is not disputed cannot be refunded either. */
function refundableNow({ payment, disputes }: History): bigint {
  const isDisputed = disputes.some((one) => one.opened_at !== null && one.resolved_at === null);
  return isDisputed ? 0n : refundableOf(payment);
}

function actions(visit: MerchantVisit, history: History): Html | false {
  if (!visit.may('refund')) return false;
  const { payment, authorization } = history;
  const address = paymentAddress(visit, payment.id);
  const button = (name: string, label: string, look: 'main' | 'quiet') =>
    linkButton(`${address}/${name}`, label, look);
  return html`${refundableNow(history) > 0n && button('refund', refundsWords.refund.action, 'main')}
${authorization?.status === 'held' && html`${button('capture', refundsWords.hold.capture, 'main')} ${button('release', refundsWords.hold.void, 'quiet')}`}`;
}

function money({ ctx }: MerchantVisit, history: History): Html {
  const { payment } = history;
  const { amount, currency, refunded, disputed } = payment;
  const reserve = heldInReserve(history);
  const { payment: labels } = words;
  const line = (label: string, sum: bigint) => html`<dt>${label}</dt><dd>${showMoney(sum, currency)}</dd>`;
  return html`<dl class="sums">${line(labels.amount, amount)}${line(labels.fee, -shownFee(ctx, payment))}${line(labels.net, netOf(ctx, payment))}${reserve > 0n && line(labels.reserve, reserve)}${refunded > 0n && line(labels.refunded, -refunded)}${disputed > 0n && line(labels.disputed, -disputed)}${line(labels.refundable, refundableNow(history))}</dl>`;
}

const given = (label: string, text: string | null) => text !== null && ([label, text] as const);

/** The reader that took a payment: its place now, also if it was removed since. */
async function readerOf(
  { ctx, merchantId }: MerchantVisit,
  { source_type: type, source_id: id }: Transaction,
) {
  return type === 'terminal' ? await findTerminal(ctx.db, merchantId, id) : undefined;
}

function details(visit: MerchantVisit, payment: Transaction, reader: Terminal | undefined): Html {
  const { fact } = words;
  return facts([
    [fact.id, exact(showId('txn', payment.id))],
    payment.checkout_id !== null && [fact.checkout, exact(showId('chk', payment.checkout_id))],
    [fact.reference, exact(payment.reference)],
    given(fact.method, methodOf(payment) || null),
    [fact.source, words.sources[payment.source_type]],
    reader && [words.sources.terminal, html`${reader.location_name} ${exact(showId('trm', reader.id))}`],
    given(fact.customer, payment.customer_name),
    given(fact.email, payment.customer_email),
    given(fact.phone, payment.customer_phone && maskPhone(payment.customer_phone)),
    given(fact.description, payment.description),
    splitFact(visit, payment.split_id),
    given(fact.failure, failureInfo(payment.failure)?.message ?? null),
    [fact.gateway, payment.gateway],
    payment.gateway_reference !== null && [fact.gatewayReference, exact(payment.gateway_reference)],
    given(fact.gatewayStatus, payment.gateway_status),
    [fact.created, moment(visit, payment.created_at)],
    payment.completed_at !== null && [fact.completed, moment(visit, payment.completed_at)],
  ]);
}

/** Every stored column but those that only the service needs; amounts with two decimals, phones masked. */
function record(payment: Transaction): string {
  const { merchant_id: _, ...row } = payment;
  const amounts = ['amount', 'fee', 'refunded', 'disputed', 'reserve_amount'];
  const shown = Object.entries(row).map(([name, value]) => {
    if (typeof value === 'bigint') return [name, amounts.includes(name) ? showMoney2(value) : String(value)];
    const isPhone = name.endsWith('_phone') && typeof value === 'string';
    return [name, isPhone ? maskPhone(value) : value];
  });
  return JSON.stringify(Object.fromEntries(shown), null, 2);
}
