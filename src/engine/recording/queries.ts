import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../principal.ts';

/** Somewhere an event goes: an app's endpoint, or the notification URL that the app gave with a checkout. */
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
  /** JSON of the newest shape. */
  readonly data: string;
  readonly createdAt: Date;
  /** The checkout that a notification URL may come with, or the payment that knows it. */
  readonly checkoutId: string | null;
  readonly paymentId: string | null;
};

/** Where an event stands among those of its resource, and who is to be told. */
export type Place = { readonly sequence: bigint; readonly destinations: readonly Destination[] };

type PlaceRow = {
  place: number;
  sequence: bigint;
  app_id: string | null;
  url: string | null;
  api_version: string | null;
  kind: 'app' | 'notification_url' | null;
};

// Places are taken resource by resource in the order of their ids, so two who tell of the same resources do not wait for each
// other. The notification URL comes first: where an app's endpoint has the same URL, the app that made the checkout signs.
// LIMIT: each checkout is looked up by its id; else, of a merchant with more than most have, the plan may read them all.
const writeEventsText = `WITH told AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2::json) AS t (place int, "eventId" uuid, type text, "resourceId" uuid, data text,
      "createdAt" timestamptz, "checkoutId" uuid, "paymentId" uuid)),
  taken AS (
    INSERT INTO event_sequences AS s (merchant_id, resource_id, last)
    SELECT $1::uuid, "resourceId", count(*) FROM told GROUP BY "resourceId" ORDER BY "resourceId"
    ON CONFLICT (merchant_id, resource_id) DO UPDATE SET last = s.last + excluded.last
    RETURNING s.resource_id, s.last),
  numbered AS MATERIALIZED (
    SELECT t.*, s.last + 1 - row_number() OVER (PARTITION BY t."resourceId" ORDER BY t.place DESC) AS sequence
    FROM told t JOIN taken s ON s.resource_id = t."resourceId"),
  written AS (
    INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
    SELECT $1, "eventId", type, "resourceId", sequence, data, "createdAt" FROM numbered),
  wanted AS (
    SELECT n.place, 0 AS rank, c.app_id, c.notification_url AS url, e.api_version, 'notification_url' AS kind
    FROM told n CROSS JOIN LATERAL (
      SELECT c.app_id, c.notification_url FROM checkouts c WHERE c.merchant_id = $1 AND c.id = coalesce(n."checkoutId",
        (SELECT t.checkout_id FROM transactions t WHERE t.merchant_id = $1 AND t.id = n."paymentId")) LIMIT 1) c
    JOIN app_endpoints e ON e.merchant_id = $1 AND e.app_id = c.app_id
    WHERE c.notification_url IS NOT NULL
    UNION ALL
    SELECT n.place, 1, e.app_id, e.url, e.api_version, 'app'
    FROM told n JOIN app_endpoints e ON e.event_types && ARRAY[n.type, '*']
    WHERE e.merchant_id = $1 AND e.url IS NOT NULL)
  SELECT n.place, n.sequence, w.app_id, w.url, w.api_version, w.kind
  FROM numbered n LEFT JOIN wanted w USING (place)
  ORDER BY n.place, w.rank, w.app_id`;

/**
 * Writes the events of a transaction in one statement: each at its resource's next place, under a lock that orders the commits.
 *
 * @returns in the order of the events; one that nobody is told of is stored and listed all the same
 */
export async function writeEvents(
  tx: Tx,
  merchantId: MerchantId,
  events: readonly NewEvent[],
): Promise<readonly Place[]> {
  const told = JSON.stringify(events.map((event, place) => ({ ...event, place })));
  const { rows } = await tx.executeQuery<PlaceRow>(CompiledQuery.raw(writeEventsText, [merchantId, told]));
  return events.map((_event, place) => {
    const own = rows.filter((row) => row.place === place);
    if (!own[0]) throw new Error('An upsert returns its row.');
    return { sequence: own[0].sequence, destinations: own.flatMap(destinationOf) };
  });
}

function destinationOf({ app_id: appId, url, api_version: apiVersion, kind }: PlaceRow): Destination[] {
  // An address that is empty is one all the same: its failure stands in the log.
  return appId && url !== null && apiVersion && kind ? [{ appId, url, apiVersion, kind }] : [];
}

export async function isEvent(db: Db, merchantId: MerchantId, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('event_id')
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether anything was ever told of a resource. Lock the resource before: nobody tells of it meanwhile. */
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

/** Who is told of an event, and what. */
export type Telling = Pick<NewEvent, 'eventId' | 'resourceId'> &
  Pick<Place, 'sequence'> & {
    /** Version → the frozen bytes of every attempt. */
    readonly bodies: ReadonlyMap<string, string>;
    readonly deliveries: readonly NewDelivery[];
  };

// One statement: foreign keys are checked at its end, so the order of its parts does not matter.
const writeDeliveriesText = `WITH bodies AS (
    INSERT INTO event_bodies (merchant_id, event_id, api_version, body)
    SELECT $1::uuid, b.event_id, b.api_version, b.body
    FROM unnest($2::uuid[], $3::text[], $4::text[]) AS b (event_id, api_version, body))
  INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
    resource_id, sequence, max_attempts)
  SELECT $1, w.delivery_id, w.event_id, w.api_version, w.lane_id, w.destination, w.url, 'event', w.resource_id, w.sequence, $5::smallint
  FROM unnest($6::uuid[], $7::uuid[], $8::text[], $9::uuid[], $10::text[], $11::text[], $12::uuid[], $13::bigint[])
    AS w (delivery_id, event_id, api_version, lane_id, destination, url, resource_id, sequence)`;

const deliveryColumns = [
  'deliveryId',
  'eventId',
  'apiVersion',
  'laneId',
  'kind',
  'url',
  'resourceId',
  'sequence',
] as const;

/** The bodies of events per version and the deliveries: one statement; and, before the commit, the lanes that are new. */
export async function writeDeliveries(
  tx: Tx,
  merchantId: MerchantId,
  tellings: readonly Telling[],
  maxAttempts: number,
): Promise<void> {
  const bodies = tellings.flatMap(({ eventId, bodies: of }) =>
    [...of].map(([version, body]) => ({ eventId, version, body })),
  );
  const deliveries = tellings.flatMap(({ eventId, resourceId, sequence, deliveries: of }) =>
    of.map((delivery) => ({ ...delivery, eventId, resourceId, sequence })),
  );
  const values = [
    merchantId,
    ...(['eventId', 'version', 'body'] as const).map((name) => bodies.map((body) => body[name])),
    maxAttempts,
    ...deliveryColumns.map((name) => deliveries.map((delivery) => delivery[name])),
  ];
  await tx.executeQuery(CompiledQuery.raw(writeDeliveriesText, values));
  makeLanesLast(tx, merchantId, deliveries);
}

/** Of an app and the origin (scheme, host, port) of a receiver. */
type Lane = { readonly laneId: string; readonly appId: string; readonly origin: string };

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
  tx.lasts.push(() => {
    // What comes later, among the last, has its lanes made after it.
    lanesToMake.delete(tx);
    return makeLanes(tx, merchantId, [...lanes.values()]);
  });
}

async function makeLanes(tx: Tx, merchantId: MerchantId, lanes: readonly Lane[]): Promise<void> {
  const column = (name: keyof Lane) => lanes.map((lane) => lane[name]);
  const values = [merchantId, column('laneId'), column('appId'), column('origin')];
  await tx.executeQuery(CompiledQuery.raw(makeLanesText, values));
}
