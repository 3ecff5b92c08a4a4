import { showId } from '../../platform/ids.ts';
import type { EventData } from '../events/record.ts';
import { formatMoney4 } from '../money/amount.ts';
import { failureInfo } from '../transactions/failures.ts';
import type { Refund } from './queries.ts';

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
