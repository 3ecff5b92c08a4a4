import { CompiledQuery } from 'kysely';
import {
  type Db,
  inClaimAcrossMerchants,
  inTransactionAcrossMerchants,
} from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';
import { announcedIn } from '../../../platform/jobs/announced.ts';
import { inParts } from '../../../platform/jobs/merchant-by-merchant.ts';
import { claimMerchantByMerchant } from './claim-by-merchant-queries.ts';
import { type Claim, type ClaimedDelivery, lease } from './claimed.ts';

// A worker delivers for all merchants, so every query here spans merchants and says so in its name.

const claimText = `SELECT FROM claim_due($1, '${lease}', $2, $3)`;

// A second statement: a single one that claimed and read would miss bodies that were committed after it began. LIMIT keeps the
// planner on the primary keys: with statistics from before an outage it would read all deliveries of a merchant.
const claimedText = `SELECT d.merchant_id, d.delivery_id, d.api_version, d.url, d.attempts, d.next_attempt_at, d.traceparent, b.body, e.secret_sealed,
    CASE WHEN e.previous_secret_until > now() THEN e.previous_secret_sealed END AS previous_secret_sealed
  FROM webhook_deliveries d
  CROSS JOIN LATERAL (SELECT body FROM event_bodies
    WHERE merchant_id = d.merchant_id AND event_id = d.event_id AND api_version = d.api_version LIMIT 1) b
  CROSS JOIN LATERAL (SELECT app_id FROM webhook_lanes WHERE merchant_id = d.merchant_id AND lane_id = d.lane_id LIMIT 1) l
  CROSS JOIN LATERAL (SELECT * FROM app_endpoints WHERE merchant_id = d.merchant_id AND app_id = l.app_id LIMIT 1) e
  WHERE d.state = 'sending' AND d.lease_token = $1`;

/**
 * Leases up to `free` deliveries that are due, an equal share from each lane after `afterLane`. Whatever is due can be sent: a
 * delivery that must wait for an earlier event of its resource is not due. Decision 0050.
 *
 * @param claim.token identifies the lease: only its holder may record an attempt of these deliveries
 */
export async function claimDeliveriesAcrossMerchants(
  db: Db,
  claim: Claim,
): Promise<readonly ClaimedDelivery[]> {
  if (await isSpread(db)) return await claimMerchantByMerchant(db, claim);
  const { free, token, afterLane } = claim;
  return await inClaimAcrossMerchants(db, async (tx) => {
    tx.goOnWithout(tx.executeQuery(CompiledQuery.raw(claimText, [free, token, afterLane])));
    const { rows } = await tx.executeQuery<ClaimedDelivery>(CompiledQuery.raw(claimedText, [token]));
    return rows;
  });
}

// Whoever has locked a delivery must not keep the worker from its next claim.
const unclaimText = `WITH mine AS (
    SELECT merchant_id, delivery_id FROM webhook_deliveries WHERE state = 'sending' AND lease_token = $1 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE webhook_deliveries d SET state = 'due', attempts = d.attempts - 1, lease_until = NULL, lease_token = NULL
  FROM mine WHERE d.merchant_id = mine.merchant_id AND d.delivery_id = mine.delivery_id`;

/**
 * Ends a claim of which nobody knows whether it was made, because its answer was lost: nothing of it was sent. On a cluster it ends with
 * its lease.
 */
export async function endClaimAcrossMerchants(db: Db, token: string): Promise<void> {
  if (await isSpread(db)) return;
  await inClaimAcrossMerchants(db, (tx) => tx.executeQuery(CompiledQuery.raw(unclaimText, [token])));
}

/** The result of one attempt. `failure` null: the receiver acknowledged. */
export type Attempt = {
  readonly merchantId: string;
  readonly deliveryId: string;
  readonly token: string;
  readonly attemptId: string;
  readonly attempt: number;
  /** When it became due. */
  readonly dueAt: Date;
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

/** How many deliveries of a lane may be in flight: few at first and after a failure, more the longer its receiver is healthy. */
const [leastInFlight, mostInFlight, steadyFor] = [4, 32, '1 second'];

// The time is a column, and sums of times are made in UTC: so Citus takes the statement.
// A worker that has lost its lease (token) does not change the delivery; its attempt is logged as late. When a delivery ends, the
// trigger `release_next` makes the next event of its resource due. A lane is updated only when its receiver starts to fail or
// recovers, or when it may have more or fewer in flight. Lanes are locked in order, so two workers cannot deadlock. LIMIT finds
// each delivery by its key, even with a plan made while the table was small. The lists come from a row, so that the planner does not
// see how long they are: it would plan the statement anew each time.
const recordText = (of: (alias: string) => string) => `WITH given AS MATERIALIZED (
    SELECT $1::uuid[] AS a, $2::uuid[] AS b, $3::uuid[] AS c, $4::uuid[] AS d, $5::int[] AS e, $6::timestamptz[] AS f, $7::int[] AS g,
      $8::inet[] AS h, $9::int[] AS i, $10::text[] AS j, $11::text[] AS k, $12::text[] AS l, $13::int[] AS m),
  tried AS (
    SELECT t.*, now() AS at FROM given CROSS JOIN LATERAL unnest(a, b, c, d, e, f, g, h, i, j, k, l, m)
    AS t (merchant_id, delivery_id, token, attempt_id, attempt, started_at, duration_ms, address,
      status, failure, response_headers, response_start, retry_ms)),
  moved AS (
    UPDATE webhook_deliveries d SET
      state = CASE WHEN t.failure IS NULL THEN 'delivered' WHEN d.attempts >= d.max_attempts THEN 'exhausted' ELSE 'due' END,
      next_attempt_at = (t.at AT TIME ZONE 'UTC' + t.retry_ms * interval '1 millisecond') AT TIME ZONE 'UTC',
      finished_at = CASE WHEN t.failure IS NULL OR d.attempts >= d.max_attempts THEN t.at END,
      lease_until = NULL, lease_token = NULL
    FROM tried t CROSS JOIN LATERAL (SELECT f.ctid FROM webhook_deliveries f
      WHERE f.merchant_id = t.merchant_id AND f.delivery_id = t.delivery_id ${of('f')} LIMIT 1) found
    WHERE d.ctid = found.ctid AND d.lease_token = t.token ${of('d')}
    RETURNING d.merchant_id, d.lane_id, t.attempt_id, t.failure IS NULL AS acknowledged),
  verdicts AS (
    SELECT merchant_id, lane_id, bool_or(acknowledged) AS works, bool_and(acknowledged) AS healthy FROM moved GROUP BY merchant_id, lane_id),
  changed AS (
    SELECT l.merchant_id, l.lane_id, v.works, now() AS at, CASE WHEN v.healthy THEN least(l.max_in_flight * 2, ${mostInFlight}) ELSE ${leastInFlight} END AS max_in_flight
    FROM verdicts v JOIN webhook_lanes l ON l.merchant_id = v.merchant_id AND l.lane_id = v.lane_id
    WHERE (v.works = (l.failing_since IS NOT NULL) OR (NOT v.healthy AND l.max_in_flight > ${leastInFlight})
      OR (v.healthy AND l.max_in_flight < ${mostInFlight} AND l.steady_since < now() - interval '${steadyFor}')) ${of('l')}
    ORDER BY l.lane_id FOR NO KEY UPDATE OF l),
  lanes AS (
    UPDATE webhook_lanes l SET steady_since = now(),
      failing_since = CASE WHEN c.works THEN NULL ELSE coalesce(l.failing_since, c.at) END,
      max_in_flight = CASE WHEN l.failing_since IS NULL THEN c.max_in_flight ELSE ${leastInFlight} END
    FROM changed c WHERE l.merchant_id = c.merchant_id AND l.lane_id = c.lane_id ${of('l')})
  INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms, address, status,
    failure, late, response_headers, response_start)
  SELECT t.merchant_id, t.delivery_id, t.attempt_id, t.attempt, t.started_at, t.duration_ms, t.address, t.status,
    t.failure, m.attempt_id IS NULL, t.response_headers, t.response_start
  FROM tried t LEFT JOIN moved m ON m.attempt_id = t.attempt_id
  ON CONFLICT DO NOTHING`;

const recordOfAll = recordText(() => '');
const recordOfOne = recordText((alias) => `AND ${alias}.merchant_id = $14`);

/** How long a batch waits for a lock. A transaction of one merchant must not hold up what is written for the others. */
const patience = CompiledQuery.raw('SET LOCAL lock_timeout = 200');

/**
 * Writes attempts, updates their deliveries, makes the deliveries due that waited for them, and notes how receivers fare, all in
 * one statement.
 *
 * @throws DatabaseError of code 55P03 if somebody else holds a lock on rows of one of the merchants
 */
export async function recordAttemptsAcrossMerchants(db: Db, attempts: readonly Attempt[]): Promise<void> {
  await inParts(db, attempts, async ({ rows, of }) => {
    const values = attemptColumns.map((name) => rows.map((attempt) => attempt[name]));
    const record =
      of === undefined
        ? CompiledQuery.raw(recordOfAll, values)
        : CompiledQuery.raw(recordOfOne, [...values, of]);
    await inTransactionAcrossMerchants(db, async (tx) => {
      tx.goOnWithout(tx.executeQuery(patience));
      tx.goOnWithout(tx.executeQuery(record));
    });
    // A lane that was full has room, and the next event of a resource may be due.
    if (of !== undefined) announcedIn(db, 'deliveries').add(of);
  });
}

const attemptColumns = [
  'merchantId',
  'deliveryId',
  'token',
  'attemptId',
  'attempt',
  'startedAt',
  'durationMs',
  'address',
  'status',
  'failure',
  'responseHeaders',
  'responseStart',
  'retryMs',
] as const satisfies readonly (keyof Attempt)[];
