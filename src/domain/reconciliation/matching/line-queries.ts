import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { JournalKey } from './clearing-queries.ts';
import type { StatedLine } from './judge.ts';

/** Lets one run at a time change what it knows of a gateway, until the transaction ends. */
export async function lockGatewayAcrossMerchants(tx: Tx, gateway: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4250, hashtext(${gateway}))`.execute(tx);
}

export type Days = { readonly from: string; readonly to: string };

type LineKey = Pick<Selectable<ModeTables['statement_lines']>, 'statement_id' | 'line'>;
export type UnmatchedLine = LineKey &
  Pick<
    Selectable<ModeTables['statement_lines']>,
    | 'kind'
    | 'reference'
    | 'reference_id'
    | 'gateway_reference'
    | 'amount'
    | 'currency'
    | 'booked_on'
    | 'case_id'
  >;

/** Lines of these days whose journal nobody has found. */
export function findUnmatchedAcrossMerchants(
  tx: Tx,
  { gateway, from, to }: Days & { readonly gateway: string },
  after: LineKey | undefined,
  most: number,
): Promise<readonly UnmatchedLine[]> {
  return tx
    .selectFrom('statement_lines')
    .select(['statement_id', 'line', 'kind', 'reference', 'reference_id', 'gateway_reference'])
    .select(['amount', 'currency', 'booked_on', 'case_id'])
    .where('gateway', '=', gateway)
    .where('journal', 'is', null)
    .where(sql<boolean>`kind NOT IN ('fee', 'other')`)
    .where('booked_on', '>=', from)
    .where('booked_on', '<=', to)
    .$if(after !== undefined, (lines) =>
      lines.where(sql<boolean>`(statement_id, line) > (${after?.statement_id}::uuid, ${after?.line}::text)`),
    )
    .orderBy('statement_id')
    .orderBy('line')
    .limit(most)
    .execute();
}

export type WholeLine = UnmatchedLine & Pick<Selectable<ModeTables['statement_lines']>, 'covers'>;

/** Lines of these days that stand for a file of payouts, or for several payouts that the bank names, and are not split. */
export async function findWholeAcrossMerchants(
  tx: Tx,
  { gateway, from, to }: Days & { readonly gateway: string },
  after: LineKey | undefined,
  most: number,
): Promise<readonly WholeLine[]> {
  const { rows } = await sql<WholeLine>`
    SELECT statement_id, line, kind, reference, reference_id, gateway_reference, amount, currency, booked_on, case_id, covers
    FROM statement_lines WHERE gateway = ${gateway} AND journal IS NULL AND kind IN ('payout', 'return')
      AND booked_on BETWEEN ${from} AND ${to} AND (covers IS NOT NULL OR reference ~ '^M[0-9A-F]{32}$')
      AND (${after === undefined} OR (statement_id, line) > (${after?.statement_id ?? null}::uuid, ${after?.line ?? null}::text))
    ORDER BY statement_id, line LIMIT ${most}`.execute(tx);
  return rows;
}

export type SecondLine = UnmatchedLine & JournalKey;

/** Lines that state a journal which another line states, too, as long as nobody has resolved that. */
export async function findSecondAcrossMerchants(
  tx: Tx,
  gateway: string,
  after: LineKey | undefined,
  most: number,
): Promise<readonly SecondLine[]> {
  const { rows } = await sql<SecondLine>`
    SELECT l.statement_id, l.line, l.kind, l.reference, l.reference_id, l.gateway_reference, l.amount, l.currency, l.booked_on, l.case_id,
      l.of_merchant AS merchant, l.journal AS number
    FROM reconciliation_cases c JOIN statement_lines l ON l.case_id = c.id
    WHERE c.gateway = ${gateway} AND c.state <> 'resolved' AND c.kind = 'twice' AND l.journal IS NOT NULL
      AND (${after === undefined} OR (l.statement_id, l.line) > (${after?.statement_id ?? null}::uuid, ${after?.line ?? null}::text))
    ORDER BY l.statement_id, l.line LIMIT ${most}`.execute(tx);
  return rows;
}

export async function deleteLineAcrossMerchants(
  tx: Tx,
  { statement_id: statementId, line }: LineKey,
): Promise<void> {
  await tx
    .deleteFrom('statement_lines')
    .where('statement_id', '=', statementId)
    .where('line', '=', line)
    .execute();
}

/** Those of the journals that a line is about. */
export async function findStatedAcrossMerchants(
  tx: Tx,
  keys: readonly JournalKey[],
): Promise<readonly JournalKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<JournalKey>`
    SELECT w.merchant, w.number FROM ${wanted(keys)}
    WHERE EXISTS (SELECT FROM statement_lines l WHERE l.of_merchant = w.merchant AND l.journal = w.number AND l.journal IS NOT NULL)`.execute(
    tx,
  );
  return rows;
}

function wanted(keys: readonly JournalKey[]) {
  return sql`unnest(${keys.map(({ merchant }) => merchant)}::uuid[], ${keys.map(({ number }) => number)}::bigint[]) AS w (merchant, number)`;
}

export type Match = LineKey & JournalKey & { readonly day: string };

/** Writes which journals lines are about. They leave the case that said that there is none. */
export async function setJournalsAcrossMerchants(tx: Tx, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    UPDATE statement_lines l SET of_merchant = w.merchant, journal = w.number, journal_on = w.day, case_id = NULL, judged = false
    FROM unnest(${matches.map((one) => one.statement_id)}::uuid[], ${matches.map(({ line }) => line)}::text[],
      ${matches.map(({ merchant }) => merchant)}::uuid[], ${matches.map(({ number }) => number)}::bigint[],
      ${matches.map(({ day }) => day)}::date[]) AS w (statement_id, line, merchant, number, day)
    WHERE l.statement_id = w.statement_id AND l.line = w.line`.execute(tx);
}

/** Lets the lines of these journals be compared with them again. */
export async function judgeAgainAcrossMerchants(tx: Tx, keys: readonly JournalKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    UPDATE statement_lines l SET judged = false FROM ${wanted(keys)}
    WHERE l.of_merchant = w.merchant AND l.journal = w.number AND l.journal IS NOT NULL`.execute(tx);
}

/** Journals with lines that nobody has compared with them. */
export async function findToJudgeAcrossMerchants(
  tx: Tx,
  gateway: string,
  most: number,
): Promise<readonly JournalKey[]> {
  const { rows } = await sql<JournalKey>`
    SELECT DISTINCT of_merchant AS merchant, journal AS number FROM statement_lines
    WHERE gateway = ${gateway} AND NOT judged AND journal IS NOT NULL ORDER BY 1, 2 LIMIT ${most}`.execute(
    tx,
  );
  return rows;
}

/** All lines about these journals, as they were booked. */
export async function findLinesOfAcrossMerchants(
  db: Db,
  keys: readonly JournalKey[],
): Promise<readonly (JournalKey & StatedLine)[]> {
  const { rows } = await sql<JournalKey & StatedLine>`
    SELECT w.merchant, w.number, l.statement_id AS "statementId", l.line, l.amount, l.currency, l.booked_on AS "bookedOn"
    FROM ${wanted(keys)} JOIN LATERAL (SELECT * FROM statement_lines o
      WHERE o.of_merchant = w.merchant AND o.journal = w.number AND o.journal IS NOT NULL OFFSET 0) l ON true
    ORDER BY l.booked_on, l.statement_id, l.line`.execute(db);
  return rows;
}

export type Holding = LineKey & { readonly caseId: string | null };

/** Writes which case holds the money of a line. */
export async function setCasesAcrossMerchants(tx: Tx, lines: readonly Holding[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    UPDATE statement_lines l SET case_id = w.case_id, judged = true
    FROM unnest(${lines.map((one) => one.statement_id)}::uuid[], ${lines.map(({ line }) => line)}::text[],
      ${lines.map(({ caseId }) => caseId)}::uuid[]) AS w (statement_id, line, case_id)
    WHERE l.statement_id = w.statement_id AND l.line = w.line`.execute(tx);
}
