import type { MoneyInput } from '../../../../../../generated/openapi.d.ts';
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

/** An amount as people type it, `10`, `10.5` or `10.50`, as the contract writes it; undefined if it is none, or zero. */
export function typedMoney(text: string): MoneyInput | undefined {
  const [, whole = '', cents = ''] = /^(0|[1-9][0-9]{0,11})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  const money = `${whole}.${cents.padEnd(2, '0')}`;
  return isMoney(money) ? money : undefined;
}

const isMoney = (text: string): text is MoneyInput => /^[0-9]+\.[0-9]{2}$/.test(text) && text !== '0.00';
