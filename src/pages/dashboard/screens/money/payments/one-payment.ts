import { findTransaction, type Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { notFound, readId } from '../../../../../platform/ids.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** The payment that the address names. @throws NOT_FOUND also for one of another merchant */
export async function paymentIn({ ctx, merchantId, params }: MerchantVisit): Promise<Transaction> {
  const payment = await findTransaction(ctx.db, merchantId, readId('txn', params['payment'] ?? ''));
  if (payment?.type !== 'payment') throw notFound('txn');
  return payment;
}

/** What is left of a payment. */
export function refundableOf({ status, amount, refunded, disputed }: Transaction): bigint {
  return status === 'completed' ? amount - refunded - disputed : 0n;
}
