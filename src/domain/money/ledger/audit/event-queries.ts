import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Wrong } from './ledger-queries.ts';
import { type Batch, found, within } from './row-queries.ts';

// The statements that audit events, their bodies and their deliveries. They look only at those that are a day from being deleted:
// events are deleted after 90 days, deliveries 30 days after their end. A row from before the columns that say what belongs to it has
// null there, and is only compared with the rows that are left.

/** Events of a resource that are gone: the first, the last, all of them, or some in between. */
export function missingEventsAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT s.merchant_id, format('resource %s has %s events, numbers %s to %s, the last should be %s', s.resource_id, e.count, e.first, e.last, s.last) AS about
      FROM (SELECT * FROM event_sequences WHERE ${within(batch, 'resource_id')}) s
      CROSS JOIN LATERAL (
        SELECT count(*), min(sequence) AS first, max(sequence) AS last FROM events e
        WHERE e.merchant_id = s.merchant_id AND e.resource_id = s.resource_id AND e.created_at > now() - interval '89 days') e
      WHERE CASE WHEN e.count = 0 THEN s.last_at > now() - interval '89 days'
        ELSE e.count <> e.last - e.first + 1 OR e.last <> s.last OR (e.first > 1 AND s.first_at > now() - interval '89 days') END`,
  );
}

/** Events that were sent to somebody and have no body. */
export function bodilessEventsAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT e.merchant_id, format('event %s was sent, but its bodies are gone', e.event_id) AS about
      FROM (SELECT * FROM event_sequences WHERE ${within(batch, 'resource_id')}) s
      JOIN events e ON e.merchant_id = s.merchant_id AND e.resource_id = s.resource_id AND e.has_receivers
        AND e.created_at > now() - interval '89 days'
      WHERE (SELECT true FROM event_bodies b WHERE b.merchant_id = e.merchant_id AND b.event_id = e.event_id LIMIT 1) IS NULL`,
  );
}

/**
 * Bodies of which a delivery is gone, or the event, or another body of the event, or what numbers the events of its resource.
 *
 * What an event has queued is counted apart, by the index that allows each of these deliveries once. In one count with the others,
 * PostgreSQL takes the primary key where it knows little of the table, and reads all deliveries of the merchant for each body. The
 * others have no such index. They are counted only for a young body that does not say how many deliveries it has, and has queued none.
 */
export function unqueuedEventsAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT b.merchant_id, CASE WHEN e.created_at IS NULL THEN format('event %s is gone, its body on %s is not', b.event_id, b.api_version)
          WHEN e.last IS NULL THEN format('event %s has a number, but the last number of its resource is gone', b.event_id)
          ELSE format('event %s has %s of %s bodies, and %s of %s deliveries on %s', b.event_id, n.bodies, coalesce(b.bodies, n.bodies),
            q.queued + r.repeated, coalesce(b.deliveries::text, 'some'), b.api_version) END AS about
      FROM (SELECT merchant_id, event_id, api_version, bodies, deliveries FROM event_bodies WHERE ${within(batch, 'event_id')}) b
      LEFT JOIN LATERAL (SELECT created_at, (SELECT last FROM event_sequences s WHERE s.merchant_id = e.merchant_id AND s.resource_id = e.resource_id)
        FROM events e WHERE e.merchant_id = b.merchant_id AND e.event_id = b.event_id LIMIT 1) e ON true
      CROSS JOIN LATERAL (SELECT count(*) AS bodies FROM event_bodies o WHERE o.merchant_id = b.merchant_id AND o.event_id = b.event_id) n
      CROSS JOIN LATERAL (SELECT count(*) AS queued FROM webhook_deliveries d WHERE d.merchant_id = b.merchant_id AND d.event_id = b.event_id
        AND d.api_version = b.api_version AND d.trigger = 'event') q
      CROSS JOIN LATERAL (SELECT count(*) AS repeated FROM webhook_deliveries d WHERE b.deliveries IS NULL AND q.queued = 0
        AND e.created_at > now() - interval '29 days'
        AND d.merchant_id = b.merchant_id AND d.event_id = b.event_id AND d.api_version = b.api_version AND d.trigger <> 'event') r
      WHERE e.created_at IS NULL OR e.last IS NULL OR n.bodies < b.bodies
        OR (e.created_at > now() - interval '29 days' AND q.queued + r.repeated < coalesce(b.deliveries, 1))`,
  );
}
