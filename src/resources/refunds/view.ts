import { formatMoney2 } from '../../core/money/amount.ts';
import type { Refund } from '../../core/refunds/queries.ts';
import { failureInfo } from '../../core/transactions/failures.ts';
import type { Transaction } from '../../core/transactions/queries.ts';
import type { Schemas } from '../../platform/contract/types.ts';
import { showId } from '../../platform/ids.ts';

export function refundView(refund: Refund, payment: Transaction): Schemas['Refund'] {
  return {
    refund_id: showId('ref', refund.id),
    status: refund.status,
    amount: formatMoney2(refund.amount),
    transaction_id: showId('txn', payment.id),
    currency: refund.currency,
    reason: refund.reason,
    failure: failureInfo(refund.failure),
    amount_refundable: formatMoney2(payment.amount - payment.refunded),
    created_at: refund.created_at.toISOString(),
    completed_at: refund.completed_at && refund.completed_at.toISOString(),
  };
}
