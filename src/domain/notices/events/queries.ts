import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { eventExists } from '../../../engine/recording/queries.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

type DeliveryStatus = 'none' | 'pending' | 'delivered' | 'exhausted';

export type EventRow = Pick<
  Selectable<ModeTables['events']>,
  'event_id' | 'type' | 'sequence' | 'data' | 'data_version' | 'created_at' | 'synthetic'
> & { readonly id: string; readonly delivery_status: DeliveryStatus };

/** The worst status among the event's destinations. */
const deliveryStatus = sql<DeliveryStatus>`(
  SELECT CASE WHEN count(*) = 0 THEN 'none' WHEN bool_or(t.outcome = 'exhausted') THEN 'exhausted'
    WHEN bool_or(t.outcome = 'pending') THEN 'pending' ELSE 'delivered' END
  FROM event_destinations t WHERE t.merchant_id = events.merchant_id AND t.event_id = events.event_id)`;

function eventsOf(db: Db, merchantId: MerchantId) {
  return db
    .selectFrom('events')
    .select([
      'event_id as id',
      'event_id',
      'type',
      'sequence',
      'data',
      'data_version',
      'created_at',
      'synthetic',
    ])
    .select(deliveryStatus.as('delivery_status'))
    .where('merchant_id', '=', merchantId);
}

export function findEvent(db: Db, merchantId: MerchantId, eventId: string): Promise<EventRow | undefined> {
  return eventsOf(db, merchantId).where('event_id', '=', eventId).executeTakeFirst();
}

type EventFilters = {
  readonly type?: string | undefined;
  readonly resource?: { readonly id: string; readonly shown: string } | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly from: Date | undefined;
  readonly before: Date | undefined;
};

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findEvents(
  db: Db,
  merchantId: MerchantId,
  { type, resource, status, from, before }: EventFilters,
  page: WantedRows,
): Promise<EventRow[]> {
  let events = eventsOf(db, merchantId);
  if (type !== undefined) events = events.where('type', '=', type);
  if (resource) {
    events = events.where('resource_id', '=', resource.id);
    // A resource of another type may have the same digits with another prefix.
    events = events.where(sql<boolean>`data::json ->> 'id' = ${resource.shown}`);
  }
  if (status) events = events.where(couldBe(merchantId, status));
  if (status && status !== 'none') events = events.where(deliveryStatus, '=', status);
  if (from) events = events.where('created_at', '>=', from);
  if (before) events = events.where('created_at', '<', before);
  if (page.after !== undefined) events = events.where('event_id', '<', page.after);
  return events.orderBy('event_id', 'desc').limit(page.rows).execute();
}

/**
 * A condition that an index answers and that every event with this status meets, so that the status need not be computed for all
 * events.
 */
function couldBe(merchantId: MerchantId, status: DeliveryStatus) {
  const ofMerchant = sql`d.merchant_id = ${merchantId}`;
  if (status === 'none')
    return sql<boolean>`NOT EXISTS (
      SELECT FROM webhook_deliveries d WHERE ${ofMerchant} AND d.event_id = events.event_id)`;
  if (status === 'delivered')
    return sql<boolean>`EXISTS (
      SELECT FROM webhook_deliveries d WHERE ${ofMerchant} AND d.event_id = events.event_id AND d.state = 'delivered')`;
  if (status === 'exhausted')
    // The second condition lets the scan start at the newest exhausted event, however many events happened since.
    return sql<boolean>`events.event_id IN (
        SELECT d.event_id FROM webhook_deliveries d WHERE ${ofMerchant} AND d.state = 'exhausted')
      AND events.event_id <= (
        SELECT d.event_id FROM webhook_deliveries d WHERE ${ofMerchant} AND d.state = 'exhausted'
        ORDER BY d.event_id DESC LIMIT 1)`;
  // By lane and by state, because each state has an index that begins with the lane.
  return sql<boolean>`events.event_id IN (
    SELECT d.event_id FROM webhook_lanes l JOIN webhook_deliveries d ON d.lane_id = l.lane_id AND d.state = 'due'
    WHERE l.merchant_id = ${merchantId}
    UNION ALL
    SELECT d.event_id FROM webhook_lanes l JOIN webhook_deliveries d ON d.lane_id = l.lane_id AND d.state = 'sending'
    WHERE l.merchant_id = ${merchantId}
    UNION ALL
    SELECT d.event_id FROM webhook_lanes l JOIN webhook_deliveries d ON d.lane_id = l.lane_id AND d.state = 'waiting'
    WHERE l.merchant_id = ${merchantId})`;
}

export type DeliveryRow = Pick<
  Selectable<ModeTables['webhook_deliveries']>,
  'delivery_id' | 'event_id' | 'api_version' | 'url' | 'trigger' | 'state' | 'attempts' | 'next_attempt_at'
> & { readonly id: string; readonly app_id: string; readonly body: string };

/** A delivery with its attempts, in the order they were made. */
type LoggedDelivery = DeliveryRow & { readonly log: readonly AttemptRow[] };

/** The deliveries of an event, newest first. Undefined: the merchant has no such event. */
export async function findDeliveries(
  db: Db,
  merchantId: MerchantId,
  eventId: string,
  page: WantedRows,
): Promise<LoggedDelivery[] | undefined> {
  if (!(await eventExists(db, merchantId, eventId))) return undefined;
  const rows = await deliveryRows(db, merchantId, eventId, page);
  const ids = rows.map((row) => row.delivery_id);
  const attempts = Map.groupBy(await attemptRows(db, merchantId, ids), (attempt) => attempt.delivery_id);
  return rows.map((row) => ({ ...row, log: attempts.get(row.delivery_id) ?? [] }));
}

function deliveryRows(
  db: Db,
  merchantId: MerchantId,
  eventId: string,
  page: WantedRows,
): Promise<DeliveryRow[]> {
  let deliveries = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_lanes as l', (join) =>
      join.onRef('l.merchant_id', '=', 'd.merchant_id').onRef('l.lane_id', '=', 'd.lane_id'),
    )
    .innerJoin('event_bodies as b', (join) =>
      join
        .onRef('b.merchant_id', '=', 'd.merchant_id')
        .onRef('b.event_id', '=', 'd.event_id')
        .onRef('b.api_version', '=', 'd.api_version'),
    )
    .select(['d.delivery_id as id', 'd.delivery_id', 'd.event_id', 'd.api_version', 'd.url', 'd.trigger'])
    .select(['d.state', 'd.attempts', 'd.next_attempt_at', 'l.app_id', 'b.body'])
    .where('d.merchant_id', '=', merchantId)
    .where('d.event_id', '=', eventId);
  if (page.after !== undefined) deliveries = deliveries.where('d.delivery_id', '<', page.after);
  return deliveries.orderBy('d.delivery_id', 'desc').limit(page.rows).execute();
}

export type AttemptRow = Omit<Selectable<ModeTables['webhook_attempts']>, 'merchant_id' | 'address' | 'late'>;

/** Leaves out the address that was connected to: only operators may see it. */
function attemptRows(db: Db, merchantId: MerchantId, deliveryIds: readonly string[]): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'attempt_id', 'attempt', 'started_at', 'duration_ms', 'status', 'failure'])
    .select(['response_headers', 'response_start'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`delivery_id = ANY (${deliveryIds}::uuid[])`)
    .orderBy('started_at')
    .orderBy('attempt_id')
    .execute();
}

/** Deletes at most `most` deliveries that finished 30 days ago, with their attempts. Returns how many it deleted. */
export function forgetDeliveriesAcrossMerchants(tx: Tx, most: number): Promise<number> {
  return forget(tx, 'SELECT forget_deliveries($1) AS gone', most);
}

/** Deletes at most `most` events that are 90 days old and have no deliveries left. Returns how many it deleted. */
export function forgetEventsAcrossMerchants(tx: Tx, most: number): Promise<number> {
  return forget(tx, 'SELECT forget_events($1) AS gone', most);
}

async function forget(tx: Tx, text: string, most: number): Promise<number> {
  const { rows } = await tx.executeQuery<{ gone: number }>(CompiledQuery.raw(text, [most]));
  return rows[0]?.gone ?? 0;
}
