import { type Amount, amountOf, unitOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import { feeBy, greatest, leastFeeIn, type Terms } from './terms.ts';

/** How a merchant is paid out. */
export type PayoutMethod = 'bank_transfer' | 'agent_cash' | 'mobile_money';

const half = amountOf(5_000n);

const terms: Readonly<Record<PayoutMethod, Terms>> = {
  bank_transfer: { feeBasisPoints: 0, leastFee: amountOf(10_000n), most: greatest.payout },
  agent_cash: { feeBasisPoints: 150, leastFee: half, most: greatest.payout },
  mobile_money: { feeBasisPoints: 100, leastFee: half, most: greatest.payout },
};

/** What the service keeps of a payout of `gross` when it completes. */
export function payoutFeeOf(method: PayoutMethod, gross: Amount, currency: Currency): Amount {
  return feeBy(terms[method], gross, currency);
}

/** The smallest payout that leaves something after the fee; less is `AMOUNT_TOO_SMALL`. */
export function leastPayout(method: PayoutMethod, currency: Currency): Amount {
  return amountOf(leastFeeIn(terms[method].leastFee, currency) + unitOf(currency));
}

/** The largest payout of a method; more is `AMOUNT_TOO_LARGE`. */
export function mostPayout(method: PayoutMethod): Amount {
  return terms[method].most;
}
