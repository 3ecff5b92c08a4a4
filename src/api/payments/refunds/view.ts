import { formatMoney2, formatMoney4, showMoney2 } from '../../../domain/money/amounts/amount.ts';
import type { Refund } from '../../../domain/payments/refunds/queries.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { EventData } from '../../../engine/context.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import { showId } from '../../../platform/ids.ts';

export function refundView(refund: Refund, payment: Transaction): Schemas['Refund'] {
  return {
    refund_id: showId('ref', refund.id),
    status: refund.status,
    amount: showMoney2(refund.amount),
    transaction_id: showId('txn', payment.id),
    currency: refund.currency,
    reason: refund.reason,
    failure: failureInfo(refund.failure),
    // A payment that was handed back unwanted has nothing left to refund.
    amount_refundable: formatMoney2(
      payment.status === 'completed' ? payment.amount - payment.refunded - payment.disputed : 0n,
    ),
    created_at: refund.created_at.toISOString(),
    completed_at: refund.completed_at && refund.completed_at.toISOString(),
  };
}

/** Spec: "Events delivered today", payment.refund.completed. */
export function refundData(refund: Refund): EventData<'payment.refund.completed'> {
  return {
    id: showId('ref', refund.id),
    transaction_id: showId('txn', refund.payment_id),
    amount: formatMoney4(refund.amount),
    currency: refund.currency,
    status: refund.status,
    reason: refund.reason,
    failure: failureInfo(refund.failure),
  };
}
