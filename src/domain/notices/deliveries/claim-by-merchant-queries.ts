import { CompiledQuery } from 'kysely';
import { type Db, inClaimAcrossMerchants, type Tx } from '../../../platform/db/database.ts';
import { merchantByMerchant, merchantsIn } from '../../../platform/jobs/merchant-by-merchant.ts';
import { type Claim, type ClaimedDelivery, lease } from './claimed.ts';

// Claims where merchants are distributed over nodes. The rules are those of the functions of the database: `lanes_to_serve` and
// `deliveries_in_turn` in the migration 0062. Decisions 0050, 0120.

const dueText = `SELECT DISTINCT merchant_id FROM webhook_deliveries WHERE state = 'due' AND next_attempt_at <= now()`;

/** The endpoints of apps are on the node that the service is connected to, and no other. */
const pausedText = 'SELECT app_id FROM app_endpoints WHERE merchant_id = $1 AND paused';

const lockText = `SELECT l.lane_id FROM webhook_lanes l
  WHERE l.merchant_id = $1 AND NOT l.app_id = ANY ($2::uuid[])
    AND EXISTS (SELECT FROM webhook_deliveries d
      WHERE d.merchant_id = $1 AND d.lane_id = l.lane_id AND d.state = 'due' AND d.next_attempt_at <= now())
    AND (SELECT count(*) FROM webhook_deliveries s WHERE s.merchant_id = $1 AND s.lane_id = l.lane_id AND s.state = 'sending') < l.max_in_flight
  LIMIT 256 FOR NO KEY UPDATE OF l SKIP LOCKED`;

/** Half of a worker's slots are kept for the first 4 of a lane and the first 16 of a merchant. */
const keptSlots = 128;

// A statement of its own: it counts what is in flight after the lanes are locked.
const takeText = `WITH lanes AS (
    SELECT l.lane_id, l.max_in_flight,
      (SELECT count(*) FROM webhook_deliveries s WHERE s.merchant_id = $1 AND s.lane_id = l.lane_id AND s.state = 'sending') AS busy
    FROM webhook_lanes l WHERE l.merchant_id = $1 AND l.lane_id = ANY ($2::uuid[])),
  due AS (
    SELECT d.delivery_id, d.next_attempt_at, l.max_in_flight, l.busy + d.place AS in_lane
    FROM lanes l CROSS JOIN LATERAL (
      SELECT delivery_id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place FROM webhook_deliveries
      WHERE merchant_id = $1 AND lane_id = l.lane_id AND state = 'due' AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT greatest(0, l.max_in_flight - l.busy)) d),
  busy AS (
    SELECT coalesce(sum(deliveries), 0) AS deliveries, coalesce(sum(least(deliveries, 4)), 0) AS firsts,
      coalesce(sum(least(deliveries, 4)) FILTER (WHERE max_in_flight <= 4), 0) AS of_small
    FROM (SELECT count(*) AS deliveries, o.max_in_flight FROM webhook_deliveries s
      JOIN webhook_lanes o ON o.merchant_id = s.merchant_id AND o.lane_id = s.lane_id
      WHERE s.merchant_id = $1 AND o.merchant_id = $1 AND s.state = 'sending' GROUP BY s.lane_id, o.max_in_flight) l),
  fair AS (
    SELECT delivery_id, next_attempt_at, max_in_flight, in_lane, deliveries + row_number() OVER mine AS of_merchant,
      CASE WHEN max_in_flight > 4 THEN firsts + row_number() OVER mine ELSE of_small + row_number() OVER small END AS first_of_its_kind
    FROM due CROSS JOIN busy
    WINDOW mine AS (ORDER BY in_lane > 4, next_attempt_at, in_lane),
      small AS (PARTITION BY max_in_flight > 4 ORDER BY in_lane > 4, next_attempt_at, in_lane)),
  turns AS (
    SELECT delivery_id, in_lane > 4 OR first_of_its_kind > 16 AS extra,
      row_number() OVER (ORDER BY in_lane > 4 OR first_of_its_kind > 16, next_attempt_at) AS turn
    FROM fair WHERE of_merchant <= 4 * max_in_flight OR in_lane <= 4 AND first_of_its_kind <= 4 * max_in_flight)
  UPDATE webhook_deliveries d SET state = 'sending', attempts = d.attempts + 1, lease_until = now() + interval '${lease}', lease_token = $3
  FROM turns t WHERE d.merchant_id = $1 AND d.delivery_id = t.delivery_id
    AND t.turn <= CASE WHEN t.extra THEN $4::int - ${keptSlots} ELSE $4::int END`;

const takenText = `SELECT d.merchant_id, d.delivery_id, d.api_version, d.url, d.attempts, d.next_attempt_at, d.traceparent, b.body, l.app_id
  FROM webhook_deliveries d
  JOIN event_bodies b ON b.merchant_id = d.merchant_id AND b.event_id = d.event_id AND b.api_version = d.api_version
  JOIN webhook_lanes l ON l.merchant_id = d.merchant_id AND l.lane_id = d.lane_id
  WHERE d.merchant_id = $1 AND d.lane_id = ANY ($2::uuid[]) AND d.state = 'sending' AND d.lease_token = $3`;

const secretsText = `SELECT app_id, secret_sealed, CASE WHEN previous_secret_until > now() THEN previous_secret_sealed END AS previous_secret_sealed
  FROM app_endpoints WHERE merchant_id = $1`;

type Taken = Omit<ClaimedDelivery, 'secret_sealed' | 'previous_secret_sealed'> & { readonly app_id: string };
type Secrets = Pick<ClaimedDelivery, 'secret_sealed' | 'previous_secret_sealed'> & {
  readonly app_id: string;
};

/** Leases up to `free` deliveries that are due, of one merchant after the other. Each claim that asks begins with another merchant. */
export function claimMerchantByMerchant(
  db: Db,
  { free, token, afterLane }: Claim,
): Promise<readonly ClaimedDelivery[]> {
  return merchantByMerchant(db, {
    name: 'claim deliveries',
    find: async (tx) => {
      const due = await merchantsIn(dueText)(tx);
      const sorted = due.toSorted((a, b) => (place(a.merchant_id) < place(b.merchant_id) ? -1 : 1));
      const first = sorted.filter(({ merchant_id: id }) => place(id) > place(afterLane));
      return [...first, ...sorted.slice(0, sorted.length - first.length)];
    },
    work: (tx, merchantId, left) => claimOf(tx, merchantId, { free: left, token }),
    most: free,
    queue: 'deliveries',
    open: inClaimAcrossMerchants,
  });
}

/** The end of an id is random, its beginning is a time. */
const place = (id: string) => id.slice(-8);

async function claimOf(
  tx: Tx,
  merchantId: string,
  { free, token }: Omit<Claim, 'afterLane'>,
): Promise<readonly ClaimedDelivery[]> {
  const run = <Row>(text: string, ...values: readonly unknown[]) =>
    tx.executeQuery<Row>(CompiledQuery.raw(text, [merchantId, ...values]));
  const paused = await run<{ app_id: string }>(pausedText);
  const locked = await run<{ lane_id: string }>(
    lockText,
    paused.rows.map((app) => app.app_id),
  );
  if (locked.rows.length === 0) return [];
  const lanes = locked.rows.map((lane) => lane.lane_id);
  const { numAffectedRows } = await run(takeText, lanes, token, free);
  if (numAffectedRows === 0n) return [];
  const taken = await run<Taken>(takenText, lanes, token);
  const secrets = await run<Secrets>(secretsText);
  return taken.rows.flatMap(({ app_id: appId, ...delivery }) => {
    const own = secrets.rows.find((app) => app.app_id === appId);
    return own
      ? [
          {
            ...delivery,
            secret_sealed: own.secret_sealed,
            previous_secret_sealed: own.previous_secret_sealed,
          },
        ]
      : [];
  });
}
