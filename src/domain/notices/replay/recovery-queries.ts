import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** Which exhausted events are sent again, and how far the recovery has come. */
export type Recovery = {
  readonly recoveryId: string;
  /** ISO 8601. Events happened at `from` or later, and earlier than `before`; `before` null: no end. */
  readonly from: string;
  readonly before: string | null;
  /** Null: all types. */
  readonly types: readonly string[] | null;
  /** Leaves out events that a newer event of their resource has superseded. */
  readonly latest: boolean;
  /** Only deliveries that were exhausted by this time, written as PostgreSQL does. */
  readonly lostBy: string;
  /** The last event of the previous batch; null: none yet. */
  readonly after: string | null;
  /** Absent: all apps. */
  readonly appId?: string;
  /** How many events were found in the beginning, and how many of them were sent again. Absent in jobs of earlier releases. */
  readonly total?: number;
  readonly sent?: number;
};

export type RecoveryFilter = Pick<Recovery, 'from' | 'before' | 'types' | 'latest' | 'appId'>;

const isOfTypes = '($4::text[] IS NULL OR e.type = ANY ($4::text[]))';
const wantedText = `e.created_at >= $2::timestamptz AND ($3::timestamptz IS NULL OR e.created_at < $3::timestamptz)
    AND ${isOfTypes}`;

/**
 * SQL: the destinations of events, each with its event's `type` and `created_at`, and `superseded`: whether a newer event of the
 * same resource, of the types asked for ($4), has superseded the event there. The merchant is the first parameter.
 *
 * This is decided per destination, since each is subscribed to other types. Only events of the same subject supersede each other:
 * a balance event does not supersede an onboarding event. The subject is the type without its last part. A newer event that is
 * itself exhausted and lies after the period ($3) does not count, since this recovery does not send it.
 *
 * All events of a resource are read at once. Event by event, a plan for a merchant that the statistics do not know yet may read all
 * their events for each.
 *
 * @param events SQL of an array of their ids
 * @param latest SQL of a boolean. True: all events of their resources are among the rows. False: `superseded` says nothing
 */
export function judgedDestinations({ events, latest }: { readonly events: string; readonly latest: string }) {
  const resources = `ARRAY(SELECT e.resource_id FROM events e WHERE e.merchant_id = $1 AND e.event_id = ANY (${events}))`;
  const ofResources = `ARRAY(SELECT e.event_id FROM events e WHERE e.merchant_id = $1 AND e.resource_id = ANY (${resources}))`;
  return `SELECT t.*, e.type, e.created_at,
      coalesce(e.sequence < max(e.sequence)
        FILTER (WHERE ${isOfTypes} AND (t.outcome <> 'exhausted' OR $3::timestamptz IS NULL OR e.created_at < $3::timestamptz))
        OVER (PARTITION BY e.resource_id, regexp_replace(e.type, '[^.]+$', ''), t.app_id, t.destination), false) AS superseded
    FROM event_destinations t
    CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.merchant_id = $1 AND e.event_id = t.event_id LIMIT 1) e
    WHERE t.merchant_id = $1 AND t.event_id = ANY (CASE WHEN ${latest} THEN ${ofResources} ELSE ${events} END)`;
}

const pageText = `SELECT event_id, statement_timestamp()::text AS at FROM (
    SELECT DISTINCT event_id FROM webhook_deliveries WHERE merchant_id = $1 AND state = 'exhausted' AND event_id > $2::uuid
    ORDER BY event_id LIMIT $3) page
  ORDER BY event_id DESC`;

const first = '00000000-0000-0000-0000-000000000000';

/** Consecutive events with exhausted deliveries, whether they match the filter or not: later than `after`, up to `last`. */
type Page = {
  readonly after: string;
  readonly last: string;
  readonly more: boolean;
  /** When the page was read, written as PostgreSQL does. */
  readonly at: string;
};

/**
 * The next page, oldest first; undefined: there are none left. An outage leaves hundreds of thousands of events, so they are read in
 * pages, each within the time limit of a statement.
 */
export async function nextPage(
  tx: Tx,
  merchantId: MerchantId,
  after: string | null,
  size: number,
): Promise<Page | undefined> {
  const query = CompiledQuery.raw(pageText, [merchantId, after ?? first, size]);
  const { rows } = await tx.executeQuery<{ event_id: string; at: string }>(query);
  const [last] = rows;
  return last && { after: after ?? first, last: last.event_id, more: rows.length === size, at: last.at };
}

const inPage = `d.merchant_id = $1 AND d.state = 'exhausted' AND d.event_id > $5::uuid AND d.event_id <= $6::uuid`;

// The destinations of all events of a page are read at once. Event by event, a plan for such a merchant may read all their deliveries
// for each event. An app without a URL is no destination any more; a notification URL always is one.
const countText = `SELECT count(*)::int AS lost, count(*) FILTER (WHERE reachable)::int AS reachable
  FROM (
    SELECT e.event_id, bool_or(e.destination = 'notification_url'
      OR EXISTS (SELECT FROM app_endpoints p WHERE p.merchant_id = $1 AND p.app_id = e.app_id AND p.url IS NOT NULL)) AS reachable
    FROM (${judgedDestinations({
      events: `ARRAY(SELECT d.event_id FROM webhook_deliveries d WHERE ${inPage})`,
      latest: '$7::boolean',
    })}) e
    WHERE e.event_id > $5::uuid AND e.event_id <= $6::uuid AND ${wantedText}
      AND e.outcome = 'exhausted' AND ($8::uuid IS NULL OR e.app_id = $8::uuid) AND NOT ($7::boolean AND e.superseded)
    GROUP BY e.event_id) judged`;

type Counted = {
  /** Events that at least one destination never acknowledged. */
  readonly lost: number;
  /** Those of them that can still be sent to such a destination. */
  readonly reachable: number;
};

/** How many events of a page match the filter. */
export async function countLost(
  tx: Tx,
  merchantId: MerchantId,
  filter: RecoveryFilter,
  page: Page,
): Promise<Counted> {
  const query = CompiledQuery.raw(countText, [
    ...valuesOf(merchantId, filter, page),
    filter.latest,
    filter.appId ?? null,
  ]);
  const { rows } = await tx.executeQuery<Counted>(query);
  const [counted] = rows;
  if (!counted) throw new Error('A count returned no row.');
  return counted;
}

// LIMIT 1 looks each event up by its id, here and above. For a merchant that the statistics do not know yet, the planner expects
// one row: without LIMIT it would compare all the merchant's events with all its deliveries.
const lockText = `SELECT d.event_id FROM webhook_deliveries d
  CROSS JOIN LATERAL (
    SELECT e.event_id FROM events e WHERE e.merchant_id = $1 AND e.event_id = d.event_id AND ${wantedText} LIMIT 1) e
  WHERE ${inPage} ORDER BY d.event_id FOR NO KEY UPDATE OF d`;

/**
 * The events of a page that match the filter, oldest first. Locks their exhausted deliveries, so that a second recovery waits for
 * the first; its next statement then sees the deliveries that the first one made.
 */
export async function lockLost(
  tx: Tx,
  merchantId: MerchantId,
  filter: RecoveryFilter,
  page: Page,
): Promise<readonly string[]> {
  const query = CompiledQuery.raw(lockText, valuesOf(merchantId, filter, page));
  const { rows } = await tx.executeQuery<{ event_id: string }>(query);
  return [...new Set(rows.map((row) => row.event_id))];
}

export type OpenRecovery = { readonly state: 'due' | 'running' | 'failed'; readonly recovery: Recovery };

/** The recoveries that have not ended, the newest first. */
export async function listRecoveries(db: Db, merchantId: MerchantId): Promise<readonly OpenRecovery[]> {
  const rows = await openRecoveries(db, merchantId).orderBy('job_id', 'desc').limit(20).execute();
  return rows;
}

function openRecoveries(db: Db, merchantId: MerchantId) {
  return db
    .selectFrom('jobs')
    .select(['state', 'payload as recovery'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'events.recover')
    .$narrowType<{ recovery: Recovery }>();
}

/** Undefined: it goes on, or has ended. */
export async function findFailedRecovery(
  tx: Tx,
  merchantId: MerchantId,
  recoveryId: string,
): Promise<Recovery | undefined> {
  const row = await openRecoveries(tx, merchantId)
    .where('key', '=', recoveryId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return row?.recovery;
}

function valuesOf(merchantId: MerchantId, { from, before, types }: RecoveryFilter, page: Page): unknown[] {
  return [merchantId, from, before, types, page.after, page.last];
}
