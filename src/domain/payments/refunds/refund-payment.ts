import type { MoneyInput } from '../../../../generated/openapi.d.ts';
import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { formatMoney2, parseAmount } from '../../money/amounts/amount.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { openRefund } from './open-refund.ts';
import { countRefunded, type Refund } from './queries.ts';
import { shareRefund, takeRefund } from './refund-money.ts';

/** The request itself asks the gateway; the job does when it could not. */
const askMs = 10_000;

/**
 * Begins to give `amount` of a completed payment back to the customer.
 *
 * @param wanted.amount in the payment's currency; absent: all that is left to refund
 * @returns the refund, `pending`; `settleRefund` ends it when the gateway has answered
 * @throws TRANSACTION_NOT_REFUNDABLE not a payment, or not completed: `details.status`, `details.type`
 * @throws INVALID_AMOUNT             part of a unit, see parseAmount
 * @throws REFUND_EXCEEDS_REMAINING   more than the payment less its other refunds: `details.amount_refundable`
 * @throws INSUFFICIENT_BALANCE       `available` would fall below the refund allowance
 * @throws GATEWAY_NOT_CONFIGURED     the payment's gateway is not there any more
 *
 * Spec: "POST /v1/transactions/{id}/refund", "States and transitions".
 */
export async function refundPayment(
  act: Act,
  wanted: {
    readonly paymentId: string;
    readonly amount: MoneyInput | undefined;
    readonly reason: string | null;
  },
): Promise<Refund> {
  const payment = await lockRefundable(act, wanted.paymentId);
  const remaining = payment.amount - payment.refunded;
  const amount = wanted.amount === undefined ? remaining : parseAmount(wanted.amount, payment.currency);
  if (amount <= 0n || amount > remaining) {
    throw new ApiError('REFUND_EXCEEDS_REMAINING', {
      details: { amount_refundable: formatMoney2(remaining) },
    });
  }
  await countRefunded(act.tx, act.merchant.id, payment.id, amount);
  const counted = { ...payment, refunded: payment.refunded + amount };
  const shares = await shareRefund(act, counted, amount);
  const refund = await openRefund(act, counted, {
    ...shares,
    amount,
    currency: payment.currency,
    reason: wanted.reason,
    unwanted: false,
    askAt: new Date(act.ctx.now(act.merchant).getTime() + askMs),
  });
  await takeRefund(act, counted, refund);
  return refund;
}

async function lockRefundable(act: Act, id: string): Promise<Transaction> {
  const payment = await lockTransaction(act.tx, act.merchant.id, id);
  if (!payment) throw notFound('txn');
  const { type, status } = payment;
  if (type !== 'payment' || status !== 'completed') {
    throw new ApiError('TRANSACTION_NOT_REFUNDABLE', { details: { type, status } });
  }
  if (!act.ctx.gateways.byName(payment.gateway)) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  return payment;
}
