import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';
import type { AttemptRow } from '../events/queries.ts';

/** A lane may have millions of deliveries: only so many of the newest finished ones, and of those in each other state, are read. */
const mostCounted = 5000;
/** Of the newest finished deliveries, how many are looked at for how long the receiver took, and of all for what failed. */
const mostTimed = 1000;
const mostFailed = 100;

/** The state of one lane, that is, of one receiver. Times are real time. */
export type LaneRow = {
  readonly lane_id: string;
  readonly origin: string;
  readonly failing_since: Date | null;
  /** Waiting for an attempt, now or later, or for an earlier event of the same resource. */
  readonly due: number;
  readonly sending: number;
  /** Finished in the last 24 hours. */
  readonly delivered: number;
  readonly exhausted: number;
  /** A count has ended at `mostCounted`. */
  readonly more: boolean;
  /** The earliest time at which a waiting delivery may be attempted; may be in the past. */
  readonly oldest_due_at: Date | null;
  /** Of the newest finished ones. */
  readonly last_success_at: Date | null;
};

/**
 * SQL: the deliveries of the lane `l`, which is the merchant's. On one PostgreSQL the merchant is left out: the planner might read all
 * of their deliveries by the primary key.
 */
const ofLane = (spread: boolean): string =>
  `webhook_deliveries d WHERE ${spread ? 'd.merchant_id = $1 AND ' : ''}d.lane_id = l.lane_id AND`;

/** NULLS LAST is the order of the index that is for this, and of no other. */
const finished = (of: string, most: number): string =>
  `(SELECT d.delivery_id, d.state, d.attempts, d.finished_at FROM ${of} d.finished_at IS NOT NULL ORDER BY d.finished_at DESC NULLS LAST LIMIT ${most})`;

/** Those that are tried again next. Ordered by that, the attempted ones come before those that were never attempted. */
const retried = (of: string): string =>
  `(SELECT d.delivery_id, d.attempts FROM ${of} d.state = 'due' ORDER BY d.next_attempt_at DESC LIMIT ${mostFailed})`;

const sent = (of: string): string =>
  `(SELECT d.delivery_id, d.attempts FROM ${of} d.state = 'sending' LIMIT ${mostFailed})`;

const countOf = (of: string, state: string): string =>
  `(SELECT count(*)::int AS n FROM (SELECT FROM ${of} d.state = '${state}' LIMIT ${mostCounted}) first)`;

const lanesText = (of: string): string => `SELECT l.lane_id, l.origin, l.failing_since, l.oldest_due_at,
    due.n + waiting.n AS due, sending.n AS sending, coalesce(f.delivered, 0) AS delivered, coalesce(f.exhausted, 0) AS exhausted,
    greatest(due.n, waiting.n, f.delivered + f.exhausted) = ${mostCounted} AS more, f.last_success_at
  FROM (
    SELECT l.merchant_id, l.lane_id, l.origin, l.failing_since, oldest.next_attempt_at AS oldest_due_at
    FROM webhook_lanes l LEFT JOIN LATERAL (
      SELECT d.next_attempt_at FROM ${of} d.state = 'due' ORDER BY d.next_attempt_at LIMIT 1) oldest ON true
    WHERE l.merchant_id = $1 AND l.app_id = $2
    ORDER BY l.failing_since, oldest.next_attempt_at, l.origin LIMIT $3) l
  CROSS JOIN LATERAL ${countOf(of, 'due')} due
  CROSS JOIN LATERAL ${countOf(of, 'waiting')} waiting
  CROSS JOIN LATERAL ${countOf(of, 'sending')} sending
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE n.state = 'delivered' AND n.finished_at > now() - interval '24 hours')::int AS delivered,
      count(*) FILTER (WHERE n.state = 'exhausted' AND n.finished_at > now() - interval '24 hours')::int AS exhausted,
      max(n.finished_at) FILTER (WHERE n.state = 'delivered') AS last_success_at
    FROM ${finished(of, mostCounted)} n) f
  ORDER BY l.failing_since, l.oldest_due_at, l.origin`;

/** The lanes of an app: the longest failing first, then those with waiting deliveries. */
export async function findLanes(
  db: Db,
  merchantId: MerchantId,
  of: { readonly appId: string; readonly limit: number },
): Promise<readonly LaneRow[]> {
  return await ask<LaneRow>(db, lanesText, [merchantId, of.appId, of.limit]);
}

export type FailureRow = {
  readonly lane_id: string;
  readonly at: Date;
  readonly failure: NonNullable<AttemptRow['failure']>;
  readonly status: number | null;
};

// A delivery that succeeded at once has no failed attempt, so its attempts are not read.
const failuresText = (of: string): string => `SELECT l.lane_id, f.at, f.failure, f.status
  FROM webhook_lanes l CROSS JOIN LATERAL (
    SELECT a.started_at AS at, a.failure, a.status
    FROM (SELECT r.delivery_id FROM ${retried(of)} r WHERE r.attempts > 0
      UNION ALL SELECT s.delivery_id FROM ${sent(of)} s WHERE s.attempts > 1
      UNION ALL (SELECT n.delivery_id FROM ${finished(of, mostCounted)} n WHERE n.attempts > 1 OR n.state <> 'delivered'
        ORDER BY n.finished_at DESC LIMIT ${mostFailed})) d
    CROSS JOIN LATERAL (SELECT t.started_at, t.failure, t.status FROM webhook_attempts t
      WHERE t.merchant_id = $1 AND t.delivery_id = d.delivery_id AND t.failure IS NOT NULL ORDER BY t.started_at DESC LIMIT 1) a
    ORDER BY a.started_at DESC LIMIT 1) f
  WHERE l.merchant_id = $1 AND l.lane_id = ANY ($2::uuid[])`;

/** The last failed attempt of each lane that has one among its newest deliveries. */
export async function findLastFailures(
  db: Db,
  merchantId: MerchantId,
  laneIds: readonly string[],
): Promise<readonly FailureRow[]> {
  return await ask<FailureRow>(db, failuresText, [merchantId, laneIds]);
}

export type DurationRow = { readonly lane_id: string; readonly p50_ms: number; readonly p95_ms: number };

// A delivery that was attempted in the last 24 hours is unfinished, or finished within them.
const durationsText = (of: string): string => `SELECT l.lane_id, t.p50_ms, t.p95_ms
  FROM webhook_lanes l CROSS JOIN LATERAL (
    SELECT count(*) AS answers, percentile_disc(0.5) WITHIN GROUP (ORDER BY a.duration_ms) AS p50_ms,
      percentile_disc(0.95) WITHIN GROUP (ORDER BY a.duration_ms) AS p95_ms
    FROM (SELECT r.delivery_id FROM ${retried(of)} r WHERE r.attempts > 0
      UNION ALL SELECT s.delivery_id FROM ${sent(of)} s WHERE s.attempts > 1
      UNION ALL SELECT n.delivery_id FROM ${finished(of, mostTimed)} n WHERE n.finished_at > now() - interval '24 hours') d
    CROSS JOIN LATERAL (SELECT t.duration_ms FROM webhook_attempts t WHERE t.merchant_id = $1 AND t.delivery_id = d.delivery_id
      AND t.started_at > now() - interval '24 hours' AND t.status IS NOT NULL LIMIT ${mostFailed}) a) t
  WHERE l.merchant_id = $1 AND l.lane_id = ANY ($2::uuid[]) AND t.answers > 0`;

/** How long the receiver of each lane took to answer its newest deliveries of the last 24 hours, whatever it answered. */
export async function findDurations(
  db: Db,
  merchantId: MerchantId,
  laneIds: readonly string[],
): Promise<readonly DurationRow[]> {
  return await ask<DurationRow>(db, durationsText, [merchantId, laneIds]);
}

async function ask<R>(
  db: Db,
  text: (of: string) => string,
  values: readonly unknown[],
): Promise<readonly R[]> {
  const { rows } = await db.executeQuery<R>(CompiledQuery.raw(text(ofLane(await isSpread(db))), [...values]));
  return rows;
}
