import { values } from '../../../../generated/values.ts';

export const currencies = values.Currency;

/** Spec: "General conventions". */
export type Currency = (typeof currencies)[number];

/** What comes from a text column; the contract has judged what comes from a caller. */
export function readCurrency(text: string): Currency {
  const currency = currencies.find((known) => known === text);
  if (currency === undefined) throw new Error(`unknown currency ${text}`);
  return currency;
}
