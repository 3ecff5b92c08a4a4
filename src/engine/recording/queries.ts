import { CompiledQuery } from 'kysely';
import { notificationTypes } from '../../../generated/event-registry.ts';
import type { Statement } from '../../platform/db/connect.ts';
import type { Tx } from '../../platform/db/database.ts';
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

/** A destination, and the types of events that its app subscribes to. */
export type Receiver = Destination & { readonly eventTypes: readonly string[] | null };

// The notification URL comes first: if an app's endpoint has the same URL, the app that made the checkout signs. LIMIT keeps the
// planner on the index of checkouts for large merchants.
const receiversText = `SELECT r.app_id AS "appId", r.url, r.api_version AS "apiVersion", r.kind, r.event_types AS "eventTypes" FROM (
    SELECT 0 AS rank, c.app_id, c.notification_url AS url, e.api_version, 'notification_url' AS kind, e.event_types
    FROM (SELECT c.app_id, c.notification_url FROM checkouts c WHERE c.merchant_id = $1::uuid AND c.id = coalesce($2::uuid,
        (SELECT t.checkout_id FROM transactions t WHERE t.merchant_id = $1 AND t.id = $3::uuid)) LIMIT 1) c
    JOIN app_endpoints e ON e.merchant_id = $1 AND e.app_id = c.app_id
    WHERE c.notification_url IS NOT NULL
    UNION ALL
    SELECT 1, e.app_id, e.url, e.api_version, 'app', e.event_types
    FROM app_endpoints e WHERE e.merchant_id = $1 AND e.url IS NOT NULL) r
  ORDER BY r.rank, r.app_id`;

/**
 * Who may receive events of a merchant: each app with an endpoint, and the notification URL of a checkout. An empty URL is a
 * destination too: its delivery fails, and the log shows it.
 */
export async function findReceivers(
  tx: Tx,
  merchantId: MerchantId,
  { checkoutId, paymentId }: Pick<NewEvent, 'checkoutId' | 'paymentId'>,
): Promise<readonly Receiver[]> {
  const values = [merchantId, checkoutId, paymentId];
  return (await tx.executeQuery<Receiver>(CompiledQuery.raw(receiversText, values))).rows;
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

/** An event with its deliveries, and the bodies that they send. */
export type RecordedEvent = NewEvent & {
  /** Version → the text that every attempt sends, byte for byte, before and after the number of the event. */
  readonly bodies: ReadonlyMap<string, readonly [head: string, tail: string]>;
  readonly deliveries: readonly NewDelivery[];
};

// The number of the transaction is read before the rows are known: on a cluster that is where the service is connected, and a stream
// of events compares it with the snapshots there. Sequences are locked in the order of the resources' ids, so that two transactions
// with the same resources cannot deadlock.
const numberingEvents = `given AS MATERIALIZED (
    SELECT *, pg_current_xact_id() AS "writtenIn" FROM json_to_recordset($2::json) AS t (place int, "eventId" uuid, type text, "resourceId" uuid, data text, "dataVersion" text,
      "createdAt" timestamptz, synthetic boolean)),
  taken AS (
    INSERT INTO event_sequences AS s (merchant_id, resource_id, last, first_at, last_at)
    SELECT $1::uuid, "resourceId", count(*), min("createdAt"), max("createdAt") FROM given GROUP BY "resourceId" ORDER BY "resourceId"
    ON CONFLICT (merchant_id, resource_id) DO UPDATE SET last = s.last + excluded.last, last_at = excluded.last_at
    RETURNING s.resource_id, s.last),
  numbered AS MATERIALIZED (
    SELECT t.*, s.last + 1 - row_number() OVER (PARTITION BY t."resourceId" ORDER BY t.place DESC) AS sequence
    FROM given t JOIN taken s ON s.resource_id = t."resourceId")`;
const insertingEvents = (
  hasReceivers: string,
) => `INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, data_version, created_at, synthetic, has_receivers, written_in)
    SELECT $1, "eventId", type, "resourceId", sequence, data, "dataVersion", "createdAt", synthetic, ${hasReceivers}, "writtenIn" FROM numbered`;

const writeEventsText = `WITH ${numberingEvents} ${insertingEvents('false')}`;

// One statement: foreign keys are checked at its end, so the order of its parts does not matter. A trigger lets a delivery wait for
// an earlier one of its resource; so the deliveries of a resource are inserted in the order of their events. Each body says how many
// bodies its event has, and how many deliveries it has itself: so the audit notices those that are gone.
const writeDeliveriesText = `WITH ${numberingEvents},
  written AS (${insertingEvents('"eventId" = ANY($9::uuid[])')}),
  bodies AS (
    INSERT INTO event_bodies (merchant_id, event_id, api_version, body, bodies, deliveries)
    SELECT $1, b.event_id, b.api_version, b.head || n.sequence || b.tail, count(*) OVER (PARTITION BY b.event_id),
      (SELECT count(*) FROM unnest($9::uuid[], $10::text[]) AS w (event_id, api_version) WHERE w.event_id = b.event_id AND w.api_version = b.api_version)
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) AS b (event_id, api_version, head, tail)
      JOIN numbered n ON n."eventId" = b.event_id),
  lanes AS (${insertingLanes('unnest($11::uuid[], $14::uuid[], $15::text[])')})
  INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
    resource_id, sequence, max_attempts, traceparent)
  SELECT $1, w.delivery_id, w.event_id, w.api_version, w.lane_id, w.destination, w.url, 'event', n."resourceId", n.sequence, $7::smallint, w.traceparent
  FROM unnest($8::uuid[], $9::uuid[], $10::text[], $11::uuid[], $12::text[], $13::text[], $16::text[]) WITH ORDINALITY
      AS w (delivery_id, event_id, api_version, lane_id, destination, url, traceparent, place)
    JOIN numbered n ON n."eventId" = w.event_id
  ORDER BY n.place, w.place`;

const deliveryColumns = [
  'deliveryId',
  'eventId',
  'apiVersion',
  'laneId',
  'kind',
  'url',
  'appId',
  'origin',
  'traceparent',
] as const;

/**
 * The statement that writes the events of a transaction with bodies, deliveries and their lanes: the last one, sent together with
 * COMMIT. It numbers the events of each resource. The lock on a resource's sequence makes transactions that record events of that
 * resource commit one after the other.
 */
export function eventsWritten(
  merchantId: MerchantId,
  events: readonly RecordedEvent[],
  maxAttempts: number,
): Statement {
  const given = JSON.stringify(
    events.map(({ eventId, type, resourceId, data, dataVersion, createdAt, synthetic }, place) => ({
      place,
      eventId,
      type,
      resourceId,
      data,
      dataVersion,
      createdAt,
      synthetic,
    })),
  );
  const deliveries = events.flatMap(({ eventId, traceparent, deliveries: of }) =>
    of.map((delivery) => ({ ...delivery, eventId, traceparent })),
  );
  if (deliveries.length === 0) return { text: writeEventsText, values: [merchantId, given] };
  const bodies = events.flatMap(({ eventId, bodies: of }) =>
    [...of].map(([version, [head, tail]]) => ({ eventId, version, head, tail })),
  );
  const values = [
    merchantId,
    given,
    ...(['eventId', 'version', 'head', 'tail'] as const).map((name) => bodies.map((body) => body[name])),
    maxAttempts,
    ...deliveryColumns.map((name) => deliveries.map((delivery) => delivery[name])),
  ];
  return { text: writeDeliveriesText, values };
}
