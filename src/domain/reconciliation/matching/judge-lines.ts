import type { Tx } from '../../../platform/db/database.ts';
import { type Case, lockCasesAcrossMerchants, type NewCase } from '../cases/queries.ts';
import { CaseWrites } from '../cases/write-cases.ts';
import { type Clearing, findClearingAcrossMerchants, type JournalKey } from './clearing-queries.ts';
import { nameOf } from './find-journals.ts';
import { type Difference, judge, type StatedLine } from './judge.ts';
import { findLinesOfAcrossMerchants, type Holding, setCasesAcrossMerchants } from './line-queries.ts';
import type { Written } from './link-lines.ts';

/** Compares all lines about these journals with them, and opens, explains and reopens their cases. */
export async function judgeLines(tx: Tx, keys: readonly JournalKey[]): Promise<Written> {
  const writes = new CaseWrites();
  const holdings: Holding[] = [];
  const known = await lockCasesAcrossMerchants(tx, keys, []);
  const casesOf = Map.groupBy(known, ({ of_merchant: merchant, journal }) => `${merchant}:${journal}`);
  const linesOf = Map.groupBy(await findLinesOfAcrossMerchants(tx, keys), nameOf);
  for (const journal of await findClearingAcrossMerchants(tx, keys)) {
    const lines = linesOf.get(nameOf(journal)) ?? [];
    const cases = casesOf.get(nameOf(journal)) ?? [];
    const difference = judge(journal, lines);
    for (const other of cases) if (other.kind !== difference?.kind) writes.explain(other);
    const caseId = difference && caseOf(writes, journal, difference, cases);
    holdings.push(...lines.map((line) => holdingOf(line, difference, caseId)));
  }
  const written = await writes.write(tx);
  await setCasesAcrossMerchants(tx, holdings);
  return written;
}

function holdingOf(
  line: StatedLine,
  difference: Difference | undefined,
  caseId: string | undefined,
): Holding {
  const isHeld = difference?.lines.includes(line) === true;
  return {
    statement_id: line.statementId,
    line: line.line,
    caseId: isHeld && caseId !== undefined ? caseId : null,
  };
}

/** The case of a difference: the one that is known, or a new one. */
function caseOf(
  writes: CaseWrites,
  journal: Clearing,
  difference: Difference,
  cases: readonly Case[],
): string {
  const known = cases.find(({ kind }) => kind === difference.kind);
  if (!known) return writes.open(differs(journal, difference));
  writes.keep(known, difference);
  return known.id;
}

/** A case about a journal. Without a difference: no line is about it. */
export function differs(journal: Clearing, difference?: Difference): Omit<NewCase, 'id'> {
  return {
    gateway: journal.gateway,
    kind: difference?.kind ?? 'missing_there',
    subject: `journal:${nameOf(journal)}`,
    of_merchant: journal.merchant,
    of_transaction: journal.transactionId,
    journal: journal.number,
    expected: journal.amount,
    expected_currency: journal.currency,
    expected_on: journal.day,
    stated: difference?.stated ?? null,
    stated_currency: difference?.currency ?? null,
    stated_on: difference?.on ?? null,
  };
}
