import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import { insertLanesBeforeCommit } from '../../../engine/recording/lane-queries.ts';
import {
  type Destination,
  goesToNotificationUrl,
  type NewDelivery,
} from '../../../engine/recording/queries.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { judgedDestinations, type Recovery } from './recovery-queries.ts';

/** A stored event, with the bodies that were sent. */
export type StoredEvent = {
  readonly event_id: string;
  readonly type: string;
  readonly sequence: bigint;
  /** JSON, in `data_version`. */
  readonly data: string;
  readonly data_version: string;
  readonly created_at: Date;
  readonly synthetic: boolean;
  /** Version → the text that was sent; null when none was. */
  readonly sentBodies: Readonly<Record<string, string>> | null;
};

const eventsText = `SELECT e.event_id, e.type, e.sequence, e.data, e.data_version, e.created_at, e.synthetic,
    (SELECT json_object_agg(b.api_version, b.body) FROM event_bodies b
     WHERE b.merchant_id = $1 AND b.event_id = e.event_id) AS "sentBodies"
  FROM events e WHERE e.merchant_id = $1 AND e.event_id = ANY ($2::uuid[]) ORDER BY e.event_id`;

/** Oldest first; ids of other merchants' events are left out. */
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

// The notification URL comes first, as when the event happened. A destination that had the event before gets it in the same
// version, so with the same body. Events are kept longer than deliveries, so the notification URL is read from the checkout
// again.
const destinationsText = `WITH earlier AS MATERIALIZED (
    ${judgedDestinations({ events: '$2::uuid[]', latest: '$5::boolean' })}),
  replayed AS MATERIALIZED (
    SELECT e.*, (SELECT x.checkout_id FROM transactions x WHERE x.merchant_id = $1
      AND x.id = coalesce((SELECT r.payment_id FROM refunds r WHERE r.merchant_id = $1 AND r.id = e.resource_id), e.resource_id)) AS checkout_id
    FROM events e WHERE e.merchant_id = $1 AND e.event_id = ANY ($2::uuid[])),
  wanted AS (
    SELECT e.event_id, 0 AS rank, c.app_id, c.notification_url AS url, p.api_version, 'notification_url' AS kind
    FROM replayed e JOIN checkouts c ON c.merchant_id = $1 AND c.id = e.checkout_id AND c.notification_url IS NOT NULL
    JOIN app_endpoints p ON p.merchant_id = $1 AND p.app_id = c.app_id
    WHERE ${goesToNotificationUrl('e.type', 'p')} OR (e.event_id, p.app_id, 'notification_url') IN (SELECT event_id, app_id, destination FROM earlier)
    UNION ALL
    SELECT e.event_id, 1, p.app_id, p.url, p.api_version, 'app'
    FROM replayed e JOIN app_endpoints p ON p.merchant_id = $1 AND p.url IS NOT NULL
    WHERE p.event_types && ARRAY[e.type, '*'] OR (e.event_id, p.app_id, 'app') IN (SELECT event_id, app_id, destination FROM earlier))
  SELECT w.event_id, w.app_id, w.url, coalesce(t.api_version, w.api_version) AS api_version, w.kind
  FROM wanted w JOIN replayed e USING (event_id)
  LEFT JOIN earlier t ON t.event_id = w.event_id AND t.app_id = w.app_id AND t.destination = w.kind
  WHERE $6::timestamptz IS NULL OR (t.outcome = 'exhausted' AND t.finished_at <= $6::timestamptz
    AND ($7::uuid IS NULL OR w.app_id = $7::uuid)
    AND NOT ($5::boolean AND t.superseded))
  ORDER BY w.event_id, w.rank, w.app_id`;

/** Limits the destinations to those that a recovery is about. */
export type Lost = Pick<Recovery, 'before' | 'types' | 'latest' | 'lostBy' | 'appId'>;

/**
 * Event → the destinations it is sent to again.
 *
 * @param lost only destinations where the event was exhausted by then and was not superseded since; absent: all destinations
 */
export async function findDestinations(
  tx: Tx,
  merchantId: MerchantId,
  eventIds: readonly string[],
  lost?: Lost,
): Promise<ReadonlyMap<string, readonly Destination[]>> {
  const { before = null, types = null, latest = false, lostBy = null, appId = null } = lost ?? {};
  const values = [merchantId, eventIds, before, types, latest, lostBy, appId];
  const query = CompiledQuery.raw(destinationsText, values);
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

// A lane serves the longest due first, so each delivery is due one microsecond after the one before, which keeps their order.
// LIMIT 1 looks each event up by its id.
const writeText = `WITH bodies AS (
    INSERT INTO event_bodies (merchant_id, event_id, api_version, body)
    SELECT DISTINCT $1::uuid, b.event_id, b.api_version, b.body FROM unnest($3::uuid[], $6::text[], $8::text[]) AS b (event_id, api_version, body)
    ORDER BY b.event_id, b.api_version ON CONFLICT DO NOTHING),
  given AS MATERIALIZED (
    SELECT *, now() + place * interval '1 microsecond' AS due_at, pg_current_xact_id() AS written_in
    FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
      AS w (delivery_id, event_id, lane_id, url, api_version, destination, place))
  INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
    resource_id, sequence, max_attempts, next_attempt_at, written_in)
  SELECT $1, w.delivery_id, w.event_id, w.api_version, w.lane_id, w.destination, w.url, 'replay',
    e.resource_id, e.sequence, 1, w.due_at, w.written_in
  FROM given w
  CROSS JOIN LATERAL (SELECT resource_id, sequence FROM events WHERE merchant_id = $1 AND event_id = w.event_id LIMIT 1) e
  RETURNING delivery_id, next_attempt_at`;

/**
 * Writes deliveries of one attempt each, due in the order given, and bodies in versions that were not sent before. Returns when
 * each is due.
 */
export async function writeReplays(
  tx: Tx,
  merchantId: MerchantId,
  replays: readonly NewReplay[],
): Promise<ReadonlyMap<string, Date>> {
  const column = (name: keyof NewReplay) => replays.map((replay) => replay[name]);
  const names = ['deliveryId', 'eventId', 'laneId', 'url', 'apiVersion', 'kind', 'body'] as const;
  const query = CompiledQuery.raw(writeText, [merchantId, ...names.map(column)]);
  const { rows } = await tx.executeQuery<{ delivery_id: string; next_attempt_at: Date }>(query);
  insertLanesBeforeCommit(tx, merchantId, replays);
  tx.notifications.add('deliveries');
  return new Map(rows.map((row) => [row.delivery_id, row.next_attempt_at]));
}
