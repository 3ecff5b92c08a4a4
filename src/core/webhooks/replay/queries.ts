import { CompiledQuery } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Destination, NewDelivery } from '../../events/queries.ts';
import type { MerchantId } from '../../merchants/principal.ts';
import { makeLanesLast } from '../lanes/queries.ts';

/** An event that may be sent again, with the bodies that were sent. */
export type StoredEvent = {
  readonly event_id: string;
  readonly type: string;
  readonly sequence: bigint;
  /** JSON of the newest shape. */
  readonly data: string;
  readonly created_at: Date;
  /** Version → the frozen bytes. */
  readonly frozen: Readonly<Record<string, string>> | null;
};

const eventsText = `SELECT e.event_id, e.type, e.sequence, e.data, e.created_at,
    (SELECT json_object_agg(b.api_version, b.body) FROM event_bodies b
     WHERE b.merchant_id = e.merchant_id AND b.event_id = e.event_id) AS frozen
  FROM events e WHERE e.merchant_id = $1 AND e.event_id = ANY ($2::uuid[]) ORDER BY e.event_id`;

/** Oldest first; what is not the merchant's is left out. */
export async function findStored(
  tx: Tx,
  merchantId: MerchantId,
  eventIds: readonly string[],
): Promise<readonly StoredEvent[]> {
  const { rows } = await tx.executeQuery<StoredEvent>(CompiledQuery.raw(eventsText, [merchantId, eventIds]));
  return rows;
}

type DestinationRow = {
  event_id: string;
  app_id: string;
  url: string;
  api_version: string;
  kind: Destination['kind'];
};

// The notification URL comes first, as when the event happened. Whoever was told before is told in the same version: the same bytes.
const destinationsText = `WITH told AS MATERIALIZED (
    SELECT * FROM event_destinations WHERE merchant_id = $1 AND event_id = ANY ($2::uuid[])),
  wanted AS (
    SELECT t.event_id, 0 AS rank, t.app_id, t.url, t.api_version, 'notification_url' AS kind, t.outcome, t.finished_at
    FROM told t WHERE t.destination = 'notification_url'
    UNION ALL
    SELECT e.event_id, 1, p.app_id, p.url, coalesce(t.api_version, p.api_version), 'app', t.outcome, t.finished_at
    FROM events e JOIN app_endpoints p ON p.merchant_id = e.merchant_id AND p.url IS NOT NULL
    LEFT JOIN told t ON t.event_id = e.event_id AND t.app_id = p.app_id AND t.destination = 'app'
    WHERE e.merchant_id = $1 AND e.event_id = ANY ($2::uuid[])
      AND (t.event_id IS NOT NULL OR p.event_types && ARRAY[e.type, '*']))
  SELECT event_id, app_id, url, api_version, kind FROM wanted
  WHERE $3::timestamptz IS NULL OR (outcome = 'exhausted' AND finished_at <= $3::timestamptz)
  ORDER BY event_id, rank, app_id`;

/**
 * Where events go when they are sent again, by event.
 *
 * @param lostBy only where an event was exhausted by then; null: to everyone
 */
export async function findDestinations(
  tx: Tx,
  merchantId: MerchantId,
  eventIds: readonly string[],
  lostBy: string | null,
): Promise<ReadonlyMap<string, readonly Destination[]>> {
  const query = CompiledQuery.raw(destinationsText, [merchantId, eventIds, lostBy]);
  const { rows } = await tx.executeQuery<DestinationRow>(query);
  const byEvent = new Map<string, Destination[]>();
  for (const row of rows)
    byEvent.set(row.event_id, [...(byEvent.get(row.event_id) ?? []), destinationOf(row)]);
  return byEvent;
}

function destinationOf({ app_id, url, api_version, kind }: DestinationRow): Destination {
  return { appId: app_id, url, apiVersion: api_version, kind };
}

export type NewReplay = NewDelivery & { readonly eventId: string; readonly body: string };

// The microseconds keep the order: a lane takes what is due the longest.
const writeText = `WITH bodies AS (
    INSERT INTO event_bodies (merchant_id, event_id, api_version, body)
    SELECT DISTINCT $1::uuid, b.event_id, b.api_version, b.body FROM unnest($3::uuid[], $6::text[], $8::text[]) AS b (event_id, api_version, body)
    ORDER BY b.event_id, b.api_version ON CONFLICT DO NOTHING)
  INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
    resource_id, sequence, max_attempts, next_attempt_at)
  SELECT $1, w.delivery_id, w.event_id, w.api_version, w.lane_id, w.destination, w.url, 'replay',
    e.resource_id, e.sequence, 1, now() + w.place * interval '1 microsecond'
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
    AS w (delivery_id, event_id, lane_id, url, api_version, destination, place)
  JOIN events e ON e.merchant_id = $1 AND e.event_id = w.event_id
  RETURNING delivery_id, next_attempt_at`;

/** New deliveries of one attempt each, the first due first, and the bodies in versions that nobody was told in before. */
export async function writeReplays(
  tx: Tx,
  merchantId: MerchantId,
  replays: readonly NewReplay[],
): Promise<ReadonlyMap<string, Date>> {
  const column = (name: keyof NewReplay) => replays.map((replay) => replay[name]);
  const names = ['deliveryId', 'eventId', 'laneId', 'url', 'apiVersion', 'kind', 'body'] as const;
  const query = CompiledQuery.raw(writeText, [merchantId, ...names.map(column)]);
  const { rows } = await tx.executeQuery<{ delivery_id: string; next_attempt_at: Date }>(query);
  makeLanesLast(tx, merchantId, replays);
  tx.rings.add('deliveries');
  return new Map(rows.map((row) => [row.delivery_id, row.next_attempt_at]));
}
