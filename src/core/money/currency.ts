/** Every currency there is, in the order in which balances are shown. Spec: "General conventions". */
export const currencies = ['USD', 'ZWG'] as const;

export type Currency = (typeof currencies)[number];

/** What comes from a text column; the contract has judged what comes from a caller. */
export function readCurrency(text: string): Currency {
  const currency = currencies.find((known) => known === text);
  if (currency === undefined) throw new Error(`unknown currency ${text}`);
  return currency;
}
