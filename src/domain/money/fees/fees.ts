import { greatestAmounts } from '../../../../generated/values.ts';
import { type Amount, amountOf, hundredth, parseAmount, percentage } from '../amounts/amount.ts';
import type { Wallet } from '../wallets/wallets.ts';

/** What a payer pays with. */
export type PaymentMethod = 'card' | 'domestic_switch' | Wallet;

type Terms = { readonly feeBasisPoints: number; readonly leastFee: Amount; readonly most: Amount };

const mostPaid = parseAmount(greatestAmounts.payment);
const ofWallets: Terms = { feeBasisPoints: 200, leastFee: hundredth, most: mostPaid };

/** Fees and limits of payments, the same in both currencies. The least payment, 0.01, is the contract's pattern. */
const terms: Readonly<Record<PaymentMethod, Terms>> = {
  card: { feeBasisPoints: 350, leastFee: hundredth, most: mostPaid },
  domestic_switch: { feeBasisPoints: 200, leastFee: hundredth, most: mostPaid },
  wallet_a: ofWallets,
  wallet_b: ofWallets,
  wallet_c: ofWallets,
};

/** How a merchant is paid out. */
export type PayoutMethod = 'bank_transfer' | 'agent_cash' | 'mobile_money';

const half = amountOf(5_000n);
const mostPaidOut = parseAmount(greatestAmounts.payout);

const payoutTerms: Readonly<Record<PayoutMethod, Terms>> = {
  bank_transfer: { feeBasisPoints: 0, leastFee: amountOf(10_000n), most: mostPaidOut },
  agent_cash: { feeBasisPoints: 150, leastFee: half, most: mostPaidOut },
  mobile_money: { feeBasisPoints: 100, leastFee: half, most: mostPaidOut },
};

const reserveBasisPoints = 500;
const reserveDays = 90;
const dayMs = 86_400_000;

/** As a merchant reads it in the profile. */
export const reserveTerms = { percent: `${reserveBasisPoints / 100}.00`, days: reserveDays };

/** Kept by the service when a payment of `gross` completes; never more than the payment. */
export function feeOf(method: PaymentMethod, gross: Amount): Amount {
  const { feeBasisPoints, leastFee } = terms[method];
  return larger(percentage(gross, feeBasisPoints), leastFee);
}

/** The rolling reserve of one payment: 5 % of gross, never more than what is left after the fee. Spec: "Balance". */
export function reserveOf(gross: Amount, fee: Amount): Amount {
  return smaller(percentage(gross, reserveBasisPoints), amountOf(gross - fee));
}

/** To the second, not to the calendar day: a day is 24 hours here. Spec: "Limits". */
export function reserveReleaseAt(capturedAt: Date): Date {
  return new Date(capturedAt.getTime() + reserveDays * dayMs);
}

/** The largest payment of a method. */
export function mostOf(method: PaymentMethod): Amount {
  return terms[method].most;
}

/** Above the limit of its method: `AMOUNT_TOO_LARGE`. */
export function isTooLarge(method: PaymentMethod, gross: Amount): boolean {
  return gross > mostOf(method);
}

/** Kept by the service of a payout of `gross`, when it completes. */
export function payoutFeeOf(method: PayoutMethod, gross: Amount): Amount {
  const { feeBasisPoints, leastFee } = payoutTerms[method];
  return larger(percentage(gross, feeBasisPoints), leastFee);
}

/** The smallest payout of which something is left after the fee; less is `AMOUNT_TOO_SMALL`. */
export function leastPayout(method: PayoutMethod): Amount {
  return amountOf(payoutTerms[method].leastFee + hundredth);
}

/** The largest payout of a method; more is `AMOUNT_TOO_LARGE`. */
export function mostPayout(method: PayoutMethod): Amount {
  return payoutTerms[method].most;
}

function larger(one: Amount, other: Amount): Amount {
  return one > other ? one : other;
}

function smaller(one: Amount, other: Amount): Amount {
  return one < other ? one : other;
}
