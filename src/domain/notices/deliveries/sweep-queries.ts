import { CompiledQuery } from 'kysely';
import { type Db, inTransactionAcrossMerchants } from '../../../platform/db/database.ts';
import { countLostAttempts } from '../../../platform/telemetry/counters.ts';
import { lease } from './queries.ts';

// What is left behind: leases of workers that died, and deliveries that nothing releases. A worker looks for all merchants, so every
// query here spans merchants and says so in its name.

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
 * Ends the expired leases of dead workers: each delivery is due at once, or exhausted if that was its last attempt.
 *
 * @param attemptIds ids for the attempts that are logged as lost; at most this many leases are ended
 * @returns how many leases were ended
 */
export async function sweepExpiredLeasesAcrossMerchants(
  db: Db,
  attemptIds: readonly string[],
): Promise<number> {
  const sweep = CompiledQuery.raw(sweepText, [attemptIds]);
  const { rows } = await inTransactionAcrossMerchants(db, (tx) => tx.executeQuery(sweep));
  countLostAttempts(rows.length);
  return rows.length;
}

/** A resource, lane and destination; the changes of a resource are delivered to it in their order. */
type Queue = { readonly laneId: string; readonly resourceId: string; readonly destination: string };

const noQueue: Queue = {
  laneId: '00000000-0000-0000-0000-000000000000',
  resourceId: '00000000-0000-0000-0000-000000000000',
  destination: '',
};

const strandedText = `WITH seen AS MATERIALIZED (
    SELECT * FROM webhook_deliveries WHERE state = 'waiting' AND (lane_id, resource_id, destination) > ($1::uuid, $2::uuid, $3::text)
    ORDER BY lane_id, resource_id, destination, sequence LIMIT $4),
  firsts AS (
    SELECT DISTINCT ON (lane_id, resource_id, destination) * FROM seen ORDER BY lane_id, resource_id, destination, sequence),
  released AS (
    UPDATE webhook_deliveries d SET state = 'due' FROM firsts f
    WHERE d.merchant_id = f.merchant_id AND d.delivery_id = f.delivery_id AND d.state = 'waiting'
      AND NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = f.resource_id AND e.lane_id = f.lane_id
        AND e.destination = f.destination AND e.state IN ('due', 'sending') AND e.trigger = 'event')
    RETURNING d.delivery_id)
  SELECT lane_id AS "laneId", resource_id AS "resourceId", destination, (SELECT count(*)::int FROM released) AS released
  FROM firsts ORDER BY lane_id DESC, resource_id DESC, destination DESC LIMIT 1`;

/**
 * Makes waiting deliveries due that nothing will release, because someone deleted or changed rows by hand. Looks at a few at a
 * time, beginning behind the queue `after`.
 *
 * @returns how many were released, and where to go on; from the start after the last
 */
export async function releaseStrandedAcrossMerchants(
  db: Db,
  { after = noQueue, most }: { after?: Queue | undefined; most: number },
): Promise<{ readonly released: number; readonly last: Queue | undefined }> {
  const values = [after.laneId, after.resourceId, after.destination, most];
  const release = CompiledQuery.raw(strandedText, values);
  const { rows } = await inTransactionAcrossMerchants(db, (tx) =>
    tx.executeQuery<Queue & { readonly released: number }>(release),
  );
  return { released: rows[0]?.released ?? 0, last: rows[0] };
}
