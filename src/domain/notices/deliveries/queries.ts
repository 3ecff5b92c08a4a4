import { CompiledQuery } from 'kysely';
import {
  type Db,
  inClaimAcrossMerchants,
  inTransactionAcrossMerchants,
} from '../../../platform/db/database.ts';

// What a worker does to deliveries spans merchants by nature, so every name here says so.

/** Longer than an attempt can take, so only a worker that died loses one. */
const lease = '45 seconds';

/** A delivery that this worker may attempt now, with all that it needs. */
export type Claim = {
  readonly merchant_id: string;
  readonly delivery_id: string;
  readonly api_version: string;
  readonly url: string;
  /** The number of this attempt. */
  readonly attempts: number;
  readonly body: string;
  readonly secret_sealed: string;
  /** Of a rotation, as long as it counts. */
  readonly previous_secret_sealed: string | null;
};

const claimText = `SELECT FROM claim_deliveries($1, '${lease}', $2, $3)`;

// A statement of its own: one that claimed and read at once would miss bodies that were committed after it began. Each part is
// looked up by its key, by LIMIT: where the statistics are older than an outage, the planner would read all that a merchant was told.
const claimedText = `SELECT d.merchant_id, d.delivery_id, d.api_version, d.url, d.attempts, b.body, e.secret_sealed,
    CASE WHEN e.previous_secret_until > now() THEN e.previous_secret_sealed END AS previous_secret_sealed
  FROM webhook_deliveries d
  CROSS JOIN LATERAL (SELECT body FROM event_bodies
    WHERE merchant_id = d.merchant_id AND event_id = d.event_id AND api_version = d.api_version LIMIT 1) b
  CROSS JOIN LATERAL (SELECT app_id FROM webhook_lanes WHERE merchant_id = d.merchant_id AND lane_id = d.lane_id LIMIT 1) l
  CROSS JOIN LATERAL (SELECT * FROM app_endpoints WHERE merchant_id = d.merchant_id AND app_id = l.app_id LIMIT 1) e
  WHERE d.state = 'sending' AND d.lease_token = $1`;

/**
 * Takes up to `free` deliveries that are due, fairly over the lanes after `afterLane`.
 *
 * @param claim.token of this claim alone: the fence around what it took
 */
export function claimDeliveriesAcrossMerchants(
  db: Db,
  claim: { free: number; token: string; afterLane: string },
): Promise<readonly Claim[]> {
  const { free, token, afterLane } = claim;
  return inClaimAcrossMerchants(db, async (tx) => {
    const taken = await tx.executeQuery(CompiledQuery.raw(claimText, [free, token, afterLane]));
    if (taken.rows.length === 0) return [];
    const { rows } = await tx.executeQuery<Claim>(CompiledQuery.raw(claimedText, [token]));
    return rows;
  });
}

/** One attempt as it went. `failure` null: the receiver acknowledged. */
export type Attempt = {
  readonly merchantId: string;
  readonly deliveryId: string;
  readonly token: string;
  readonly attemptId: string;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly address: string | null;
  readonly status: number | null;
  readonly failure: string | null;
  /** JSON. */
  readonly responseHeaders: string | null;
  readonly responseStart: string | null;
  /** Until the next attempt, if there is one. */
  readonly retryMs: number;
};

// The lease token is the fence: who lost the lease moves nothing, and the attempt is logged as late.
// A lane is written only when its receiver breaks or recovers, in lane order, so two workers cannot deadlock.
// Deliveries are found by their keys one by one, whatever the planner believed when the session was young.
const recordText = `WITH tried AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::timestamptz[], $7::int[], $8::inet[],
      $9::int[], $10::text[], $11::text[], $12::text[], $13::int[])
    AS t (merchant_id, delivery_id, token, attempt_id, attempt, started_at, duration_ms, address,
      status, failure, response_headers, response_start, retry_ms)),
  moved AS (
    UPDATE webhook_deliveries d SET
      state = CASE WHEN t.failure IS NULL THEN 'delivered' WHEN d.attempts >= d.max_attempts THEN 'exhausted' ELSE 'due' END,
      next_attempt_at = now() + t.retry_ms * interval '1 millisecond',
      finished_at = CASE WHEN t.failure IS NULL OR d.attempts >= d.max_attempts THEN now() END,
      lease_until = NULL, lease_token = NULL
    FROM tried t CROSS JOIN LATERAL (SELECT f.ctid FROM webhook_deliveries f
      WHERE f.merchant_id = t.merchant_id AND f.delivery_id = t.delivery_id LIMIT 1) found
    WHERE d.ctid = found.ctid AND d.lease_token = t.token
    RETURNING d.merchant_id, d.lane_id, t.attempt_id, t.failure IS NULL AS acknowledged),
  verdicts AS (
    SELECT merchant_id, lane_id, bool_or(acknowledged) AS works FROM moved GROUP BY merchant_id, lane_id),
  changed AS (
    SELECT l.merchant_id, l.lane_id, v.works
    FROM webhook_lanes l JOIN verdicts v ON v.merchant_id = l.merchant_id AND v.lane_id = l.lane_id
    WHERE v.works = (l.failing_since IS NOT NULL)
    ORDER BY l.lane_id FOR NO KEY UPDATE OF l),
  lanes AS (
    UPDATE webhook_lanes l SET failing_since = CASE WHEN c.works THEN NULL ELSE now() END
    FROM changed c WHERE l.merchant_id = c.merchant_id AND l.lane_id = c.lane_id)
  INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms, address, status,
    failure, late, response_headers, response_start)
  SELECT t.merchant_id, t.delivery_id, t.attempt_id, t.attempt, t.started_at, t.duration_ms, t.address, t.status,
    t.failure, m.attempt_id IS NULL, t.response_headers, t.response_start
  FROM tried t LEFT JOIN moved m ON m.attempt_id = t.attempt_id
  ON CONFLICT DO NOTHING`;

/** Writes attempts, moves their deliveries on, and notes receivers that broke or recovered: one statement. */
export async function recordAttemptsAcrossMerchants(db: Db, attempts: readonly Attempt[]): Promise<void> {
  const column = (name: keyof Attempt) => attempts.map((attempt) => attempt[name]);
  const values = [
    column('merchantId'),
    column('deliveryId'),
    column('token'),
    column('attemptId'),
    column('attempt'),
    column('startedAt'),
    column('durationMs'),
    column('address'),
    column('status'),
    column('failure'),
    column('responseHeaders'),
    column('responseStart'),
    column('retryMs'),
  ];
  await inTransactionAcrossMerchants(db, (tx) => tx.executeQuery(CompiledQuery.raw(recordText, values)));
}

const sweepText = `WITH lost AS (
    SELECT merchant_id, delivery_id, lease_until, row_number() OVER () AS place FROM (
      SELECT merchant_id, delivery_id, lease_until FROM webhook_deliveries
      WHERE state = 'sending' AND lease_until < now()
      LIMIT cardinality($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED) expired),
  moved AS (
    UPDATE webhook_deliveries d SET
      state = CASE WHEN d.attempts >= d.max_attempts THEN 'exhausted' ELSE 'due' END,
      next_attempt_at = now(),
      finished_at = CASE WHEN d.attempts >= d.max_attempts THEN now() END,
      lease_until = NULL, lease_token = NULL
    FROM lost
    WHERE d.merchant_id = lost.merchant_id AND d.delivery_id = lost.delivery_id
    RETURNING d.merchant_id, d.delivery_id, d.attempts, lost.place, lost.lease_until - interval '${lease}' AS claimed_at)
  INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms, failure)
  SELECT merchant_id, delivery_id, ($1::uuid[])[place], attempts, claimed_at,
    least(extract(epoch FROM now() - claimed_at) * 1000, 2147483647)::int, 'worker_lost'
  FROM moved
  RETURNING delivery_id`;

/**
 * Gives back what a dead worker held: due at once, or exhausted where that was the last attempt.
 *
 * @param attemptIds ids for the attempts that are noted as lost; as many at most
 * @returns how many there were
 */
export async function sweepExpiredLeasesAcrossMerchants(
  db: Db,
  attemptIds: readonly string[],
): Promise<number> {
  const sweep = CompiledQuery.raw(sweepText, [attemptIds]);
  const { rows } = await inTransactionAcrossMerchants(db, (tx) => tx.executeQuery(sweep));
  return rows.length;
}

/** Finished for 30 days; answers how many went. */
export function forgetDeliveriesAcrossMerchants(db: Db, batch: number): Promise<number> {
  return forget(db, 'SELECT forget_deliveries($1) AS gone', batch);
}

/** Written 90 days ago, without a delivery left; answers how many went. */
export function forgetEventsAcrossMerchants(db: Db, batch: number): Promise<number> {
  return forget(db, 'SELECT forget_events($1) AS gone', batch);
}

async function forget(db: Db, text: string, batch: number): Promise<number> {
  const query = CompiledQuery.raw(text, [batch]);
  const { rows } = await inTransactionAcrossMerchants(db, (tx) => tx.executeQuery<{ gone: number }>(query));
  return rows[0]?.gone ?? 0;
}
