import type { MoneyInput } from '../../../../generated/openapi.d.ts';
import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound, showId } from '../../../platform/ids.ts';
import { formatMoney2, parseAmount } from '../../money/amounts/amount.ts';
import { nextQuestionDue } from '../../money/gateways/asking.ts';
import type { RefundOutcome } from '../../money/gateways/refund-port.ts';
import { notThere } from '../transactions/archived.ts';
import { findTransaction, lockTransaction, type Transaction } from '../transactions/queries.ts';
import { tellPending } from './finish-refund.ts';
import { openRefund } from './open-refund.ts';
import { countRefunded, findOpenDispute, findRefund, type Refund } from './queries.ts';
import { shareRefund, takeRefund } from './refund-money.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Begins to refund a completed payment, in whole or in part.
 *
 * @param wanted.amount in the payment's currency; absent: everything that is left
 * @returns the pending refund; `endRefund` settles it when the gateway has answered
 * @throws TRANSACTION_NOT_REFUNDABLE not a payment, or not completed: `details.status`, `details.type`
 * @throws INVALID_AMOUNT             part of a unit, see parseAmount
 * @throws REFUND_EXCEEDS_REMAINING   more than is left of the payment: `details.amount_refundable`
 * @throws TRANSACTION_DISPUTED       a dispute is open: `details.dispute_id`
 * @throws INSUFFICIENT_BALANCE       see takeRefund
 * @throws GATEWAY_NOT_CONFIGURED     the payment's gateway is no longer configured
 *
 * Spec: "POST /v1/transactions/{id}/refund", "States and transitions".
 */
export async function beginRefund(
  act: Act,
  wanted: {
    readonly paymentId: string;
    readonly amount: MoneyInput | undefined;
    readonly reason: string | null;
  },
): Promise<Refund> {
  const payment = await lockRefundable(act, wanted.paymentId);
  const remaining = payment.amount - payment.refunded - payment.disputed;
  const amount = wanted.amount === undefined ? remaining : parseAmount(wanted.amount, payment.currency);
  if (amount <= 0n || amount > remaining) {
    throw new ApiError('REFUND_EXCEEDS_REMAINING', {
      details: { amount_refundable: formatMoney2(remaining) },
    });
  }
  act.tx.goOnWithout(countRefunded(act.tx, act.merchant.id, payment.id, amount));
  const counted = { ...payment, refunded: payment.refunded + amount };
  const shares = await shareRefund(act, counted, amount);
  const now = act.ctx.now(act.merchant);
  const refund = await openRefund(act, counted, {
    ...shares,
    amount,
    currency: payment.currency,
    reason: wanted.reason,
    unwanted: false,
    // The request asks the gateway itself; the job does so only if the request died.
    askAt: nextQuestionDue(now, 1, now),
  });
  await takeRefund(act, counted, refund);
  return refund;
}

/**
 * Finds the refund that an earlier call began before it died.
 *
 * Spec: "POST /v1/transactions/{id}/refund". Decision 0007.
 */
export async function resumeRefund(act: Act, id: string): Promise<Refund> {
  const refund = await findRefund(act.tx, act.merchant.id, id);
  assert(refund, 'a refund is never deleted');
  return refund;
}

/**
 * Settles a refund with the gateway's answer. Records `payment.refund.pending` if the gateway has not decided.
 *
 * @returns the refund and its payment as they are now
 * @throws NOT_FOUND the sandbox was reset meanwhile
 *
 * Spec: "POST /v1/transactions/{id}/refund", "Events".
 */
export async function endRefund(
  act: Act,
  id: string,
  outcome: RefundOutcome,
): Promise<{ readonly refund: Refund; readonly payment: Transaction }> {
  const refund = await settleRefund(act, id, outcome);
  if (!refund) throw notFound('txn');
  if (refund.status === 'pending') await tellPending(act, refund);
  const payment = await findTransaction(act.tx, act.merchant.id, refund.payment_id);
  assert(payment, 'a refund has its payment');
  return { refund, payment };
}

async function lockRefundable(act: Act, id: string): Promise<Transaction> {
  const payment = await lockTransaction(act.tx, act.merchant.id, id);
  if (!payment) throw await notThere(act.tx, act.merchant.id, { prefix: 'txn', id });
  const { type, status } = payment;
  if (type !== 'payment' || status !== 'completed') {
    throw new ApiError('TRANSACTION_NOT_REFUNDABLE', { details: { type, status } });
  }
  await refuseDisputed(act, payment);
  if (!act.ctx.gateways.byName(payment.gateway)) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  return payment;
}

/** A payment whose dispute is open is not refunded: if the dispute were lost, the customer would have the money twice. */
async function refuseDisputed(act: Act, payment: Transaction): Promise<void> {
  if (payment.disputed === 0n) return;
  const dispute = await findOpenDispute(act.tx, act.merchant.id, payment.id);
  if (dispute?.opened_at == null) return;
  throw new ApiError('TRANSACTION_DISPUTED', { details: { dispute_id: showId('dsp', dispute.id) } });
}
