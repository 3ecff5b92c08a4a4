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
  /** Business time, as `until`. */
  readonly now: Date;
  readonly until: Date;
};

/** How many holds of an account are read, the oldest first. */
const mostHolds = 20_000;
const dayMs = 86_400_000;

/**
 * What is released from one account on which day, up to and including a day. The shares of completed refunds and lost disputes are
 * released from the reserve at the next midnight. If there are more holds than can be read, the days on which others may be due too are
 * left out.
 *
 * @param shortestDays none is due sooner after it was made
 * @param longestDays none that is older is still held
 * @param realNow holds have the ids of real time, also where the merchant's clock was turned
 */
export async function findDueReleases(
  db: Db,
  merchantId: MerchantId,
  { code, shortestDays, longestDays, realNow, now, until }: WantedReleases,
  mostRead = mostHolds,
): Promise<DueReleases> {
  const oldest = firstIdOf(realNow.getTime() - longestDays * dayMs);
  const tomorrow = new Date(now.getTime() + dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<DueRelease & { readonly read: number; readonly newest: string }>`
    WITH held AS MATERIALIZED (
      SELECT hold_id, payment_id, currency, amount - released AS amount, (due_at AT TIME ZONE 'UTC')::date AS day FROM ledger_holds
      WHERE merchant_id = ${merchantId} AND hold_id >= ${oldest} AND code = ${code} AND released < amount
      ORDER BY hold_id LIMIT ${mostRead}),
    shares AS MATERIALIZED (
      SELECT payment_id, currency, sum(share)::bigint AS amount FROM (${sharesDue(merchantId)}) due
      WHERE ${code} = 'reserve' GROUP BY payment_id, currency),
    parts AS (
      SELECT payment_id, h.currency, h.day, h.amount - coalesce(s.amount, 0) AS amount FROM held h LEFT JOIN shares s USING (payment_id)
      UNION ALL
      SELECT payment_id, s.currency, least(h.day, ${tomorrow}::date), s.amount FROM shares s LEFT JOIN held h USING (payment_id))
    SELECT day::text, ${code} AS code, currency, sum(amount)::bigint AS amount, count(DISTINCT payment_id) AS payments,
      (SELECT count(*)::int FROM held) AS read, (SELECT hold_id FROM held ORDER BY hold_id DESC LIMIT 1) AS newest
    FROM parts WHERE amount > 0 AND day <= (${until}::timestamptz AT TIME ZONE 'UTC')::date
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

/** What refunds and lost disputes still have to release of the reserve of their payments. */
const sharesDue = (merchantId: MerchantId) => sql`
  SELECT payment_id, currency, reserve_share - reserve_released AS share FROM refunds
  WHERE merchant_id = ${merchantId} AND status = 'completed' AND reserve_released < reserve_share
  UNION ALL
  SELECT transaction_id, currency, reserve_share - reserve_released FROM disputes
  WHERE merchant_id = ${merchantId} AND status = 'lost' AND reserve_released < reserve_share`;
