import type { Act } from '../../../engine/context.ts';
import { cancel, enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordFirstEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import type { Approved, ChargeOutcome, DeclineCode, Declined, Pending } from '../../money/gateways/port.ts';
import { type Claim, ownerOf } from '../checkouts/owners.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import { tellBegun } from '../checkouts/tell-opened.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';
import { capturePayment, cardIn } from './capture-payment.ts';
import { keepGatewayAnswer } from './queries.ts';
import { returnMoney } from './return-money.ts';

/** What a gateway says of an attempt when it calls back. The amount is in ten-thousandths, as text: JSON has no bigint. */
export type GatewayCallback = {
  readonly paymentId: string;
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  readonly result:
    | { readonly kind: 'approved'; readonly amount: string; readonly currency: Currency }
    | { readonly kind: 'declined'; readonly reason: DeclineCode };
};

/** After its expiry a checkout still takes money that was on its way, this long. */
const lateMs = 24 * 60 * 60 * 1000;

/**
 * Writes what a gateway said of an attempt. Safe to run twice and from two sides at once: the attempt's row is locked,
 * a decided attempt stays as it is, and an answer about another attempt of the gateway is not heard.
 *
 * - approved: captured; or handed back when nobody waits for the money, or when another amount was paid
 * - declined: the attempt has failed
 * - pending, unknown: it stays pending and is asked for again
 *
 * @returns the attempt as it is now
 *
 * Spec: "States and transitions", checkout session and transaction.
 */
export async function settlePayment(
  act: Act,
  paymentId: string,
  outcome: ChargeOutcome,
): Promise<Transaction | undefined> {
  const payment = await lockTransaction(act.tx, act.merchant.id, paymentId);
  if (!payment || !concerns(outcome, payment)) return payment;
  if (payment.status === 'pending') await tellCheckout(act, payment);
  if (outcome.kind === 'approved') return await receive(act, payment, outcome);
  if (outcome.kind === 'declined') return await decline(act, payment, outcome);
  const waiting = outcome.kind === 'pending' ? await wait(act, payment, outcome) : payment;
  if (waiting.status === 'pending') await recordFirstEvent(act, 'payment.capture.pending', waiting);
  return waiting;
}

/** Only a wallet or a saved card may pay a checkout that nobody was told of; a gateway's reference says that it was. */
async function tellCheckout(act: Act, payment: Transaction): Promise<void> {
  if (payment.checkout_id === null || payment.gateway_reference !== null) return;
  if (payment.method_phone === null && payment.payment_method_id === null) return;
  await tellBegun(act, payment.checkout_id);
}

function concerns(outcome: ChargeOutcome, payment: Transaction): boolean {
  const named = 'gatewayReference' in outcome ? outcome.gatewayReference : null;
  return named === null || payment.gateway_reference === null || named === payment.gateway_reference;
}

async function receive(act: Act, payment: Transaction, paid: Approved): Promise<Transaction> {
  if (payment.status !== 'pending' && payment.status !== 'failed') return payment;
  if (payment.failure === 'AMOUNT_MISMATCH') return payment;
  await cancel(act, 'payments.requery', payment.id);
  if (paid.amount !== payment.amount || paid.currency !== payment.currency)
    return await refuseAmount(act, payment, paid);
  const { claim, late } = await claimOf(act, payment);
  if (claim !== 'wanted') return await handBack(act, payment, paid, claim);
  return await capturePayment(act, payment, paid, late);
}

/** The checkout is locked after the attempt, so of a success and an expiry at the same moment one comes first. */
async function claimOf(act: Act, payment: Transaction): Promise<{ claim: Claim; late: boolean }> {
  if (payment.status !== 'pending') return { claim: 'late_payment', late: true };
  if (payment.checkout_id === null) return { claim: 'wanted', late: false };
  const checkout = await lockCheckout(act.tx, act.merchant.id, payment.checkout_id);
  assert(checkout, 'an attempt has its checkout');
  const late = checkout.status === 'expired';
  const inTime = act.ctx.now(act.merchant).getTime() <= checkout.expires_at.getTime() + lateMs;
  if (checkout.status !== 'pending' && !(late && inTime)) return { claim: 'late_payment', late };
  return { claim: (await ownerOf(act.ctx, checkout)?.claim(act, checkout)) ?? 'wanted', late };
}

async function handBack(
  act: Act,
  payment: Transaction,
  paid: Approved,
  reason: Exclude<Claim, 'wanted'>,
): Promise<Transaction> {
  const now = act.ctx.now(act.merchant);
  const set = {
    late: true,
    completed_at: now,
    gateway_reference: paid.gatewayReference,
    gateway_status: paid.gatewayStatus,
  };
  const reversed = await move(act, 'transactions', payment.id, transactionMoves.handBack, { set });
  assert(reversed, 'the attempt is locked, and was pending or failed');
  await returnMoney(act, reversed, { paid, reason });
  return reversed;
}

async function refuseAmount(act: Act, payment: Transaction, paid: Approved): Promise<Transaction> {
  const failed = await fail(act, payment, 'AMOUNT_MISMATCH', paid);
  // One that had failed before stays as it is, but only by the gateway's reference can its money go back.
  const named = { gateway_reference: paid.gatewayReference, gateway_status: paid.gatewayStatus };
  if (payment.status === 'failed') await keepGatewayAnswer(act.tx, act.merchant.id, payment.id, named);
  await returnMoney(act, failed, { paid, reason: 'amount_mismatch' });
  return failed;
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
  if (payment.status === 'pending') await tellOwner(act, payment, failure);
  const set = {
    failure,
    completed_at: act.ctx.now(act.merchant),
    gateway_reference: said.gatewayReference ?? payment.gateway_reference,
    gateway_status: said.gatewayStatus,
    ...cardIn(said),
  };
  return (await move(act, 'transactions', payment.id, transactionMoves.decline, { set })) ?? payment;
}

/** Before the event, as a payment that is approved locks its owner before the ledger: nobody waits for both in turn. */
async function tellOwner(act: Act, payment: Transaction, failure: string): Promise<void> {
  const owner = ownerOf(act.ctx, payment);
  if (!owner || payment.checkout_id === null) return;
  const checkout = await lockCheckout(act.tx, act.merchant.id, payment.checkout_id);
  if (checkout?.status === 'pending') await owner.attemptOver(act, checkout, failure);
}

async function wait(act: Act, payment: Transaction, outcome: Pending): Promise<Transaction> {
  if (payment.status !== 'pending') return payment;
  const kept = { gateway_reference: outcome.gatewayReference, gateway_status: outcome.gatewayStatus };
  await keepGatewayAnswer(act.tx, act.merchant.id, payment.id, kept);
  if (payment.gateway_reference === null) await awaitCallbacks(act, payment, outcome);
  return { ...payment, ...kept };
}

/** Only a sandbox gateway names its callbacks in advance; they travel on the live path as jobs of the merchant's clock. */
async function awaitCallbacks(act: Act, payment: Transaction, outcome: Pending): Promise<void> {
  for (const [index, { afterMs, outcome: said }] of (outcome.callbacks ?? []).entries()) {
    await enqueue(act, 'payments.callback', {
      key: `${payment.id}/${index + 1}`,
      payload: callbackOf(payment.id, outcome.gatewayReference, said),
      at: new Date(payment.created_at.getTime() + afterMs),
    });
  }
}

function callbackOf(paymentId: string, gatewayReference: string, said: Approved | Declined): GatewayCallback {
  const { gatewayStatus } = said;
  if (said.kind === 'declined') {
    return { paymentId, gatewayReference, gatewayStatus, result: { kind: 'declined', reason: said.reason } };
  }
  const result = { kind: 'approved', amount: String(said.amount), currency: said.currency } as const;
  return { paymentId, gatewayReference, gatewayStatus, result };
}
