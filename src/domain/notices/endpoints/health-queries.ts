import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { AttemptRow } from '../events/queries.ts';

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
  /** The earliest time at which a waiting delivery may be attempted; may be in the past. */
  readonly oldest_due_at: Date | null;
  readonly last_success_at: Date | null;
};

const lanesText = `WITH counted AS (
    SELECT d.lane_id, count(*) FILTER (WHERE d.state IN ('due', 'waiting'))::int AS due, count(*) FILTER (WHERE d.state = 'sending')::int AS sending,
      count(*) FILTER (WHERE d.state = 'delivered' AND d.finished_at > now() - interval '24 hours')::int AS delivered,
      count(*) FILTER (WHERE d.state = 'exhausted' AND d.finished_at > now() - interval '24 hours')::int AS exhausted,
      min(d.next_attempt_at) FILTER (WHERE d.state = 'due') AS oldest_due_at,
      max(d.finished_at) FILTER (WHERE d.state = 'delivered') AS last_success_at
    FROM webhook_deliveries d WHERE d.merchant_id = $1 GROUP BY d.lane_id)
  SELECT l.lane_id, l.origin, l.failing_since, coalesce(c.due, 0) AS due, coalesce(c.sending, 0) AS sending,
    coalesce(c.delivered, 0) AS delivered, coalesce(c.exhausted, 0) AS exhausted, c.oldest_due_at, c.last_success_at
  FROM webhook_lanes l LEFT JOIN counted c ON c.lane_id = l.lane_id
  WHERE l.merchant_id = $1 AND l.app_id = $2
  ORDER BY l.failing_since, c.oldest_due_at, l.origin LIMIT $3`;

/** The lanes of an app: the longest failing first, then those with waiting deliveries. */
export async function findLanes(
  db: Db,
  merchantId: MerchantId,
  of: { readonly appId: string; readonly limit: number },
): Promise<readonly LaneRow[]> {
  const { rows } = await db.executeQuery<LaneRow>(
    CompiledQuery.raw(lanesText, [merchantId, of.appId, of.limit]),
  );
  return rows;
}

export type FailureRow = {
  readonly lane_id: string;
  readonly at: Date;
  readonly failure: NonNullable<AttemptRow['failure']>;
  readonly status: number | null;
};

// A delivery that succeeded at once has no failed attempt, so its attempts are not read.
const failuresText = `SELECT DISTINCT ON (d.lane_id) d.lane_id, a.started_at AS at, a.failure, a.status
  FROM webhook_deliveries d JOIN webhook_attempts a ON a.merchant_id = d.merchant_id AND a.delivery_id = d.delivery_id
  WHERE d.merchant_id = $1 AND d.lane_id = ANY ($2::uuid[]) AND (d.attempts > 1 OR d.state <> 'delivered') AND a.failure IS NOT NULL
  ORDER BY d.lane_id, a.started_at DESC`;

/** The last failed attempt of each lane that has one. */
export async function findLastFailures(
  db: Db,
  merchantId: MerchantId,
  laneIds: readonly string[],
): Promise<readonly FailureRow[]> {
  const { rows } = await db.executeQuery<FailureRow>(CompiledQuery.raw(failuresText, [merchantId, laneIds]));
  return rows;
}

export type DurationRow = { readonly lane_id: string; readonly p50_ms: number; readonly p95_ms: number };

// A delivery that was attempted in the last 24 hours is unfinished, or finished within them.
const durationsText = `SELECT d.lane_id, percentile_disc(0.5) WITHIN GROUP (ORDER BY a.duration_ms) AS p50_ms,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY a.duration_ms) AS p95_ms
  FROM webhook_deliveries d JOIN webhook_attempts a ON a.merchant_id = d.merchant_id AND a.delivery_id = d.delivery_id
  WHERE d.merchant_id = $1 AND d.lane_id = ANY ($2::uuid[]) AND coalesce(d.finished_at > now() - interval '24 hours', true)
    AND a.started_at > now() - interval '24 hours' AND a.status IS NOT NULL
  GROUP BY d.lane_id`;

/** How long the receiver of each lane took to answer in the last 24 hours, whatever it answered. */
export async function findDurations(
  db: Db,
  merchantId: MerchantId,
  laneIds: readonly string[],
): Promise<readonly DurationRow[]> {
  const { rows } = await db.executeQuery<DurationRow>(
    CompiledQuery.raw(durationsText, [merchantId, laneIds]),
  );
  return rows;
}
