import { CompiledQuery, type Selectable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../merchants/principal.ts';

/** A row as it was read. */
export type Row<T extends keyof ModeTables> = Selectable<ModeTables[T]>;

/** Somewhere an event goes: an app's endpoint, or the notification URL that the app gave with a checkout. */
export type Destination = {
  readonly appId: string;
  readonly url: string;
  /** The version that the app is pinned to: it shapes the body. */
  readonly apiVersion: string;
  readonly kind: 'app' | 'notification_url';
};

export type Place = { readonly sequence: bigint; readonly destinations: readonly Destination[] };

type PlaceRow = {
  sequence: bigint;
  app_id: string | null;
  url: string | null;
  api_version: string | null;
  kind: 'app' | 'notification_url' | null;
};

// The notification URL comes first: where an app's endpoint has the same URL, the app that made the checkout signs.
const takePlaceText = `WITH place AS (
    INSERT INTO event_sequences AS s (merchant_id, resource_id, last) VALUES ($1, $2, 1)
    ON CONFLICT (merchant_id, resource_id) DO UPDATE SET last = s.last + 1
    RETURNING s.last),
  wanted AS (
    SELECT 0 AS rank, c.app_id, c.notification_url AS url, e.api_version, 'notification_url' AS kind
    FROM checkouts c JOIN app_endpoints e ON e.merchant_id = c.merchant_id AND e.app_id = c.app_id
    WHERE c.merchant_id = $1 AND c.notification_url IS NOT NULL
      AND c.id = coalesce($4::uuid, (SELECT t.checkout_id FROM transactions t WHERE t.merchant_id = $1 AND t.id = $5::uuid))
    UNION ALL
    SELECT 1, e.app_id, e.url, e.api_version, 'app'
    FROM app_endpoints e
    WHERE e.merchant_id = $1 AND e.url IS NOT NULL AND e.event_types && ARRAY[$3::text, '*'])
  SELECT place.last AS sequence, w.app_id, w.url, w.api_version, w.kind
  FROM place LEFT JOIN wanted w ON true
  ORDER BY w.rank, w.app_id`;

export type Happened = {
  readonly type: string;
  readonly resourceId: string;
  /** The checkout that a notification URL may come with, or the payment that knows it. */
  readonly checkoutId: string | null;
  readonly paymentId: string | null;
};

/** Takes the resource's next place, under a lock that orders the commits, and finds who is to be told. */
export async function takePlace(tx: Tx, merchantId: MerchantId, happened: Happened): Promise<Place> {
  const { type, resourceId, checkoutId, paymentId } = happened;
  const values = [merchantId, resourceId, type, checkoutId, paymentId];
  const { rows } = await tx.executeQuery<PlaceRow>(CompiledQuery.raw(takePlaceText, values));
  const [first] = rows;
  if (!first) throw new Error('An upsert returns its row.');
  return { sequence: first.sequence, destinations: rows.flatMap(destinationOf) };
}

function destinationOf(row: PlaceRow): Destination[] {
  if (row.app_id === null || row.url === null || row.api_version === null || row.kind === null) return [];
  return [{ appId: row.app_id, url: row.url, apiVersion: row.api_version, kind: row.kind }];
}

export type NewEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly resourceId: string;
  readonly sequence: bigint;
  /** JSON of the newest shape. */
  readonly data: string;
  readonly createdAt: Date;
};

export type NewDelivery = {
  readonly deliveryId: string;
  readonly laneId: string;
  readonly appId: string;
  readonly origin: string;
  readonly url: string;
  readonly apiVersion: string;
  readonly kind: Destination['kind'];
};

const writeEventText = `INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** The event that nobody is told: stored and listed all the same. */
export async function writeEvent(tx: Tx, merchantId: MerchantId, event: NewEvent): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(writeEventText, eventValues(merchantId, event)));
}

// One statement: foreign keys are checked at its end, so the order of its parts does not matter.
const writeDeliveredText = `WITH event AS (${writeEventText}),
  bodies AS (
    INSERT INTO event_bodies (merchant_id, event_id, api_version, body)
    SELECT $1, $2, b.api_version, b.body FROM unnest($8::text[], $9::text[]) AS b (api_version, body)),
  wanted AS (
    SELECT * FROM unnest($10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::text[])
      AS w (delivery_id, lane_id, url, api_version, destination))
  INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
    resource_id, sequence, max_attempts)
  SELECT $1, delivery_id, $2, api_version, lane_id, destination, url, 'event', $4, $5, $15::smallint FROM wanted`;

export type Sent = {
  /** Version → the frozen bytes of every attempt. */
  readonly bodies: ReadonlyMap<string, string>;
  readonly deliveries: readonly NewDelivery[];
  readonly maxAttempts: number;
};

/** The event, its body per version and the deliveries: one statement; and, before the commit, the lanes that are new. */
export async function writeEventWithDeliveries(
  tx: Tx,
  merchantId: MerchantId,
  event: NewEvent,
  sent: Sent,
): Promise<void> {
  const column = (name: keyof NewDelivery) => sent.deliveries.map((delivery) => delivery[name]);
  const values = [
    ...eventValues(merchantId, event),
    [...sent.bodies.keys()],
    [...sent.bodies.values()],
    column('deliveryId'),
    column('laneId'),
    column('url'),
    column('apiVersion'),
    column('kind'),
    sent.maxAttempts,
  ];
  await tx.executeQuery(CompiledQuery.raw(writeDeliveredText, values));
  makeLanesLast(tx, merchantId, sent.deliveries);
}

type Lane = Pick<NewDelivery, 'laneId' | 'appId' | 'origin'>;

const lanesToMake = new WeakMap<Tx, Map<string, Lane>>();

const makeLanesText = `INSERT INTO webhook_lanes (merchant_id, lane_id, app_id, origin)
  SELECT $1::uuid, lane_id, app_id, origin FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS l (lane_id, app_id, origin)
  ORDER BY lane_id ON CONFLICT DO NOTHING`;

/**
 * Whoever makes a lane holds it until the commit, and all who tell of something there wait: in the middle of a transaction
 * they would wait for each other, since they hold what it needs next. At its end it needs nothing more.
 */
export function makeLanesLast(tx: Tx, merchantId: MerchantId, deliveries: readonly Lane[]): void {
  const known = lanesToMake.get(tx);
  const lanes = known ?? new Map<string, Lane>();
  for (const delivery of deliveries) lanes.set(delivery.laneId, delivery);
  if (known) return;
  lanesToMake.set(tx, lanes);
  tx.lasts.push(() => makeLanes(tx, merchantId, [...lanes.values()]));
}

async function makeLanes(tx: Tx, merchantId: MerchantId, lanes: readonly Lane[]): Promise<void> {
  const column = (name: keyof Lane) => lanes.map((lane) => lane[name]);
  const values = [merchantId, column('laneId'), column('appId'), column('origin')];
  await tx.executeQuery(CompiledQuery.raw(makeLanesText, values));
}

function eventValues(merchantId: MerchantId, event: NewEvent): unknown[] {
  const { eventId, type, resourceId, sequence, data, createdAt } = event;
  return [merchantId, eventId, type, resourceId, sequence, data, createdAt];
}
