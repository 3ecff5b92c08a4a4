import { amountOf } from '../../money/amounts/amount.ts';
import { feeOf } from '../../money/fees/payment-fees.ts';
import type { Transaction } from './queries.ts';

/** The amount less the fee; zero when nothing was paid. */
export function netOf(row: Transaction): bigint {
  return row.status === 'failed' || row.status === 'voided' ? 0n : row.amount - shownFee(row);
}

/** A payment gets its fee when it completes. Until then the fee is shown as it will be. */
export function shownFee({ type, status, method_type, amount, currency, fee }: Transaction): bigint {
  const isOpen = status === 'pending' || status === 'authorized';
  if (type !== 'payment' || !isOpen || method_type === null) return fee;
  return feeOf(method_type, amountOf(amount), currency);
}
