import type { Tx } from '../../../platform/db/database.ts';
import { type Case, lockCasesAcrossMerchants } from '../cases/queries.ts';
import { CaseWrites, notExpected } from '../cases/write-cases.ts';
import { explainFiles } from '../statements/split-files.ts';
import type { Clearing } from './clearing-queries.ts';
import { findJournals, findOtherJournals } from './find-journals.ts';
import type { Match, SecondLine, UnmatchedLine } from './line-queries.ts';
import {
  type Holding,
  judgeAgainAcrossMerchants,
  setCasesAcrossMerchants,
  setJournalsAcrossMerchants,
} from './line-queries.ts';

export type Written = Awaited<ReturnType<CaseWrites['write']>>;

/**
 * Finds what a page of lines is about. A line that is about nothing is money that the service does not know: a case. When its journal
 * comes later, the case is explained.
 */
export async function linkLines(tx: Tx, gateway: string, lines: readonly UnmatchedLine[]): Promise<Written> {
  const journals = await findJournals(tx, gateway, lines);
  const matches: Match[] = [];
  const holdings: Holding[] = [];
  const explained: string[] = [];
  const writes = new CaseWrites();
  const unknown = lines.filter((line, at) => !journals[at] && line.case_id === null);
  const noteOf = await explainFiles(tx, gateway, unknown);
  for (const [at, line] of lines.entries()) {
    const journal = journals[at];
    if (journal) {
      matches.push(matchOf(line, journal));
      if (line.case_id !== null) explained.push(line.case_id);
    } else if (line.case_id === null) {
      const caseId = writes.open({ gateway, ...missingHere(line) }, noteOf(line));
      holdings.push({ statement_id: line.statement_id, line: line.line, caseId });
    }
  }
  for (const known of await lockedBy(tx, explained)) writes.explain(known);
  const written = await writes.write(tx);
  await setJournalsAcrossMerchants(tx, matches);
  await setCasesAcrossMerchants(tx, holdings);
  return written;
}

/**
 * Gives lines that state a journal a second time to another one that they are about as well, and that was booked meanwhile: some
 * providers name only the payment of a refund, and state it before the service knows that it ended. The journal that they leave keeps
 * its other lines, and is compared with them again.
 */
export async function linkAgain(tx: Tx, gateway: string, lines: readonly SecondLine[]): Promise<void> {
  const others = await findOtherJournals(tx, gateway, lines);
  const moved = lines.flatMap((line, at) => {
    const other = others[at];
    return other ? [{ line, other }] : [];
  });
  await setJournalsAcrossMerchants(
    tx,
    moved.map(({ line, other }) => matchOf(line, other)),
  );
  await judgeAgainAcrossMerchants(
    tx,
    moved.map(({ line }) => line),
  );
}

function matchOf({ statement_id, line }: UnmatchedLine, { merchant, number, day }: Clearing): Match {
  return { statement_id, line, merchant, number, day };
}

async function lockedBy(tx: Tx, ids: readonly string[]): Promise<readonly Case[]> {
  return ids.length === 0 ? [] : await lockCasesAcrossMerchants(tx, [], ids);
}

function missingHere(line: UnmatchedLine) {
  return {
    ...notExpected,
    subject: `line:${line.statement_id}:${line.line}`,
    stated: line.amount,
    stated_currency: line.currency,
    stated_on: line.booked_on,
  } as const;
}
