import { type Amount, amountOf, percentage } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';

/** One line, as the caller wants it. */
export type Line = {
  readonly description: string;
  readonly quantity: number;
  /** The price of one, without tax. */
  readonly unitAmount: Amount;
  /** 15 % is 1500; null: no tax. */
  readonly taxBasisPoints: number | null;
};

/** A line with its amount and tax. */
type Reckoned = Line & { readonly amount: Amount; readonly tax: Amount };

export type Totals = {
  readonly lines: readonly Reckoned[];
  readonly subtotal: Amount;
  readonly tax: Amount;
  readonly total: Amount;
};

/**
 * Adds up the lines of an invoice. Tax is rounded half-up to the currency's smallest unit on each line, so that the lines add up
 * to the total.
 *
 * Spec: "Invoice". Decision 0010.
 */
export function reckon(lines: readonly Line[], currency: Currency): Totals {
  const reckoned = lines.map((line) => reckonLine(line, currency));
  const subtotal = sum(reckoned.map(({ amount }) => amount));
  const tax = sum(reckoned.map((line) => line.tax));
  return { lines: reckoned, subtotal, tax, total: amountOf(subtotal + tax) };
}

function reckonLine(line: Line, currency: Currency): Reckoned {
  const amount = amountOf(BigInt(line.quantity) * line.unitAmount);
  const { taxBasisPoints: rate } = line;
  const tax = rate === null ? amountOf(0n) : percentage(amount, rate, currency);
  return { ...line, amount, tax };
}

function sum(amounts: readonly Amount[]): Amount {
  return amountOf(amounts.reduce((one, other) => one + other, 0n));
}
