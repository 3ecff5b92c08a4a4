import { unitOf } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';

/** The parts of a payment's fee and reserve that its refunds take. */
export type Shares = { readonly fee: bigint; readonly reserve: bigint };

/** A completed payment: its amount, and what is taken out of it as fee and as reserve. */
type Divided = {
  readonly amount: bigint;
  readonly currency: Currency;
  readonly fee: bigint;
  readonly reserve_amount: bigint;
};

/**
 * The shares of a payment's fee and reserve for everything refunded of it, in whole units of its currency.
 *
 * The fee's share only sets how far below zero a refund may take the balance. It is rounded up, so that a merchant without
 * payouts can refund any part of any payment. The reserve's share is rounded down.
 *
 * Decision 0010.
 */
export function sharesOf(payment: Divided, refunded: bigint): Shares {
  const { amount, fee, reserve_amount: reserve } = payment;
  const unit = unitOf(payment.currency);
  return {
    fee: unit * roundedUp((fee / unit) * refunded, amount),
    reserve: unit * (((reserve / unit) * refunded) / amount),
  };
}

/**
 * The shares of one more refund. The shares of all refunds add up to `sharesOf`, and the last refund takes exactly what is left,
 * even if another refund failed in between.
 *
 * @param refunded everything refunded of the payment, with this refund
 * @param given the shares of the other refunds that did not fail
 */
export function nextShares(payment: Divided, refund: bigint, refunded: bigint, given: Shares): Shares {
  const { fee, reserve } = sharesOf(payment, refunded);
  return { fee: within(refund, fee - given.fee), reserve: within(refund, reserve - given.reserve) };
}

/**
 * What a refund takes out of `pending` while its payment is not settled: the refunded amount minus its shares of fee and reserve.
 *
 * @param settled what of the payment is already settled
 */
export function nextSettled(payment: Divided, refunded: bigint, settled: bigint): bigint {
  const { fee, reserve } = sharesOf(payment, refunded);
  const net = payment.amount - payment.fee - payment.reserve_amount;
  return within(net - settled, refunded - fee - reserve - settled);
}

function within(most: bigint, amount: bigint): bigint {
  if (amount < 0n) return 0n;
  return amount > most ? most : amount;
}

function roundedUp(product: bigint, divisor: bigint): bigint {
  return (product + divisor - 1n) / divisor;
}
