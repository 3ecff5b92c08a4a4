import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { recordFirstEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type {
  Approved,
  Authorized,
  Challenge,
  ChargeOutcome,
  DeclineCode,
  Declined,
  Pending,
} from '../../money/gateways/port.ts';
import { recordOpenedOnBegun } from '../checkouts/open-checkout.ts';
import { type MoneyVerdict, ownerOf } from '../checkouts/owners.ts';
import { type Checkout, lockCheckout } from '../checkouts/queries.ts';
import type { Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';
import { capturePayment, cardIn } from './capture-payment.ts';
import { unanswered } from './challenge.ts';
import { awaitCallbacks } from './gateway-callback.ts';
import { holdAmount, releaseUnwanted } from './hold-amount.ts';
import { keepGatewayAnswer, lockAttempt } from './queries.ts';
import { handBack, returnMoney } from './return-money.ts';

type Verdict = { readonly verdict: MoneyVerdict; readonly late: boolean };

/** For this long after its expiry a checkout still accepts money that was already on its way. */
const lateMs = 24 * 60 * 60 * 1000;

/**
 * Writes what a gateway said of an attempt. Safe to run twice and concurrently: the attempt's row is locked, a decided
 * attempt does not change, and an answer with another gateway reference is ignored.
 *
 * - approved: the payment is captured. The money goes back if it is late or surplus, or if the amount is wrong
 * - authorized: the amount is held. It is released if it is late or wrong
 * - declined: the attempt fails
 * - challenge: it waits for the customer's answer; without a customer on the page it fails
 * - pending, unknown: it stays pending, and its job asks again
 *
 * @param checkoutId the attempt's checkout, if both are to be locked in one round trip
 * @returns the attempt as it is now
 *
 * Spec: "States and transitions", checkout session and transaction.
 */
export async function settlePayment(
  act: Act,
  paymentId: string,
  outcome: ChargeOutcome,
  checkoutId: string | null = null,
): Promise<Transaction | undefined> {
  const [payment, checkout] = await lockAttempt(act.tx, act.merchant.id, paymentId, checkoutId);
  if (!payment || !concerns(outcome, payment)) return payment;
  if (payment.status === 'pending') await recordCheckout(act, payment);
  if (outcome.kind === 'approved') return await receive(act, payment, outcome, checkout);
  if (outcome.kind === 'authorized') return await receiveHold(act, payment, outcome);
  if (outcome.kind === 'declined') return await decline(act, payment, outcome);
  const waiting = 'gatewayReference' in outcome ? await wait(act, payment, outcome) : payment;
  if (waiting.status === 'pending') await recordFirstEvent(act, 'payment.capture.pending', waiting);
  return waiting;
}

/**
 * Records the opening of a single-attempt checkout. Only a wallet or a saved card can pay such a checkout. If the attempt already
 * has a gateway reference, an earlier answer has recorded it.
 */
async function recordCheckout(act: Act, payment: Transaction): Promise<void> {
  if (payment.checkout_id === null || payment.gateway_reference !== null) return;
  if (payment.method_phone === null && payment.payment_method_id === null) return;
  await recordOpenedOnBegun(act, payment.checkout_id);
}

function concerns(outcome: ChargeOutcome, payment: Transaction): boolean {
  const named = 'gatewayReference' in outcome ? outcome.gatewayReference : null;
  const { gateway_reference: known } = payment;
  if (named === null || known === null || named === known) return true;
  return outcome.kind === 'approved' && outcome.replacesReference === true;
}

async function receive(act: Act, payment: Transaction, paid: Approved, locked?: Checkout) {
  if (payment.status !== 'pending' && payment.status !== 'failed') return payment;
  if (payment.failure === 'AMOUNT_MISMATCH') return payment;
  await cancel(act, 'payments.requery', payment.id);
  if (!isOfAmount(payment, paid)) return await refuseAmount(act, payment, paid);
  const { verdict, late } = await verdictOn(act, payment, locked);
  if (verdict !== 'wanted') return await handBack(act, payment, paid, verdict);
  return await capturePayment(act, payment, paid, late);
}

async function receiveHold(act: Act, payment: Transaction, held: Authorized): Promise<Transaction> {
  if (payment.status !== 'pending' && payment.status !== 'failed') return payment;
  if (payment.failure === 'AMOUNT_MISMATCH') return payment;
  await cancel(act, 'payments.requery', payment.id);
  if (isOfAmount(payment, held)) return await holdAmount(act, payment, held);
  const failed = await failByAmount(act, payment, held);
  await releaseUnwanted(act, failed, held);
  return failed;
}

function isOfAmount(payment: Transaction, { amount, currency }: Approved | Authorized): boolean {
  return amount === payment.amount && currency === payment.currency;
}

/** Locks the checkout after the attempt, as the expiry does: an approval and an expiry at the same moment take turns. */
async function verdictOn(act: Act, payment: Transaction, locked?: Checkout): Promise<Verdict> {
  if (payment.status !== 'pending') return { verdict: 'late_payment', late: true };
  if (payment.checkout_id === null) return { verdict: 'wanted', late: false };
  const checkout = locked ?? (await lockCheckout(act.tx, act.merchant.id, payment.checkout_id));
  assert(checkout, 'an attempt has its checkout');
  const late = checkout.status === 'expired';
  const inTime = act.ctx.now(act.merchant).getTime() <= checkout.expires_at.getTime() + lateMs;
  if (checkout.status !== 'pending' && !(late && inTime)) return { verdict: 'late_payment', late };
  return { verdict: (await ownerOf(act.ctx, checkout)?.claim(act, checkout)) ?? 'wanted', late };
}

async function refuseAmount(act: Act, payment: Transaction, paid: Approved): Promise<Transaction> {
  const failed = await failByAmount(act, payment, paid);
  await returnMoney(act, failed, { paid, reason: 'amount_mismatch' });
  return failed;
}

/** An attempt that had failed before gets this reason: money was taken, and its first reason says that none was. */
async function failByAmount(
  act: Act,
  payment: Transaction,
  said: Approved | Authorized,
): Promise<Transaction> {
  if (payment.status !== 'failed') return await fail(act, payment, 'AMOUNT_MISMATCH', said);
  const set = {
    failure: 'AMOUNT_MISMATCH',
    gateway_reference: said.gatewayReference,
    gateway_status: said.gatewayStatus,
  };
  await keepGatewayAnswer(act.tx, act.merchant.id, payment.id, set);
  return { ...payment, ...set };
}

async function decline(act: Act, payment: Transaction, outcome: Declined): Promise<Transaction> {
  if (payment.status !== 'pending') return payment;
  await cancel(act, 'payments.requery', payment.id);
  return await fail(act, payment, outcome.reason, outcome);
}

async function fail(
  act: Act,
  payment: Transaction,
  failure: DeclineCode | 'AMOUNT_MISMATCH',
  said: Pick<Declined, 'gatewayReference' | 'gatewayStatus' | 'card'>,
): Promise<Transaction> {
  if (payment.status === 'pending') await callOwner(act, payment, failure);
  const set = {
    failure,
    completed_at: act.ctx.now(act.merchant),
    gateway_reference: said.gatewayReference ?? payment.gateway_reference,
    gateway_status: said.gatewayStatus,
    ...cardIn(said),
  };
  return (await move(act, 'transactions', payment.id, transactionMoves.decline, { set })) ?? payment;
}

/** Called before the event is recorded. Lock order: owner before ledger, as on approval, to avoid a deadlock. */
async function callOwner(act: Act, payment: Transaction, failure: string): Promise<void> {
  const owner = ownerOf(act.ctx, payment);
  if (!owner || payment.checkout_id === null) return;
  const checkout = await lockCheckout(act.tx, act.merchant.id, payment.checkout_id);
  if (checkout?.status === 'pending') await owner.attemptOver(act, checkout, failure);
}

/** Whether a customer is on the hosted page of this attempt. A saved card is charged without one. */
async function canAnswer(act: Act, payment: Transaction): Promise<boolean> {
  if (payment.checkout_id === null || payment.payment_method_id !== null) return false;
  return (await lockCheckout(act.tx, act.merchant.id, payment.checkout_id))?.status === 'pending';
}

async function wait(act: Act, payment: Transaction, outcome: Pending | Challenge): Promise<Transaction> {
  if (payment.status !== 'pending') return payment;
  if (outcome.kind === 'challenge' && !(await canAnswer(act, payment)))
    return await decline(act, payment, unanswered(outcome.gatewayReference));
  const kept = { gateway_reference: outcome.gatewayReference, gateway_status: outcome.gatewayStatus };
  // A challenge that was answered and is still open: the answer did not arrive, so the customer may answer again.
  const challenged = outcome.kind === 'challenge' && {
    challenged_at: payment.challenged_at ?? act.ctx.now(act.merchant),
    challenge_answered_at: null,
  };
  await keepGatewayAnswer(act.tx, act.merchant.id, payment.id, { ...kept, ...challenged });
  if (payment.gateway_reference === null && outcome.kind === 'pending')
    await awaitCallbacks(act, payment, outcome);
  return { ...payment, ...kept, ...challenged };
}
