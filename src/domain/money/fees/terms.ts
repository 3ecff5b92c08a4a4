import { greatestAmounts } from '../../../../generated/values.ts';
import { type Amount, amountIn, amountOf, percentage, unitOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';

/** A share of the amount, but not less than the least fee. */
export type FeeTerms = { readonly feeBasisPoints: number; readonly leastFee: Amount };

/** Fee and limit of one method, the same in every currency. */
export type Terms = FeeTerms & { readonly most: Amount };

/** The most that one payment or one payout may be, in any currency. Spec: "Limits". */
export const greatest = {
  payment: amountIn(greatestAmounts.payment),
  payout: amountIn(greatestAmounts.payout),
};

/** The fee of `gross`, in whole units of the currency; never below the least fee. */
export function feeBy({ feeBasisPoints, leastFee }: FeeTerms, gross: Amount, currency: Currency): Amount {
  const [fee, least] = [percentage(gross, feeBasisPoints, currency), leastFeeIn(leastFee, currency)];
  return fee > least ? fee : least;
}

/** `leastFee`, rounded up to whole units of the currency. */
export function leastFeeIn(leastFee: Amount, currency: Currency): Amount {
  const unit = unitOf(currency);
  return amountOf(((leastFee + unit - 1n) / unit) * unit);
}
