import { notThere } from '../../../../../domain/payments/transactions/archived.ts';
import { findTransaction, type Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { readId } from '../../../../../platform/ids.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** The payment that the address names. @throws NOT_FOUND also for one of another merchant */
export async function paymentIn({ ctx, merchantId, params }: MerchantVisit): Promise<Transaction> {
  const id = readId('txn', params['payment'] ?? '');
  const payment = await findTransaction(ctx.db, merchantId, id);
  if (payment?.type !== 'payment') throw await notThere(ctx.db, merchantId, { prefix: 'txn', id });
  return payment;
}

/** What is left of a payment. */
export function refundableOf({ status, amount, refunded, disputed }: Transaction): bigint {
  return status === 'completed' ? amount - refunded - disputed : 0n;
}
