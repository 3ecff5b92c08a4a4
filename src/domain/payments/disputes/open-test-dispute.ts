import type { MoneyInput } from '../../../../generated/openapi.d.ts';
import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound, showId } from '../../../platform/ids.ts';
import { amountOf, formatMoney2, parseAmount } from '../../money/amounts/amount.ts';
import type { DisputeReason } from '../../money/gateways/dispute-port.ts';
import { warningMs } from '../../money/gateways/sandbox/dispute-scenarios.ts';
import { referenceOf } from '../../money/gateways/sandbox/scenarios.ts';
import { findOpenDispute } from '../refunds/queries.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { openReported } from './open-dispute.ts';
import type { Dispute } from './queries.ts';
import { playReports } from './receive-report.ts';

type Wanted = {
  readonly paymentId: string;
  readonly reason: DisputeReason;
  readonly amount: MoneyInput | undefined;
  readonly isWarning: boolean;
};

/**
 * Does what a customer's bank does who disputes a payment or warns of it. A warning becomes a dispute after three days, unless a
 * refund answers it.
 *
 * @throws TRANSACTION_NOT_REFUNDABLE not a payment, or not completed: `details.status`, `details.type`
 * @throws TRANSACTION_DISPUTED       `details.dispute_id`
 * @throws INVALID_AMOUNT             part of a unit, see parseAmount
 * @throws REFUND_EXCEEDS_REMAINING   more than is left of the payment: `details.amount_refundable`
 *
 * Decision 0073.
 */
export async function openTestDispute(act: Act, wanted: Wanted): Promise<Dispute> {
  const { payment, warning } = await lockDisputable(act, wanted);
  const left = payment.amount - payment.refunded - payment.disputed;
  const amount = wanted.amount === undefined ? amountOf(left) : parseAmount(wanted.amount, payment.currency);
  if (amount <= 0n || amount > left)
    throw new ApiError('REFUND_EXCEEDS_REMAINING', { details: { amount_refundable: formatMoney2(left) } });
  const { reason, isWarning } = wanted;
  // The dispute that was warned of: its follow-up, which is on its way, is then the same report.
  const gatewayReference = warning?.gateway_reference ?? referenceOf({ name: 'dispute' }, newId());
  const kind = isWarning ? 'warned' : 'opened';
  const opened = await openReported(act, payment, { kind, reason, amount, gatewayReference });
  if ('ignored' in opened) throw new Error(opened.ignored);
  if (isWarning) {
    const followUp = { kind: 'opened', reason, amount } as const;
    const callbacks = [{ afterMs: warningMs, gatewayReference, report: followUp }];
    await playReports(act, payment.id, { from: opened.created_at, callbacks });
  }
  return opened;
}

type Disputable = { readonly payment: Transaction; readonly warning: Dispute | undefined };

async function lockDisputable(act: Act, { paymentId, isWarning }: Wanted): Promise<Disputable> {
  const payment = await lockTransaction(act.tx, act.merchant.id, paymentId);
  if (!payment) throw notFound('txn');
  const { type, status } = payment;
  if (type !== 'payment' || status !== 'completed')
    throw new ApiError('TRANSACTION_NOT_REFUNDABLE', { details: { type, status } });
  const open = await findOpenDispute(act.tx, act.merchant.id, payment.id);
  if (open && (isWarning || open.status !== 'warning'))
    throw new ApiError('TRANSACTION_DISPUTED', { details: { dispute_id: showId('dsp', open.id) } });
  return { payment, warning: open };
}
