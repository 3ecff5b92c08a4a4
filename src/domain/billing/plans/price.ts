import { type Amount, amountOf, percentage, unitOf } from '../../money/amounts/amount.ts';
import type { Plan } from './queries.ts';

/** What a plan, or a subscription to it, costs for a period. */
export type Terms = Pick<Plan, 'amount' | 'currency' | 'tax_basis_points'>;

type Price = {
  /** Without tax. */
  readonly net: Amount;
  /** With tax: what the invoice of the period says. */
  readonly total: Amount;
};

const whole = 10_000n;

/**
 * The price of a period, less what is deducted for unused time. That was paid with the tax of its period, which may differ from the
 * one of this period, so it is deducted from the price with tax. The net price is rounded down, so that the total is never more than
 * what remains.
 *
 * @param credit with tax
 * @returns a net price of zero if nothing would be left to bill
 *
 * Decision 0152.
 */
export function priceOf(terms: Terms, credit = 0n): Price {
  const full = withTax(terms, terms.amount);
  if (credit === 0n) return full;
  const unit = unitOf(terms.currency);
  const left = full.total - credit;
  const rate = BigInt(terms.tax_basis_points ?? 0);
  const net = left <= 0n ? 0n : unit * ((left * whole) / ((whole + rate) * unit));
  return withTax(terms, net);
}

/** The tax is rounded as the invoice of the period rounds it. */
function withTax({ currency, tax_basis_points: rate }: Terms, amount: bigint): Price {
  const net = amountOf(amount);
  const tax = rate === null ? 0n : percentage(net, rate, currency);
  return { net, total: amountOf(net + tax) };
}
