import { type RawBuilder, sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { firstIdOf } from '../../../platform/ids.ts';

export type SentEvent = {
  readonly id: string;
  readonly type: string;
  readonly created_at: Date;
  readonly deliveries: readonly SentDelivery[];
};

type SentDelivery = {
  readonly url: string;
  readonly trigger: 'event' | 'replay';
  readonly state: 'waiting' | 'due' | 'sending' | 'delivered' | 'exhausted';
  readonly attempts: number;
  /** What the receiver answered to the last attempt; null if it did not answer. */
  readonly status: number | null;
};

/** The newest events about some objects, with their deliveries. */
export async function findEventsAbout(
  db: Db,
  merchantId: MerchantId,
  resourceIds: readonly string[],
  most: number,
): Promise<readonly SentEvent[]> {
  const { rows } = await sql<SentEvent>`
    SELECT e.event_id AS id, e.type, e.created_at, coalesce((
      SELECT json_agg(json_build_object('url', d.url, 'trigger', d.trigger, 'state', d.state, 'attempts', d.attempts, 'status', (
          SELECT a.status FROM webhook_attempts a WHERE a.merchant_id = ${merchantId} AND a.delivery_id = d.delivery_id
          ORDER BY a.started_at DESC LIMIT 1)) ORDER BY d.delivery_id)
      FROM (SELECT * FROM webhook_deliveries d WHERE d.merchant_id = ${merchantId} AND d.event_id = e.event_id LIMIT 20) d), '[]') AS deliveries
    FROM events e WHERE e.merchant_id = ${merchantId} AND e.resource_id = ANY (${[...resourceIds]}::uuid[])
    ORDER BY e.event_id DESC LIMIT ${most}`.execute(db);
  return rows;
}

/**
 * SQL: the app that owns a lane of the merchant. An app that has moved to another origin has a lane for each, and is one destination. A
 * subquery is evaluated row by row: the planner would read all lanes of the merchant for a join.
 */
export const appOf = (merchantId: MerchantId, laneId: RawBuilder<unknown>) =>
  sql`(SELECT l.app_id FROM webhook_lanes l WHERE l.merchant_id = ${merchantId} AND l.lane_id = ${laneId})`;

/** An outage leaves hundreds of thousands: only so many of the newest are looked at. */
const mostLooked = 5000;

/**
 * Deliveries that were given up, of events since a moment, counted up to `most`. Those that were sent again do not count, unless that
 * was given up too: then they count once.
 */
export async function countExhausted(
  db: Db,
  merchantId: MerchantId,
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<number> {
  // A subquery with a limit is evaluated row by row: the planner would turn EXISTS into a join with all deliveries.
  const { rows } = await sql<{ exhausted: number }>`
    SELECT count(*)::int AS exhausted FROM (
      SELECT DISTINCT event_id, app_id, destination FROM (
        SELECT event_id, ${appOf(merchantId, sql.ref('e.lane_id'))} AS app_id, destination FROM webhook_deliveries e
        WHERE merchant_id = ${merchantId} AND state = 'exhausted'
          AND event_id >= ${firstIdOf(since.getTime())} ORDER BY event_id DESC LIMIT ${mostLooked}) d
      WHERE (SELECT true FROM webhook_deliveries r WHERE r.event_id = d.event_id AND r.merchant_id = ${merchantId}
        AND ${appOf(merchantId, sql.ref('r.lane_id'))} = d.app_id AND r.destination = d.destination AND r.state <> 'exhausted'
        LIMIT 1) IS NULL
      LIMIT ${most}) lost`.execute(db);
  return rows[0]?.exhausted ?? 0;
}

/** Whether a receiver has taken an event, among the newest deliveries. */
export async function hasDelivered(db: Db, merchantId: MerchantId, most: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (SELECT state FROM webhook_deliveries WHERE merchant_id = ${merchantId}
      ORDER BY delivery_id DESC LIMIT ${most}) d
    WHERE state = 'delivered' LIMIT 1`.execute(db);
  return rows.length > 0;
}
