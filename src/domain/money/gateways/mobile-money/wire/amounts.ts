import { type Amount, amountOf, formatMoney2, formatMoney4 } from '../../../amounts/amount.ts';

/** Zero to four decimals, without a sign: the rule of the API. What the database could not hold is no amount. */
export function readAmount(value: unknown): Amount | undefined {
  const parts = /^(0|[1-9][0-9]{0,13})(?:\.([0-9]{1,4}))?$/.exec(typeof value === 'string' ? value : '');
  return parts ? amountOf(BigInt(`${parts[1]}${(parts[2] ?? '').padEnd(4, '0')}`)) : undefined;
}

/** What goes back may be finer than a hundredth, if that is what the operator took. */
export function writeAmount(amount: Amount): string {
  return amount % 100n === 0n ? formatMoney2(amount) : formatMoney4(amount);
}
