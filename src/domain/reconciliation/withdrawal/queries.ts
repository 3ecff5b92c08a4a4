import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Case } from '../cases/queries.ts';
import type { JournalKey } from '../matching/clearing-queries.ts';
import type { Days } from '../matching/line-queries.ts';

export type ListedStatement = Days & {
  readonly name: string;
  readonly currency: string;
  readonly lines: number;
  readonly imported_by: string;
  readonly imported_at: Date;
};

/** The statements of a gateway, those of the newest days first. */
export async function listStatementsAcrossMerchants(
  db: Db,
  gateway: string,
  most: number,
): Promise<readonly ListedStatement[]> {
  return await db
    .selectFrom('statements')
    .select(['name', 'currency', 'from_day as from', 'to_day as to', 'lines', 'imported_by', 'imported_at'])
    .where('gateway', '=', gateway)
    .orderBy('to_day', 'desc')
    .orderBy('imported_at', 'desc')
    .limit(most)
    .execute();
}

type Named = { readonly gateway: string; readonly name: string };
export type WithdrawnStatement = Days & { readonly id: string; readonly lines: number };

/** Copies a statement to those that were taken back; undefined if there is none of that name. */
export async function keepWithdrawnAcrossMerchants(
  tx: Tx,
  { gateway, name, by, reason }: Named & { readonly by: string; readonly reason: string },
): Promise<WithdrawnStatement | undefined> {
  const { rows } = await sql<WithdrawnStatement>`
    INSERT INTO withdrawn_statements (id, gateway, name, hash, from_day, to_day, lines, imported_by, imported_at, withdrawn_by, reason)
    SELECT id, gateway, name, hash, from_day, to_day, lines, imported_by, imported_at, ${by}::text, ${reason}::text
    FROM statements WHERE gateway = ${gateway} AND name = ${name}
    RETURNING id, from_day AS "from", to_day AS "to", lines`.execute(tx);
  return rows[0];
}

/** Deletes a statement with its lines. @returns the journals that its lines were about, and when each was booked */
export async function deleteStatementAcrossMerchants(
  tx: Tx,
  id: string,
): Promise<readonly (JournalKey & { readonly day: string })[]> {
  const { rows } = await sql<JournalKey & { day: string }>`
    WITH gone AS (DELETE FROM statement_lines WHERE statement_id = ${id} RETURNING of_merchant, journal, journal_on)
    SELECT DISTINCT of_merchant AS merchant, journal AS number, journal_on AS day FROM gone WHERE journal IS NOT NULL`.execute(
    tx,
  );
  await tx.deleteFrom('statements').where('id', '=', id).execute();
  return rows;
}

/** The cases of lines of a statement. */
export async function findCasesOfLinesAcrossMerchants(
  tx: Tx,
  gateway: string,
  statementId: string,
): Promise<readonly string[]> {
  return await idsOf(tx, sql`gateway = ${gateway} AND subject LIKE ${`line:${statementId}:%`}`);
}

/** The cases of journals that no line has stated, booked in these days. */
export async function findMissingThereAcrossMerchants(
  tx: Tx,
  gateway: string,
  { from, to }: Days,
): Promise<readonly string[]> {
  return await idsOf(
    tx,
    sql`gateway = ${gateway} AND kind = 'missing_there' AND expected_on BETWEEN ${from} AND ${to}`,
  );
}

/** The cases of notices of these days that a line has explained. */
export async function findExplainedNoticesAcrossMerchants(
  tx: Tx,
  gateway: string,
  { from, to }: Days,
): Promise<readonly string[]> {
  return await idsOf(
    tx,
    sql`gateway = ${gateway} AND subject LIKE 'notice:%' AND resolution = 'explained_later' AND stated_on BETWEEN ${from} AND ${to}`,
  );
}

async function idsOf(tx: Tx, fits: ReturnType<typeof sql>): Promise<readonly string[]> {
  const { rows } = await sql<Pick<Case, 'id'>>`SELECT id FROM reconciliation_cases WHERE ${fits}`.execute(tx);
  return rows.map(({ id }) => id);
}
