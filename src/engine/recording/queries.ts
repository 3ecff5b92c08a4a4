import { CompiledQuery } from 'kysely';
import { notificationTypes } from '../../../generated/event-registry.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../principal.ts';
import { insertingLanes } from './lane-queries.ts';

/** Where an event is delivered: to an app's endpoint, or to the notification URL that the app gave with a checkout. */
export type Destination = {
  readonly appId: string;
  readonly url: string;
  /** The version that the app is pinned to: it shapes the body. */
  readonly apiVersion: string;
  readonly kind: 'app' | 'notification_url';
};

export type NewEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly resourceId: string;
  /** JSON, in `dataVersion`. */
  readonly data: string;
  readonly dataVersion: string;
  readonly createdAt: Date;
  /** The checkout whose notification URL also receives the event, or the payment that leads to it. */
  readonly checkoutId: string | null;
  readonly paymentId: string | null;
  /** It was made up for a test. */
  readonly synthetic: boolean;
  /** Where it happened; null if nobody traces. */
  readonly traceparent: string | null;
};

/** What the database gave an event: its number among the events of its resource, and its destinations. */
export type WrittenEvent = { readonly sequence: bigint; readonly destinations: readonly Destination[] };

type WrittenRow = {
  place: number;
  sequence: bigint;
  app_id: string | null;
  url: string | null;
  api_version: string | null;
  kind: 'app' | 'notification_url' | null;
};

/**
 * SQL: whether the notification URL of a checkout is sent an event. It is sent the types of the contract, and of other types those
 * that its app subscribes to.
 *
 * @param type expression of the event's type
 * @param endpoint alias of the app's row in `app_endpoints`
 *
 * Spec: "Events".
 */
export const goesToNotificationUrl = (type: string, endpoint: string) =>
  `(${type} IN (${notificationTypes.map((name) => `'${name}'`).join(', ')}) OR ${endpoint}.event_types && ARRAY[${type}, '*'])`;

// Sequences are locked in the order of the resources' ids, so that two transactions with the same resources cannot deadlock. The
// notification URL comes first: if an app's endpoint has the same URL, the app that made the checkout signs. LIMIT keeps the
// planner on the index of checkouts for large merchants.
const writeEventsText = `WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2::json) AS t (place int, "eventId" uuid, type text, "resourceId" uuid, data text, "dataVersion" text,
      "createdAt" timestamptz, "checkoutId" uuid, "paymentId" uuid, synthetic boolean)),
  taken AS (
    INSERT INTO event_sequences AS s (merchant_id, resource_id, last, first_at, last_at)
    SELECT $1::uuid, "resourceId", count(*), min("createdAt"), max("createdAt") FROM given GROUP BY "resourceId" ORDER BY "resourceId"
    ON CONFLICT (merchant_id, resource_id) DO UPDATE SET last = s.last + excluded.last, last_at = excluded.last_at
    RETURNING s.resource_id, s.last),
  numbered AS MATERIALIZED (
    SELECT t.*, s.last + 1 - row_number() OVER (PARTITION BY t."resourceId" ORDER BY t.place DESC) AS sequence
    FROM given t JOIN taken s ON s.resource_id = t."resourceId"),
  wanted AS (
    SELECT n.place, 0 AS rank, c.app_id, c.notification_url AS url, e.api_version, 'notification_url' AS kind
    FROM given n CROSS JOIN LATERAL (
      SELECT c.app_id, c.notification_url FROM checkouts c WHERE c.merchant_id = $1 AND c.id = coalesce(n."checkoutId",
        (SELECT t.checkout_id FROM transactions t WHERE t.merchant_id = $1 AND t.id = n."paymentId")) LIMIT 1) c
    JOIN app_endpoints e ON e.merchant_id = $1 AND e.app_id = c.app_id
    WHERE c.notification_url IS NOT NULL AND ${goesToNotificationUrl('n.type', 'e')}
    UNION ALL
    SELECT n.place, 1, e.app_id, e.url, e.api_version, 'app'
    FROM given n JOIN app_endpoints e ON e.event_types && ARRAY[n.type, '*']
    WHERE e.merchant_id = $1 AND e.url IS NOT NULL),
  written AS (
    INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, data_version, created_at, synthetic, has_receivers)
    SELECT $1, "eventId", type, "resourceId", sequence, data, "dataVersion", "createdAt", synthetic, place IN (SELECT w.place FROM wanted w) FROM numbered)
  SELECT n.place, n.sequence, w.app_id, w.url, w.api_version, w.kind
  FROM numbered n LEFT JOIN wanted w USING (place)
  ORDER BY n.place, w.rank, w.app_id`;

/**
 * Writes the events of a transaction in one statement and numbers them per resource. The lock on a resource's sequence makes
 * transactions that record events of that resource commit one after the other.
 *
 * @returns in the order of `events`; an event without destinations is stored too, and can be listed
 */
export async function writeEvents(
  tx: Tx,
  merchantId: MerchantId,
  events: readonly NewEvent[],
): Promise<readonly WrittenEvent[]> {
  const given = JSON.stringify(events.map((event, place) => ({ ...event, place })));
  const { rows } = await tx.executeQuery<WrittenRow>(CompiledQuery.raw(writeEventsText, [merchantId, given]));
  return events.map((_event, place) => {
    const own = rows.filter((row) => row.place === place);
    if (!own[0]) throw new Error('An upsert returned no row.');
    return { sequence: own[0].sequence, destinations: own.flatMap(destinationOf) };
  });
}

function destinationOf({ app_id: appId, url, api_version: apiVersion, kind }: WrittenRow): Destination[] {
  // An empty URL is a destination too: its delivery fails, and the log shows it.
  return appId && url !== null && apiVersion && kind ? [{ appId, url, apiVersion, kind }] : [];
}

export async function eventExists(db: Db, merchantId: MerchantId, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('event_id')
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether any event of a resource was ever recorded. Lock the resource first, so that no other transaction records one meanwhile. */
export async function hasEvents(tx: Tx, merchantId: MerchantId, resourceId: string): Promise<boolean> {
  const text = 'SELECT FROM event_sequences WHERE merchant_id = $1 AND resource_id = $2';
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [merchantId, resourceId]));
  return rows.length > 0;
}

export type NewDelivery = {
  readonly deliveryId: string;
  readonly laneId: string;
  readonly appId: string;
  readonly origin: string;
  readonly url: string;
  readonly apiVersion: string;
  readonly kind: Destination['kind'];
};

/** The deliveries of one event, and the bodies that they send. */
export type EventDeliveries = Pick<NewEvent, 'eventId' | 'resourceId' | 'traceparent'> &
  Pick<WrittenEvent, 'sequence'> & {
    /** Version → the text that every attempt sends, byte for byte. */
    readonly bodies: ReadonlyMap<string, string>;
    readonly deliveries: readonly NewDelivery[];
  };

// One statement: foreign keys are checked at its end, so the order of its parts does not matter. A trigger lets a delivery wait for
// an earlier one of its resource; so the deliveries of a resource are inserted in the order of their events. Each body says how many
// bodies its event has, and how many deliveries it has itself: so the audit notices those that are gone.
const writeDeliveriesText = `WITH bodies AS (
    INSERT INTO event_bodies (merchant_id, event_id, api_version, body, bodies, deliveries)
    SELECT $1::uuid, b.event_id, b.api_version, b.body, count(*) OVER (PARTITION BY b.event_id),
      (SELECT count(*) FROM unnest($7::uuid[], $8::text[]) AS w (event_id, api_version) WHERE w.event_id = b.event_id AND w.api_version = b.api_version)
    FROM unnest($2::uuid[], $3::text[], $4::text[]) AS b (event_id, api_version, body)),
  lanes AS (${insertingLanes('unnest($9::uuid[], $14::uuid[], $15::text[])')})
  INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
    resource_id, sequence, max_attempts, traceparent)
  SELECT $1, w.delivery_id, w.event_id, w.api_version, w.lane_id, w.destination, w.url, 'event', w.resource_id, w.sequence, $5::smallint, w.traceparent
  FROM unnest($6::uuid[], $7::uuid[], $8::text[], $9::uuid[], $10::text[], $11::text[], $12::uuid[], $13::bigint[], $16::text[])
    AS w (delivery_id, event_id, api_version, lane_id, destination, url, resource_id, sequence, traceparent)`;

const deliveryColumns = [
  'deliveryId',
  'eventId',
  'apiVersion',
  'laneId',
  'kind',
  'url',
  'resourceId',
  'sequence',
  'appId',
  'origin',
  'traceparent',
] as const;

/** Writes bodies, deliveries and their lanes in one statement, the last one before the commit. */
export async function writeDeliveries(
  tx: Tx,
  merchantId: MerchantId,
  ofEvents: readonly EventDeliveries[],
  maxAttempts: number,
): Promise<void> {
  const bodies = ofEvents.flatMap(({ eventId, bodies: of }) =>
    [...of].map(([version, body]) => ({ eventId, version, body })),
  );
  const deliveries = ofEvents.flatMap(({ eventId, resourceId, sequence, traceparent, deliveries: of }) =>
    of.map((delivery) => ({ ...delivery, eventId, resourceId, sequence, traceparent })),
  );
  const values = [
    merchantId,
    ...(['eventId', 'version', 'body'] as const).map((name) => bodies.map((body) => body[name])),
    maxAttempts,
    ...deliveryColumns.map((name) => deliveries.map((delivery) => delivery[name])),
  ];
  await tx.executeQuery(CompiledQuery.raw(writeDeliveriesText, values));
}
