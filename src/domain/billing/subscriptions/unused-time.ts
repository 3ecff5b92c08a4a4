import { type Amount, formatMoney2, typedAmount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';

/** How the line of an invoice says what was deducted for unused time. It is stored with the line, and in English. */
export function lineLess(name: string, credit: bigint): string {
  return `${name} (less ${formatMoney2(credit)} for unused time)`;
}

type Less = { readonly name: string; readonly credit: Amount };

/**
 * Reads what `lineLess` wrote, so that a page can say it in its own language.
 *
 * @returns undefined for every other line
 */
export function readLineLess(description: string, currency: Currency): Less | undefined {
  const [, name, text = ''] = /^(.+) \(less (\S+) for unused time\)$/.exec(description) ?? [];
  const credit = typedAmount(text, currency);
  return name !== undefined && credit !== undefined ? { name, credit } : undefined;
}
