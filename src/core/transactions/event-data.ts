import { showId } from '../../platform/ids.ts';
import type { EventData } from '../events/record.ts';
import { readGatewayName } from '../gateways/names.ts';
import { formatMoney4 } from '../money/amount.ts';
import { failureInfo } from './failures.ts';
import type { Transaction } from './queries.ts';
import { methodView, netOf, sourceView } from './view.ts';

/** An attempt as its events show it: four decimals. Spec: "Events", envelope. */
export function captureData(payment: Transaction): EventData<'payment.capture.completed'> {
  return {
    id: showId('txn', payment.id),
    amount: formatMoney4(payment.amount),
    net: formatMoney4(netOf(payment)),
    currency: payment.currency,
    status: payment.status,
    fee: formatMoney4(payment.fee),
    gateway: readGatewayName(payment.gateway),
    checkout_id: payment.checkout_id && showId('chk', payment.checkout_id),
    merchantTransactionId: payment.reference,
    payment_method: methodView(payment),
    source: sourceView(payment),
    failure: failureInfo(payment.failure),
    late: payment.late,
  };
}
