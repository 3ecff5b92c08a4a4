import type { CaseKind } from '../cases/case-states.ts';

/** What a journal of the ledger says that a provider states. Positive: money that came in. */
export type Expected = { readonly amount: bigint; readonly currency: string };

/** A line that is about the journal. */
export type StatedLine = {
  readonly statementId: string;
  readonly line: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly bookedOn: string;
};

/** A difference, the lines whose money it holds, and what they sum to. */
export type Difference = {
  readonly kind: Exclude<CaseKind, 'missing_here' | 'missing_there'>;
  readonly lines: readonly StatedLine[];
  readonly stated: bigint;
  readonly currency: string;
  readonly on: string;
};

/**
 * Compares all lines of one journal with it. A provider may correct a line by another: what counts is the sum.
 *
 * - in another currency: the difference is the whole journal, and only an operator resolves it
 * - one line has the amount, and others state more of the same journal: stated twice, the others are the difference
 * - otherwise another amount: the difference is the whole journal; also if the others take back what the line stated
 *
 * @param lines at least one, in the order in which they were booked
 * @returns undefined: the provider and the ledger agree
 *
 * Decision 0106.
 */
export function judge(expected: Expected, lines: readonly StatedLine[]): Difference | undefined {
  const foreign = lines.find(({ currency }) => currency !== expected.currency);
  if (foreign) {
    const same = lines.filter(({ currency }) => currency === foreign.currency);
    return { ...differenceOf('other_currency', lines), stated: sumOf(same), currency: foreign.currency };
  }
  if (sumOf(lines) === expected.amount) return undefined;
  const right = lines.find(({ amount }) => amount === expected.amount);
  const others = lines.filter((line) => line !== right);
  const isMore = sumOf(others) > 0n === expected.amount > 0n;
  return right && isMore ? differenceOf('twice', others) : differenceOf('other_amount', lines);
}

function differenceOf(kind: Difference['kind'], lines: readonly StatedLine[]): Difference {
  const [first] = lines;
  if (!first) throw new Error('a difference has a line');
  return { kind, lines, stated: sumOf(lines), currency: first.currency, on: first.bookedOn };
}

function sumOf(lines: readonly StatedLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}
