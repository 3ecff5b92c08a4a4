import { CompiledQuery } from 'kysely';
import { type Db, inTransactionAcrossMerchants } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';
import { announcedIn } from '../../../platform/jobs/announced.ts';
import { merchantByMerchant, merchantsIn } from '../../../platform/jobs/merchant-by-merchant.ts';
import { countLostAttempts } from '../../../platform/telemetry/counters.ts';
import { lease } from './claimed.ts';

// What is left behind: leases of workers that died, and deliveries that nothing releases. A worker looks for all merchants, so every
// query here spans merchants and says so in its name.

const sweepText = (of: (alias: string) => string) => `WITH lost AS (
    SELECT merchant_id, delivery_id, lease_until - interval '${lease}' AS claimed_at, now() AS at, row_number() OVER () AS place FROM (
      SELECT merchant_id, delivery_id, lease_until FROM webhook_deliveries e
      WHERE state = 'sending' AND lease_until < now() ${of('e')}
      LIMIT cardinality($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED) expired),
  moved AS (
    UPDATE webhook_deliveries d SET
      state = CASE WHEN d.attempts >= d.max_attempts THEN 'exhausted' ELSE 'due' END,
      next_attempt_at = now(),
      finished_at = CASE WHEN d.attempts >= d.max_attempts THEN lost.at END,
      lease_until = NULL, lease_token = NULL
    FROM lost
    WHERE d.merchant_id = lost.merchant_id AND d.delivery_id = lost.delivery_id ${of('d')}
    RETURNING d.merchant_id, d.delivery_id, d.attempts, lost.place, lost.claimed_at)
  INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms, failure)
  SELECT merchant_id, delivery_id, ($1::uuid[])[place], attempts, claimed_at,
    least(extract(epoch FROM now() - claimed_at) * 1000, 2147483647)::int, 'worker_lost'
  FROM moved
  RETURNING delivery_id`;

const sweepOfAll = sweepText(() => '');
const sweepOfOne = sweepText((alias) => `AND ${alias}.merchant_id = $2`);
const expiredText = `SELECT DISTINCT merchant_id FROM webhook_deliveries WHERE state = 'sending' AND lease_until < now()`;

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
  const swept = (await isSpread(db))
    ? await sweepMerchantByMerchant(db, attemptIds)
    : (
        await inTransactionAcrossMerchants(db, (tx) =>
          tx.executeQuery(CompiledQuery.raw(sweepOfAll, [attemptIds])),
        )
      ).rows;
  countLostAttempts(swept.length);
  return swept.length;
}

async function sweepMerchantByMerchant(db: Db, attemptIds: readonly string[]): Promise<readonly unknown[]> {
  const swept = await merchantByMerchant(db, {
    name: 'sweep deliveries',
    find: merchantsIn(expiredText),
    work: async (tx, merchantId, left) =>
      (await tx.executeQuery(CompiledQuery.raw(sweepOfOne, [attemptIds.slice(-left), merchantId]))).rows,
    most: attemptIds.length,
  });
  // They are due now, and nobody was told whose they are.
  if (swept.length > 0) announcedIn(db, 'deliveries').hear([]);
  return swept;
}

/** A resource, lane and destination; the changes of a resource are delivered to it in their order. */
type Queue = { readonly laneId: string; readonly resourceId: string; readonly destination: string };

const noQueue: Queue = {
  laneId: '00000000-0000-0000-0000-000000000000',
  resourceId: '00000000-0000-0000-0000-000000000000',
  destination: '',
};

const firstsText = `WITH seen AS MATERIALIZED (
    SELECT * FROM webhook_deliveries WHERE state = 'waiting' AND (lane_id, resource_id, destination) > ($1::uuid, $2::uuid, $3::text)
    ORDER BY lane_id, resource_id, destination, sequence LIMIT $4),
  firsts AS (
    SELECT DISTINCT ON (lane_id, resource_id, destination) * FROM seen ORDER BY lane_id, resource_id, destination, sequence)`;

type Stranded = { given: string; row: string; of: (alias: string) => string };
const releaseText = ({
  given,
  row,
  of,
}: Stranded) => `UPDATE webhook_deliveries d SET state = 'due' FROM ${given} f
    WHERE d.merchant_id = f.merchant_id AND d.delivery_id = f.delivery_id AND d.state = 'waiting' ${of('d')}
      AND NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.resource_id = ${row}.resource_id AND e.lane_id = ${row}.lane_id
        AND e.destination = ${row}.destination AND e.state IN ('due', 'sending') AND e.trigger = 'event' ${of('e')})
    RETURNING d.delivery_id`;

const strandedText = `${firstsText},
  released AS (${releaseText({ given: 'firsts', row: 'f', of: () => '' })})
  SELECT lane_id AS "laneId", resource_id AS "resourceId", destination, (SELECT count(*)::int FROM released) AS released
  FROM firsts ORDER BY lane_id DESC, resource_id DESC, destination DESC LIMIT 1`;

const findFirstsText = `${firstsText}
  SELECT merchant_id, delivery_id, lane_id AS "laneId", resource_id AS "resourceId", destination
  FROM firsts ORDER BY lane_id, resource_id, destination`;
const releaseOfOne = releaseText({
  given: '(SELECT $1::uuid AS merchant_id, unnest($2::uuid[]) AS delivery_id)',
  row: 'd',
  of: (alias) => `AND ${alias}.merchant_id = $1`,
});

type First = Queue & { readonly merchant_id: string; readonly delivery_id: string };
type Released = { readonly released: number; readonly last: Queue | undefined };

/**
 * Makes waiting deliveries due that nothing will release, because someone deleted or changed rows by hand. Looks at a few at a
 * time, beginning behind the queue `after`.
 *
 * @returns how many were released, and where to go on; from the start after the last
 */
export async function releaseStrandedAcrossMerchants(
  db: Db,
  { after = noQueue, most }: { after?: Queue | undefined; most: number },
): Promise<Released> {
  const values = [after.laneId, after.resourceId, after.destination, most];
  if (await isSpread(db)) return await releaseMerchantByMerchant(db, values);
  const release = CompiledQuery.raw(strandedText, values);
  const { rows } = await inTransactionAcrossMerchants(db, (tx) =>
    tx.executeQuery<Queue & { readonly released: number }>(release),
  );
  return { released: rows[0]?.released ?? 0, last: rows[0] };
}

async function releaseMerchantByMerchant(db: Db, values: readonly unknown[]): Promise<Released> {
  let firsts: readonly First[] = [];
  const released = await merchantByMerchant(db, {
    name: 'release deliveries',
    // The next call goes on behind these, so whoever rests hides nobody.
    find: async (tx) => {
      firsts = (await tx.executeQuery<First>(CompiledQuery.raw(findFirstsText, [...values]))).rows;
      return [...new Map(firsts.map((first) => [first.merchant_id, first])).values()];
    },
    work: async (tx, merchantId) => {
      const own = firsts.filter((first) => first.merchant_id === merchantId);
      const ids = own.map((first) => first.delivery_id);
      return (await tx.executeQuery(CompiledQuery.raw(releaseOfOne, [merchantId, ids]))).rows;
    },
  });
  if (released.length > 0) announcedIn(db, 'deliveries').hear([]);
  return { released: released.length, last: firsts.at(-1) };
}
