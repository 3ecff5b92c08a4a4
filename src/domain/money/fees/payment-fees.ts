import { type Amount, amountOf, percentage } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import type { Wallet } from '../wallets/wallets.ts';
import { type FeeTerms, feeBy, greatest, type Terms } from './terms.ts';

/** What a payer pays with. */
export type PaymentMethod = 'card' | 'domestic_switch' | Wallet;

const least = { leastFee: amountOf(100n), most: greatest.payment };
const ofWallets: Terms = { feeBasisPoints: 200, ...least };

/** Fees and limits of payments. The smallest payment is one unit of the currency; the contract's pattern refuses less. */
const terms: Readonly<Record<PaymentMethod, Terms>> = {
  card: { feeBasisPoints: 350, ...least },
  domestic_switch: { feeBasisPoints: 200, ...least },
  wallet_a: ofWallets,
  wallet_b: ofWallets,
  wallet_c: ofWallets,
};

const reserveBasisPoints = 500;
const reserveDays = 90;
const dayMs = 86_400_000;

/** The reserve as the merchant's profile shows it. */
export const reserveTerms = { percent: `${reserveBasisPoints / 100}.00`, days: reserveDays };

/**
 * What the service keeps when a payment of `gross` completes; never more than the payment.
 *
 * @param own terms of the gateway that has charged, by method; absent: the usual ones
 */
export function feeOf(
  method: PaymentMethod,
  gross: Amount,
  currency: Currency,
  own: Readonly<Partial<Record<PaymentMethod, FeeTerms>>> = {},
): Amount {
  const fee = feeBy(own[method] ?? terms[method], gross, currency);
  return fee < gross ? fee : gross;
}

/** The rolling reserve of one payment: 5 % of gross, never more than what is left after the fee. Spec: "Balance". */
export function reserveOf(gross: Amount, fee: Amount, currency: Currency): Amount {
  const [reserve, left] = [percentage(gross, reserveBasisPoints, currency), amountOf(gross - fee)];
  return reserve < left ? reserve : left;
}

/** To the second: a day here is 24 hours, not a calendar day. Spec: "Limits". */
export function reserveReleaseAt(capturedAt: Date): Date {
  return new Date(capturedAt.getTime() + reserveDays * dayMs);
}

/** The largest payment of a method. */
export function mostOf(method: PaymentMethod): Amount {
  return terms[method].most;
}

/** Whether a payment is above the limit of its method: `AMOUNT_TOO_LARGE`. */
export function isTooLarge(method: PaymentMethod, gross: Amount): boolean {
  return gross > mostOf(method);
}
