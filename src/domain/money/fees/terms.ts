import { type Amount, amountOf, percentage, unitOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';

/** Fee and limit of one method, the same in every currency. */
export type Terms = { readonly feeBasisPoints: number; readonly leastFee: Amount; readonly most: Amount };

/** The most that one payment or one payout may be, in any currency: 1000000.00. Spec: "Limits". */
export const greatestAmount = amountOf(1_000_000_0000n);

/** The fee of `gross`, in whole units of the currency: a least fee that is part of a unit is a whole one. */
export function feeBy({ feeBasisPoints, leastFee }: Terms, gross: Amount, currency: Currency): Amount {
  const [fee, least] = [percentage(gross, feeBasisPoints, currency), leastFeeIn(leastFee, currency)];
  return fee > least ? fee : least;
}

/** `leastFee`, rounded up to whole units of the currency. */
export function leastFeeIn(leastFee: Amount, currency: Currency): Amount {
  const unit = unitOf(currency);
  return amountOf(((leastFee + unit - 1n) / unit) * unit);
}
