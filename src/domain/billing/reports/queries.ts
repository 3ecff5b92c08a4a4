import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { lockSeed } from '../../../platform/db/driver/lock-seed.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type Report = Selectable<ModeTables['reports']>;

export function insertReport(
  tx: Tx,
  merchantId: MerchantId,
  report: Omit<Insertable<ModeTables['reports']>, 'merchant_id'>,
): Promise<Report> {
  return tx
    .insertInto('reports')
    .values({ ...report, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** How many reports of the merchant are being written, and how many are written or kept. Locked, so that two calls count in turn. */
export async function countReports(
  tx: Tx,
  merchantId: MerchantId,
  now: Date,
): Promise<{ readonly pending: number; readonly kept: number }> {
  const name = `reports of ${merchantId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${sql.raw(lockSeed)}))`.execute(tx);
  const { rows } = await sql<{ pending: number; kept: number }>`
    SELECT (count(*) FILTER (WHERE status = 'pending'))::int AS pending, count(*)::int AS kept FROM reports
    WHERE merchant_id = ${merchantId} AND (status = 'pending' OR status = 'available' AND expires_at > ${now})`.execute(
    tx,
  );
  return rows[0] ?? { pending: 0, kept: 0 };
}

export function findReport(db: Db, merchantId: MerchantId, id: string): Promise<Report | undefined> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockReport(tx: Tx, merchantId: MerchantId, id: string): Promise<Report | undefined> {
  return tx
    .selectFrom('reports')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Newest first. */
export function listReports(
  db: Db,
  merchantId: MerchantId,
  type: Report['type'] | undefined,
  { after, rows }: WantedRows,
): Promise<Report[]> {
  const all = db.selectFrom('reports').selectAll().where('merchant_id', '=', merchantId);
  const wanted = type === undefined ? all : all.where('type', '=', type);
  const page = after === undefined ? wanted : wanted.where('id', '<', after);
  return page.orderBy('id', 'desc').limit(rows).execute();
}

export type Progress = Pick<
  Updateable<ModeTables['reports']>,
  'position' | 'chunks' | 'row_count' | 'byte_count'
>;

export async function saveProgress(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  progress: Progress,
): Promise<void> {
  await tx
    .updateTable('reports')
    .set(progress)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

export async function insertChunk(
  tx: Tx,
  merchantId: MerchantId,
  chunk: { readonly report_id: string; readonly number: number; readonly content: Buffer },
): Promise<void> {
  await tx
    .insertInto('report_chunks')
    .values({ ...chunk, merchant_id: merchantId })
    .execute();
}

/** Undefined if the content has been deleted. */
export async function findChunk(
  db: Db,
  merchantId: MerchantId,
  reportId: string,
  number: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('report_chunks')
    .select('content')
    .where('merchant_id', '=', merchantId)
    .where('report_id', '=', reportId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.content;
}

/** No first line of a CSV is as long. */
const mostInHead = 4096;

/** The first line of a CSV, without its end. Undefined if nothing is written. */
export async function findHeadOf(
  tx: Tx,
  merchantId: MerchantId,
  reportId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ start: Buffer }>`
    SELECT substr(content, 1, ${mostInHead}) AS start FROM report_chunks
    WHERE merchant_id = ${merchantId} AND report_id = ${reportId} AND number = 0`.execute(tx);
  return rows[0]?.start.toString().split('\r\n')[0];
}

export async function deleteChunks(tx: Tx, merchantId: MerchantId, reportId: string): Promise<void> {
  await tx
    .deleteFrom('report_chunks')
    .where('merchant_id', '=', merchantId)
    .where('report_id', '=', reportId)
    .execute();
}

type Expired = { readonly merchant_id: string; readonly id: string };

/** Reports that are past their time by their merchant's clock, and still have their content. */
export async function findExpiredAcrossMerchants(db: Db, most: number): Promise<readonly Expired[]> {
  const { rows } = await sql<Expired>`
    SELECT r.merchant_id, r.id FROM reports r LEFT JOIN merchant_states s USING (merchant_id)
    WHERE r.status = 'available' AND r.expires_at <= now() + coalesce(s.clock_offset_ms, 0) * interval '1 millisecond'
    ORDER BY r.merchant_id, r.id LIMIT ${most}`.execute(db);
  return rows;
}
