import type { Tx } from '../../../platform/db/database.ts';
import type { StatementLine } from '../../money/gateways/statement.ts';
import { showAmount } from '../cases/show-amount.ts';
import { type FiledTransfer, findFiledAcrossMerchants } from './file-queries.ts';

/** The message id of a file of ours. */
export const isFileOfOurs = (reference: string | null): reference is string =>
  /^M[0-9A-F]{32}$/.test(reference ?? '');

/**
 * Splits each line by which a bank books a file of payouts, or several of its payouts, as one: into a line for each payout, with the
 * amount that we asked for. So each is compared with its own journal. Payouts that the bank has rejected may be left out of the sum.
 * A line whose sum is another stays whole, and becomes a case.
 *
 * Decision 0106.
 */
export async function splitFiles(
  tx: Tx,
  gateway: string,
  lines: readonly StatementLine[],
): Promise<readonly StatementLine[]> {
  return (await splitEach(tx, gateway, lines)).flat();
}

/** The parts of each line, in the order of the lines; a line that is not split is its only part. */
export async function splitEach(
  tx: Tx,
  gateway: string,
  lines: readonly StatementLine[],
): Promise<readonly (readonly StatementLine[])[]> {
  const whole = lines.filter(isOfFile);
  const filed = await findFiledAcrossMerchants(tx, {
    gateway,
    files: filesIn(whole),
    transfers: whole.flatMap(({ covers = [] }) => covers),
  });
  return lines.map((line) => (isOfFile(line) ? splitOne(line, filed) : [line]));
}

function isOfFile({ kind, reference, covers = [] }: StatementLine): boolean {
  return (kind === 'payout' || kind === 'return') && (covers.length > 0 || isFileOfOurs(reference));
}

type Referring = { readonly reference: string | null };

const filesIn = (lines: readonly Referring[]): readonly string[] =>
  lines.map(({ reference }) => reference).filter(isFileOfOurs);

function splitOne(stated: StatementLine, filed: readonly FiledTransfer[]): readonly StatementLine[] {
  const { covers = [], ...line } = stated;
  const named = filed.filter(({ end_to_end_id: id }) => covers.includes(id));
  const file = line.reference ?? named[0]?.file ?? null;
  // All that the bank names must be ours, or the sum is of something else too.
  const isKnown = named.length === new Set(covers).size;
  const all = covers.length > 0 ? (isKnown ? named : []) : filed.filter((one) => one.file === file);
  const paid = [all, all.filter(({ state }) => state !== 'rejected')].find(
    (some) => some.length > 0 && isSumOf(line, some),
  );
  // It keeps the names, and is compared again with each run: the bank may say later which of them it rejects.
  if (!paid) return [{ ...stated, reference: file }];
  return paid.map(({ end_to_end_id: reference, amount }) => ({
    ...line,
    line: `${line.line}/${reference}`,
    reference,
    amount: line.amount < 0n ? -amount : amount,
  }));
}

type Money = Pick<StatementLine, 'amount' | 'currency'>;

function isSumOf({ amount, currency }: Money, transfers: readonly FiledTransfer[]): boolean {
  const isSame = transfers.every((one) => one.currency === currency);
  return isSame && sumOf(transfers) === (amount < 0n ? -amount : amount);
}

const sumOf = (transfers: readonly FiledTransfer[]): bigint =>
  transfers.reduce((sum, { amount }) => sum + amount, 0n);

/** Says of each line that a bank booked for a file of ours in which way it differs from the file; by the file's message id. */
export async function explainFiles(
  tx: Tx,
  gateway: string,
  lines: readonly (Money & Referring)[],
): Promise<(line: Money & Referring) => string | undefined> {
  const filed = await findFiledAcrossMerchants(tx, { gateway, files: filesIn(lines), transfers: [] });
  const byFile = Map.groupBy(filed, ({ file }) => file);
  return (line) => {
    const transfers = byFile.get(line.reference ?? '');
    return transfers && inWords(line, transfers);
  };
}

const mostNamed = 3;

function inWords({ amount, currency }: Money, transfers: readonly FiledTransfer[]): string {
  const booked = amount < 0n ? -amount : amount;
  const asked = sumOf(transfers);
  const [of] = transfers;
  const rejected = transfers.filter(({ state }) => state === 'rejected').length;
  const difference = booked > asked ? booked - asked : asked - booked;
  const same = transfers.filter((one) => one.amount === difference).map((one) => one.end_to_end_id);
  const named = same.slice(0, mostNamed).join(', ');
  return [
    `The bank booked our file ${of?.file} as one entry of ${showAmount(booked)} ${currency}.`,
    `The file has ${transfers.length} payouts of ${showAmount(asked)} ${of?.currency} together`,
    ...(rejected > 0 ? [`(${rejected} rejected)`] : []),
    `: ${showAmount(difference)} ${booked > asked ? 'more' : 'less'}.`,
    ...(same.length > 0 ? [`As much as ${named}${same.length > mostNamed ? ' and others' : ''}.`] : []),
  ]
    .join(' ')
    .replace(' :', ':');
}
