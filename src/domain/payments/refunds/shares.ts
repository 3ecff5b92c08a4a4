import { unitOf } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';

/** The parts of a payment's fee and reserve that fall on its refunds. */
export type Shares = { readonly fee: bigint; readonly reserve: bigint };

/** How the money of a completed payment divides. */
type Divided = {
  readonly amount: bigint;
  readonly currency: Currency;
  readonly fee: bigint;
  readonly reserve_amount: bigint;
};

/**
 * The shares of fee and reserve that fall on all that was refunded of a payment, in whole units of its currency. The share of
 * the fee only says how far below zero a refund may go. It is rounded up, so that a merchant who has paid nothing out can refund
 * any part of any payment. The share of the reserve is rounded down.
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
 * What falls on one more refund, so that the shares of all add up and the last takes exactly what is left; also when
 * another refund has failed in between.
 *
 * @param refunded of the payment, with this refund
 * @param given to the other refunds that did not fail
 */
export function nextShares(payment: Divided, refund: bigint, refunded: bigint, given: Shares): Shares {
  const { fee, reserve } = sharesOf(payment, refunded);
  return { fee: within(refund, fee - given.fee), reserve: within(refund, reserve - given.reserve) };
}

/**
 * What a refund takes out of `pending` while its payment is not settled: what the payer had put in, less the shares of fee
 * and reserve.
 *
 * @param settled of the payment already
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
