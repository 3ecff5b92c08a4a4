import { showId } from '../../platform/ids.ts';
import type { EventData } from '../events/record.ts';
import { formatMoney4 } from '../money/amount.ts';
import { failureInfo } from '../transactions/failures.ts';
import type { Checkout } from './queries.ts';

/** A checkout as its events show it: four decimals. Spec: "Events", payment.order. */
export function orderData(checkout: Checkout): EventData<'payment.order.created'> {
  return {
    id: showId('chk', checkout.id),
    amount: formatMoney4(checkout.amount),
    currency: checkout.currency,
    status: checkout.status,
    merchantTransactionId: checkout.reference,
    failure: failureInfo(checkout.failure),
  };
}
