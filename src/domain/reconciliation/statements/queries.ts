import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { dashed } from '../../../platform/ids.ts';
import type { Statement, StatementLine } from '../../money/gateways/statement.ts';

type NewStatement = Omit<Statement, 'lines'> & {
  readonly gateway: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly lines: number;
  readonly by: string;
};

/** @returns false if a statement has its name or says the same */
export async function insertStatementAcrossMerchants(tx: Tx, row: NewStatement): Promise<boolean> {
  const inserted = await tx
    .insertInto('statements')
    .values({
      id: row.id,
      gateway: row.gateway,
      name: row.name,
      hash: row.hash,
      currency: row.currency,
      from_day: row.from,
      to_day: row.to,
      opening: row.opening,
      closing: row.closing,
      lines: row.lines,
      imported_by: row.by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The statement that has the name, or else the one that says the same. */
export function findStatementAcrossMerchants(
  db: Db,
  { gateway, name, hash }: { readonly gateway: string; readonly name: string; readonly hash: Buffer },
): Promise<{ id: string; hash: Buffer; lines: number } | undefined> {
  return db
    .selectFrom('statements')
    .select(['id', 'hash', 'lines'])
    .where('gateway', '=', gateway)
    .where((where) => where.or([where('name', '=', name), where('hash', '=', hash)]))
    .orderBy(sql`name = ${name}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The statement that says what has the hash. */
export function findSayingAcrossMerchants(
  db: Db,
  { gateway, hash }: { readonly gateway: string; readonly hash: Buffer },
): Promise<{ id: string; lines: number } | undefined> {
  return db
    .selectFrom('statements')
    .select(['id', 'lines'])
    .where('gateway', '=', gateway)
    .where('hash', '=', hash)
    .executeTakeFirst();
}

/** Whether an operator took back a statement that said the same. */
export async function isWithdrawnAcrossMerchants(
  db: Db,
  { gateway, hash }: { readonly gateway: string; readonly hash: Buffer },
): Promise<boolean> {
  const found = await db
    .selectFrom('withdrawn_statements')
    .select('id')
    .where('gateway', '=', gateway)
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Our id as a rail may have sent it: with dashes, without, or with the prefix of its kind, in any case. */
function ourIdIn({ reference }: StatementLine): string | null {
  const text = (reference ?? '').toLowerCase();
  const [, digits] = /^(?:[a-z]{2,5}_?)?([0-9a-f]{32})$/.exec(text.replaceAll('-', '')) ?? [];
  return digits === undefined ? null : dashed(digits);
}

export async function insertLinesAcrossMerchants(
  tx: Tx,
  { gateway, statementId }: { readonly gateway: string; readonly statementId: string },
  lines: readonly StatementLine[],
): Promise<void> {
  const column = <T>(of: (line: StatementLine) => T): T[] => lines.map(of);
  await sql`
    INSERT INTO statement_lines (statement_id, line, gateway, kind, reference, reference_id, gateway_reference, amount, currency, booked_on, covers)
    SELECT ${statementId}::uuid, l.line, ${gateway}, l.kind, l.reference, l.reference_id, l.gateway_reference, l.amount, l.currency, l.booked_on,
      CASE WHEN l.covers IS NOT NULL THEN ARRAY (SELECT jsonb_array_elements_text(l.covers)) END
    FROM unnest(${column(({ line }) => line)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ reference }) => reference)}::text[], ${column(ourIdIn)}::uuid[],
      ${column(({ gatewayReference }) => gatewayReference)}::text[], ${column(({ amount }) => amount)}::bigint[],
      ${column(({ currency }) => currency)}::text[], ${column(({ bookedOn }) => bookedOn)}::date[],
      ${column(({ covers }) => covers && JSON.stringify(covers))}::jsonb[])
      AS l (line, kind, reference, reference_id, gateway_reference, amount, currency, booked_on, covers)`.execute(
    tx,
  );
}

/** The gateways that have statements. */
export async function findStatedGatewaysAcrossMerchants(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('statements').select('gateway').distinct().orderBy('gateway').execute();
  return rows.map(({ gateway }) => gateway);
}

export type CoveredDays = { readonly currency: string; readonly from: string; readonly to: string };

/** Which days the statements of a gateway include, by currency. */
export async function findCoveredAcrossMerchants(db: Db, gateway: string): Promise<readonly CoveredDays[]> {
  const rows = await db
    .selectFrom('statements')
    .select(['currency', 'from_day', 'to_day'])
    .where('gateway', '=', gateway)
    .orderBy('to_day')
    .execute();
  return rows.map(({ currency, from_day: from, to_day: to }) => ({ currency, from, to }));
}
