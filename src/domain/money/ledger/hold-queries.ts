import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { firstIdOf, timeOf } from '../../../platform/ids.ts';
import type { Currency } from '../amounts/currency.ts';

export type DueRelease = {
  /** UTC, business time. */
  readonly day: string;
  readonly code: 'pending' | 'reserve';
  readonly currency: Currency;
  readonly amount: bigint;
  readonly payments: bigint;
};

export type DueReleases = {
  readonly releases: readonly DueRelease[];
  /** The days of this account after this one were not read; null: all were. */
  readonly readTo: string | null;
};

export type WantedReleases = {
  readonly code: DueRelease['code'];
  readonly shortestDays: number;
  readonly longestDays: number;
  readonly realNow: Date;
  readonly until: Date;
};

/** How many holds of an account are read, the oldest first. */
const mostHolds = 20_000;
const dayMs = 86_400_000;

/**
 * What is released from one account on which day, up to and including a day. If there are more holds than can be read, the days on
 * which others may be due too are left out.
 *
 * @param shortestDays none is due sooner after it was made
 * @param longestDays none that is older is still held
 * @param realNow holds have the ids of real time, also where the merchant's clock was turned
 */
export async function findDueReleases(
  db: Db,
  merchantId: MerchantId,
  { code, shortestDays, longestDays, realNow, until }: WantedReleases,
  mostRead = mostHolds,
): Promise<DueReleases> {
  const oldest = firstIdOf(realNow.getTime() - longestDays * dayMs);
  const { rows } = await sql<DueRelease & { readonly read: number; readonly newest: string }>`
    WITH held AS MATERIALIZED (
      SELECT hold_id, currency, amount - released AS amount, (due_at AT TIME ZONE 'UTC')::date AS day FROM ledger_holds
      WHERE merchant_id = ${merchantId} AND hold_id >= ${oldest} AND code = ${code} AND released < amount
      ORDER BY hold_id LIMIT ${mostRead})
    SELECT day::text, ${code} AS code, currency, sum(amount)::bigint AS amount, count(*)::bigint AS payments,
      (SELECT count(*)::int FROM held) AS read, (SELECT hold_id FROM held ORDER BY hold_id DESC LIMIT 1) AS newest
    FROM held WHERE day <= (${until}::timestamptz AT TIME ZONE 'UTC')::date
    GROUP BY day, currency ORDER BY day, currency`.execute(db);
  const [any] = rows;
  if (!any || any.read < mostRead) return { releases: rows, readTo: null };
  // Those that were not read were made later. A clock that was turned goes ahead of real time, never behind it.
  const firstUnread = new Date(timeOf(any.newest).getTime() + shortestDays * dayMs)
    .toISOString()
    .slice(0, 10);
  const releases = rows.filter(({ day }) => day < firstUnread);
  return { releases, readTo: releases.at(-1)?.day ?? '' };
}
