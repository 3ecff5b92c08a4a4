import { currencyTable } from '../../../../generated/currencies.ts';

/** Spec: "General conventions". The table is `x-currencies` of openapi.yaml. */
export type Currency = keyof typeof currencyTable;

/** In the order of the contract. */
export const currencies: readonly Currency[] = Object.keys(currencyTable).filter(isCurrency);

/** How many decimals a currency has: 2 if its smallest unit is a hundredth, 0 if its smallest unit is 1. */
export function decimalsOf(currency: Currency): number {
  return currencyTable[currency].decimals;
}

/** For text from a column. The contract has checked what callers send. */
export function readCurrency(text: string): Currency {
  if (!isCurrency(text)) throw new Error(`unknown currency ${text}`);
  return text;
}

/** A value for each currency. */
export function byCurrency<Value>(make: (currency: Currency) => Value): Record<Currency, Value> {
  const values: Partial<Record<Currency, Value>> = {};
  for (const currency of currencies) values[currency] = make(currency);
  return values as Record<Currency, Value>;
}

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(currencyTable, text);
}
