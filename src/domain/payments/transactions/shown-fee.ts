import type { Context } from '../../../engine/context.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { feeOf } from '../../money/fees/payment-fees.ts';
import type { Transaction } from './queries.ts';

type Gated = Pick<Context, 'gateways'>;

/** The amount less the fee; zero when nothing was paid. */
export function netOf(of: Gated, row: Transaction): bigint {
  return row.status === 'failed' || row.status === 'voided' ? 0n : row.amount - shownFee(of, row);
}

/**
 * A payment gets its fee when it completes. Until then the fee is shown as it will be: by the terms of the gateway that is asked, which
 * the row names.
 */
export function shownFee({ gateways }: Gated, row: Transaction): bigint {
  const { type, status, method_type, amount, currency, fee } = row;
  const isOpen = status === 'pending' || status === 'authorized';
  if (type !== 'payment' || !isOpen || method_type === null) return fee;
  return feeOf(method_type, amountOf(amount), currency, gateways.byName(row.gateway)?.fees);
}
