import type { Money2, Money4, MoneyInput } from '../../../../generated/openapi.d.ts';
import { ApiError } from '../../../platform/errors.ts';
import { byCurrency, type Currency, decimalsOf } from './currency.ts';

declare const brand: unique symbol;

/** Money in ten-thousandths: 1.00 is 10000n. Parsed and formatted here and nowhere else. Decision 0010. */
export type Amount = bigint & { readonly [brand]: 'Amount' };

/** What one hundredth is in ten-thousandths: amounts are written with two decimals, whatever the currency. */
const hundredth = 100n;

/** What a column or a calculation holds: already ten-thousandths. */
export function amountOf(tenThousandths: bigint): Amount {
  return tenThousandths as Amount;
}

/** The smallest amount of a currency: 0.01 with two decimals, 1.00 without decimals. Nothing smaller is ever moved. */
export function unitOf(currency: Currency): Amount {
  return units[currency];
}

/**
 * Parses an amount whose form the contract has checked: two decimals, no sign.
 *
 * @throws INVALID_AMOUNT see wholeUnits
 */
export function parseAmount(text: MoneyInput, currency: Currency): Amount {
  return wholeUnits(amountIn(text), currency);
}

/** An amount as it is typed on the command line: `500.00`. Undefined if it is none, or not above zero. */
export function typedAmount(text: string, currency: Currency): Amount | undefined {
  const isAmount = /^\d{1,12}\.\d{2}$/.test(text) && Number(text) > 0;
  return isAmount ? parseAmount(text as MoneyInput, currency) : undefined;
}

/** Parses without a currency: for limits that the contract sets in any currency, and as a part of `parseAmount`. */
export function amountIn(text: MoneyInput): Amount {
  return amountOf(BigInt(text.replace('.', '')) * hundredth);
}

/** @throws INVALID_AMOUNT the currency has fewer decimals: `10.50` where the smallest unit is 1.00 */
export function wholeUnits(amount: bigint, currency: Currency): Amount {
  if (amount % unitOf(currency) === 0n) return amountOf(amount);
  throw new ApiError('INVALID_AMOUNT', { details: { currency, decimals: decimalsOf(currency) } });
}

/** Only whole units of a currency are ever posted, so two decimals show all of it. Anything else is a bug. */
export function formatMoney2(amount: bigint): Money2 {
  const figures = amount.toString();
  if (amount !== 0n && !figures.endsWith('00'))
    throw new Error(`${figures} ten-thousandths need four decimals`);
  return decimal(figures.slice(0, -2), 2) as Money2;
}

/** For amounts that a provider states, which may be finer: two decimals, and what is less than a hundredth is left out. */
export function showMoney2(amount: bigint): Money2 {
  return decimal((amount / hundredth).toString(), 2) as Money2;
}

export function formatMoney4(amount: bigint): Money4 {
  return decimal(amount.toString(), 4) as Money4;
}

/** A share of `amount` in basis points, rounded half-up to the currency's smallest unit. Decision 0010. */
export function percentage(amount: Amount, basisPoints: number, currency: Currency): Amount {
  const unit = unitOf(currency);
  return amountOf(unit * ((amount * BigInt(basisPoints) + 5_000n * unit) / (10_000n * unit)));
}

const units = byCurrency((currency) => amountOf(10n ** BigInt(4 - decimalsOf(currency))));

/** Puts the point. Texts, because a list of payments shows hundreds of amounts, and calculating with large integers is slow. */
function decimal(figures: string, places: number): string {
  const isNegative = figures.startsWith('-');
  const digits = (isNegative ? figures.slice(1) : figures).padStart(places + 1, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
