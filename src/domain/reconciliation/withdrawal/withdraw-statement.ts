import { type Db, inTransactionAcrossMerchants, type Tx } from '../../../platform/db/database.ts';
import { completeSinceAcrossMerchants } from '../../payments/transactions/archive-queries.ts';
import { type Case, lockCasesAcrossMerchants } from '../cases/queries.ts';
import { CaseWrites } from '../cases/write-cases.ts';
import type { JournalKey } from '../matching/clearing-queries.ts';
import { type ClosedOn, type Coverage, coverageOf, laterBy } from '../matching/coverage.ts';
import { nameOf } from '../matching/find-journals.ts';
import {
  type Days,
  findStatedAcrossMerchants,
  judgeAgainAcrossMerchants,
  lockGatewayAcrossMerchants,
} from '../matching/line-queries.ts';
import {
  deleteStatementAcrossMerchants,
  findCasesOfLinesAcrossMerchants,
  findExplainedNoticesAcrossMerchants,
  findMissingThereAcrossMerchants,
  keepWithdrawnAcrossMerchants,
  type WithdrawnStatement,
} from './queries.ts';

export type WantedWithdrawal = {
  readonly gateway: string;
  /** The id of the statement. */
  readonly name: string;
  readonly by: string;
  /** At most 500 letters. */
  readonly reason: string;
  readonly graceDays: number;
  readonly closedOn?: ClosedOn | undefined;
};

export type Withdrawn = WithdrawnStatement & {
  /** How many cases ended with it, and how many notices of the bank are unexplained again. */
  readonly explained: number;
  readonly reopened: number;
  /** The first day to compare again: what was booked before the statement's days may rest on it too. */
  readonly compareFrom: string;
};

/** Lines state what a bank has notified us of some days earlier or later. */
const noticeDays = 10;
/** The most days that may lie between a journal and the statement that says whether it is missing. */
const mostWait = 100;

/**
 * Takes back a statement that was imported by mistake: its lines go, and the cases that rest on them end. What else is known of its
 * days is compared again by the next run, and the statement may be imported again.
 *
 * @param precondition throws if the days may not be compared any more
 * @returns undefined if the gateway has no statement of that name
 *
 * Decision 0106.
 */
export async function withdrawStatement(
  db: Db,
  wanted: WantedWithdrawal,
  precondition?: (days: Days) => Promise<void>,
): Promise<Withdrawn | undefined> {
  return await inTransactionAcrossMerchants(db, async (tx) => {
    const { gateway } = wanted;
    await lockGatewayAcrossMerchants(tx, gateway);
    const statement = await keepWithdrawnAcrossMerchants(tx, wanted);
    if (!statement) return undefined;
    await precondition?.(statement);
    const journals = await deleteStatementAcrossMerchants(tx, statement.id);
    await judgeAgainAcrossMerchants(tx, journals);
    const note = `The statement ${wanted.name} was withdrawn: ${wanted.reason}`.slice(0, 500);
    const writes = new CaseWrites(wanted.by, note);
    const ended = await endedWith(tx, wanted, statement, journals);
    for (const one of ended) writes.explain(one);
    const notices = await findExplainedNoticesAcrossMerchants(tx, gateway, around(statement, noticeDays));
    for (const one of await lockedBy(tx, notices)) writes.reopen(one);
    const { explained, reopened } = await writes.write(tx);
    const booked = [...journals.map(({ day }) => day), ...ended.flatMap((one) => one.expected_on ?? [])];
    return { ...statement, explained, reopened, compareFrom: await firstOf(tx, [statement.from, ...booked]) };
  });
}

/** The first of these days that is not archived. */
async function firstOf(tx: Tx, days: readonly [string, ...string[]]): Promise<string> {
  const since = await completeSinceAcrossMerchants(tx);
  return days.reduce((first, day) => (day < first && !(since !== undefined && day < since) ? day : first));
}

/** The cases that say nothing without the statement. */
async function endedWith(
  tx: Tx,
  { gateway, graceDays, closedOn }: WantedWithdrawal,
  statement: WithdrawnStatement,
  journals: readonly JournalKey[],
): Promise<readonly Case[]> {
  const ofLines = await findCasesOfLinesAcrossMerchants(tx, gateway, statement.id);
  const stated = new Set((await findStatedAcrossMerchants(tx, journals)).map(nameOf));
  const left = journals.filter((one) => !stated.has(nameOf(one)));
  const ofJournals = await lockCasesAcrossMerchants(tx, left, ofLines);
  const missing = await findMissingThereAcrossMerchants(tx, gateway, {
    from: laterBy(statement.from, -mostWait),
    to: statement.to,
  });
  const covered = await coverageOf(tx, gateway, closedOn);
  return [
    ...ofJournals,
    ...(await lockedBy(tx, missing)).filter((one) => !isMissing(one, covered, graceDays)),
  ];
}

/** Whether other statements include the days on which a journal would have been stated. */
function isMissing(
  { expected_on: day, expected_currency: currency }: Case,
  covered: Coverage,
  grace: number,
) {
  return day !== null && currency !== null && covered.hasPassed(day, grace, currency);
}

async function lockedBy(tx: Tx, ids: readonly string[]): Promise<readonly Case[]> {
  return ids.length === 0 ? [] : await lockCasesAcrossMerchants(tx, [], ids);
}

function around({ from, to }: Days, days: number): Days {
  return { from: laterBy(from, -days), to: laterBy(to, days) };
}
