import { maskPhone } from '../../../../../domain/money/wallets/phone.ts';
import type { Authorization } from '../../../../../domain/payments/checkouts/authorization-queries.ts';
import type { Dispute } from '../../../../../domain/payments/disputes/queries.ts';
import type { Refund } from '../../../../../domain/payments/refunds/queries.ts';
import { failureInfo } from '../../../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { paymentsWords } from '../../../../words/dashboard/money/payments.ts';
import { paymentAddress, refundAddress } from '../../../parts/payments.ts';
import { link, moment, shownMoment } from '../../../parts/show.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { type ReserveRelease, reserveReleasesOf, settlementOf } from './releases.ts';

const { event: words, status: statusWords, disputeStatus } = paymentsWords;

export type History = {
  readonly payment: Transaction;
  readonly authorization: Authorization | undefined;
  /** The other attempts to pay the same checkout. */
  readonly others: readonly Transaction[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
  /** Business time. */
  readonly now: Date;
};

/** Something at a moment; without one it has not happened. */
type Happened = readonly [at: Date | null, text: Child];

/** What happened to a payment, and what will, oldest first. */
export function timeline(visit: MerchantVisit, history: History): Html {
  const all = [
    ...ofAttempt(history),
    ...ofHold(visit, history),
    ...ofMoney(history),
    ...history.others.map((other) => ofOther(visit, other)),
    ...history.refunds.flatMap((refund) => ofRefund(visit, refund)),
    ...history.disputes.flatMap(ofDispute),
  ];
  const happened = all.flatMap(([at, text]) => (at === null ? [] : [{ at, text }]));
  const sorted = happened.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return html`<ol class="timeline">${sorted.map(({ at, text }) => html`<li>${text}${moment(visit, at)}</li>`)}</ol>`;
}

function ofAttempt({ payment }: History): readonly Happened[] {
  const { method_phone: phone } = payment;
  return [
    [payment.created_at, phone === null ? words.began : words.prompted(maskPhone(phone))],
    [payment.challenged_at, words.challenged],
    [payment.challenge_answered_at, words.answered],
    [payment.completed_at, endOf(payment)],
  ];
}

function endOf({ status, failure, late, available_on }: Transaction): string {
  if (available_on !== null) return late ? words.capturedLate : words.captured;
  if (status === 'reversed') return words.handedBack;
  return status === 'voided' ? words.voided : words.failed(failureInfo(failure)?.message ?? '');
}

function ofHold(visit: MerchantVisit, { authorization: hold }: History): readonly Happened[] {
  if (!hold) return [];
  const asked = hold.captured_amount === null ? words.voidAsked : words.captureAsked;
  return [
    [hold.created_at, words.held(shownMoment(visit, hold.expires_at))],
    [hold.asked_at, asked],
  ];
}

function ofMoney(history: History): readonly Happened[] {
  const { available_on } = history.payment;
  const isOver = available_on !== null && available_on <= history.now;
  const settlement = settlementOf(history);
  const releases = reserveReleasesOf(history);
  const settled: Happened[] =
    settlement === 'nothing' ? [] : [[available_on, words[settlement][isOver ? 'settled' : 'settles']]];
  return [...settled, ...releases.map((release): Happened => [release.at, releaseIn(history, release)])];
}

function releaseIn({ payment, now }: History, { at, amount }: ReserveRelease): string {
  if (amount === payment.reserve_amount) return at <= now ? words.reserveReleased : words.reserveReleases;
  const part = showMoney(amount, payment.currency);
  return at <= now ? words.partReleased(part) : words.partReleases(part);
}

function ofOther(visit: MerchantVisit, { id, created_at, status }: Transaction): Happened {
  return [created_at, link(paymentAddress(visit, id), words.anotherAttempt(statusWords[status]))];
}

function ofRefund(visit: MerchantVisit, refund: Refund): readonly Happened[] {
  const { id, amount, currency, status, created_at, completed_at } = refund;
  const shown = showMoney(amount, currency);
  const end = status === 'failed' ? words.refundFailed(shown) : words.refundDone(shown);
  return [
    [created_at, link(refundAddress(visit, id), words.refundAsked(shown))],
    [completed_at, end],
  ];
}

function ofDispute({ amount, currency, status, ...at }: Dispute): readonly Happened[] {
  const opened: Happened = [at.opened_at, words.disputed(showMoney(amount, currency))];
  return [
    ...(at.opened_at === null ? [[at.created_at, words.warned] as const] : []),
    opened,
    [at.resolved_at, words.resolved(disputeStatus[status])],
  ];
}
