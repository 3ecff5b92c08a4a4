import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { EventType } from '../../../../generated/event-registry.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { eventExists } from '../../../engine/recording/known-queries.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FoundRows, WantedRows } from '../../../platform/http/cursor.ts';
import { type Bounded, withinPeriod } from '../../../platform/http/period-queries.ts';
import {
  type DeliveryStatus,
  deliveryStatus,
  type EventConditions,
  findIdsByStatus,
} from './status-queries.ts';

export type EventRow = Pick<
  Selectable<ModeTables['events']>,
  'event_id' | 'type' | 'sequence' | 'data' | 'data_version' | 'created_at' | 'synthetic'
> & { readonly id: string; readonly delivery_status: DeliveryStatus };

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
    .select(deliveryStatus(merchantId).as('delivery_status'))
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

/** Newest first: ids are UUIDv7, so their order is the order of creation. With a status the page may be short: see `resume`. */
export async function findEvents(
  db: Db,
  merchantId: MerchantId,
  { status, ...filters }: EventFilters,
  asked: WantedRows,
): Promise<FoundRows<EventRow>> {
  const { page, above } = await boundsOf(db, merchantId, filters, asked);
  const conditions = conditionsOf(filters);
  let events = eventsOf(db, merchantId).orderBy('event_id', 'desc').limit(page.rows);
  if (status) {
    const { ids, ...found } = await findIdsByStatus(db, merchantId, { status, conditions, above }, page);
    const rows = await events.where(sql<boolean>`event_id = ANY (${ids}::uuid[])`).execute();
    // As it was judged: a delivery may have ended since.
    return { ...found, rows: rows.map((row) => ({ ...row, delivery_status: status })) };
  }
  for (const condition of conditions) events = events.where(condition);
  if (page.after !== undefined) events = events.where('event_id', '<', page.after);
  if (above !== undefined) events = events.where('event_id', '>=', above);
  return { rows: await events.execute() };
}

/** Its event has the id of the change, and is recorded later: hours later if the database was away. */
const changedSettings: EventType = 'merchant.settings.updated';
const listed = { table: 'events', id: 'event_id', isOrdinary: sql<boolean>`type <> ${changedSettings}` };

/** What `withinPeriod` says, but no event that was recorded late is below `above`. */
async function boundsOf(
  db: Db,
  merchantId: MerchantId,
  { from, before }: Pick<EventFilters, 'from' | 'before'>,
  asked: WantedRows,
): Promise<Bounded> {
  const { page, above } = await withinPeriod(db, merchantId, listed, {
    period: { from, before },
    page: asked,
  });
  if (above === undefined) return { page, above };
  const ofPeriod = conditionsOf({ type: changedSettings, from, before });
  const { rows } = await sql<{ event_id: string }>`
    SELECT event_id FROM events WHERE merchant_id = ${merchantId} AND event_id < ${above}::uuid AND ${sql.join(ofPeriod, sql` AND `)}
    ORDER BY event_id LIMIT 1`.execute(db);
  return { page, above: rows[0]?.event_id ?? above };
}

function conditionsOf({ type, resource, from, before }: Omit<EventFilters, 'status'>): EventConditions {
  const conditions: RawBuilder<boolean>[] = [];
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (resource) {
    // A resource of another type may have the same digits with another prefix.
    conditions.push(sql`resource_id = ${resource.id}`, sql`data::json ->> 'id' = ${resource.shown}`);
  }
  if (from) conditions.push(sql`created_at >= ${from}`);
  if (before) conditions.push(sql`created_at < ${before}`);
  return conditions;
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
