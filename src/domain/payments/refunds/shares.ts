import { hundredth } from '../../money/amounts/amount.ts';

/** The parts of a payment's fee and reserve that fall on its refunds. */
export type Shares = { readonly fee: bigint; readonly reserve: bigint };

/** How the money of a completed payment divides. */
type Divided = { readonly amount: bigint; readonly fee: bigint; readonly reserve_amount: bigint };

/**
 * What falls on all that was refunded of a payment, in whole hundredths. Of the fee, which only says how far below zero a refund
 * may go, rounded up: a merchant who has paid nothing out can refund any part of any payment. Of the reserve rounded down.
 *
 * Decision 0010.
 */
export function sharesOf({ amount, fee, reserve_amount: reserve }: Divided, refunded: bigint): Shares {
  return {
    fee: hundredth * roundedUp((fee / hundredth) * refunded, amount),
    reserve: hundredth * (((reserve / hundredth) * refunded) / amount),
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
