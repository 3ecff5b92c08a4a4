import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { WantedRows } from './cursor.ts';

/** Times are taken a little before or after ids. */
const slackMs = 10 * 60_000;

/** `from` is included, `before` is not. */
export type Period = { readonly from?: Date | undefined; readonly before?: Date | undefined };

/** A table with an index of the merchant, `created_at` and the id. */
export type Listed = {
  readonly table: string;
  readonly id: string;
  /** SQL: false for rows whose ids may be much older than their times, so that they say nothing about other rows. */
  readonly isOrdinary?: RawBuilder<boolean>;
};

/** The page, and an id that is below all of the period; undefined: none is known. */
export type Bounded = { readonly page: WantedRows; readonly above: string | undefined };

/**
 * A page of a list without the ids that are surely outside a period. A list in the order of ids would otherwise read every row that is
 * newer than the period.
 */
export async function withinPeriod(
  db: Db,
  merchantId: string,
  listed: Listed,
  { period, page }: { readonly period: Period; readonly page: WantedRows },
): Promise<Bounded> {
  const [above, after] = await Promise.all([
    findIdAt(db, merchantId, listed, { moment: period.from, side: 'before' }),
    findIdAt(db, merchantId, listed, { moment: period.before, side: 'after' }),
  ]);
  return { page: { ...page, after: lower(page.after, after) }, above };
}

/** The nearest id whose time is surely before or after this one. */
async function findIdAt(
  db: Db,
  merchantId: string,
  { table, id, isOrdinary = sql`true` }: Listed,
  { moment, side }: { readonly moment: Date | undefined; readonly side: 'before' | 'after' },
): Promise<string | undefined> {
  if (!moment) return undefined;
  const at = new Date(moment.getTime() + (side === 'after' ? slackMs : -slackMs));
  const [direction, compare] =
    side === 'after' ? ([sql`ASC`, sql`>=`] as const) : ([sql`DESC`, sql`<`] as const);
  const { rows } = await sql<{ id: string }>`
    SELECT ${sql.ref(id)} AS id FROM ${sql.table(table)}
    WHERE merchant_id = ${merchantId} AND created_at ${compare} ${at} AND ${isOrdinary} AND ${isInOrder(merchantId)}
    ORDER BY created_at ${direction}, ${sql.ref(id)} ${direction} LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/**
 * SQL: whether ids and times rise together. A merchant's clock only goes forward, but while it is turned, jobs write rows of earlier
 * times beside the calls of that moment.
 */
export const isInOrder = (merchantId: string) => sql<boolean>`NOT EXISTS (
  SELECT FROM merchant_states s WHERE s.merchant_id = ${merchantId} AND s.turned_at IS NOT NULL)`;

/** The list goes down, so that the lower of two beginnings leaves out more. */
function lower(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
