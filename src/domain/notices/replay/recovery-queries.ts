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

const wantedText = `e.created_at >= $2::timestamptz AND ($3::timestamptz IS NULL OR e.created_at < $3::timestamptz)
    AND ($4::text[] IS NULL OR e.type = ANY ($4::text[]))`;

/**
 * SQL: whether a newer event of the same resource, of the types asked for ($4), has superseded event `e` at a destination.
 *
 * This is decided per destination, since each is subscribed to other types. Only events of the same subject supersede each other:
 * a balance event does not supersede an onboarding event. The subject is the type without its last part. A newer event that is
 * itself exhausted and lies after the period ($3) does not count, since this recovery does not send it.
 *
 * The merchant is the first parameter.
 *
 * @param to columns of the destination
 */
export function superseded(to: { readonly app: string; readonly kind: string }): string {
  return `EXISTS (
      SELECT FROM events n
      JOIN webhook_deliveries d ON d.merchant_id = $1 AND d.event_id = n.event_id AND d.destination = ${to.kind}
      JOIN webhook_lanes l ON l.merchant_id = $1 AND l.lane_id = d.lane_id AND l.app_id = ${to.app}
      WHERE n.merchant_id = $1 AND n.resource_id = e.resource_id AND n.sequence > e.sequence
        AND regexp_replace(n.type, '[^.]+$', '') = regexp_replace(e.type, '[^.]+$', '')
        AND ($4::text[] IS NULL OR n.type = ANY ($4::text[]))
        AND (d.state <> 'exhausted' OR $3::timestamptz IS NULL OR n.created_at < $3::timestamptz))`;
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

// LIMIT 1 looks each event up by its id, here and below. For a merchant that the statistics do not know yet, the planner expects
// one row: without LIMIT it would compare all the merchant's events with all its deliveries.
const eventOf = (delivered: 'd' | 't') => `CROSS JOIN LATERAL (
    SELECT e.* FROM events e WHERE e.merchant_id = $1 AND e.event_id = ${delivered}.event_id AND ${wantedText} LIMIT 1) e`;
const inPage = `d.merchant_id = $1 AND d.state = 'exhausted' AND d.event_id > $5::uuid AND d.event_id <= $6::uuid`;

// The destinations of all events of a page are read at once. Event by event, a plan for such a merchant may read all their deliveries
// for each event. An app without a URL is no destination any more; a notification URL always is one.
const countText = `SELECT count(*)::int AS lost, count(*) FILTER (WHERE reachable)::int AS reachable
  FROM (
    SELECT t.event_id, bool_or(t.destination = 'notification_url'
      OR EXISTS (SELECT FROM app_endpoints p WHERE p.merchant_id = $1 AND p.app_id = t.app_id AND p.url IS NOT NULL)) AS reachable
    FROM event_destinations t ${eventOf('t')}
    WHERE t.merchant_id = $1 AND t.event_id = ANY (ARRAY(SELECT d.event_id FROM webhook_deliveries d WHERE ${inPage}))
      AND t.outcome = 'exhausted' AND ($8::uuid IS NULL OR t.app_id = $8::uuid)
      AND NOT ($7::boolean AND ${superseded({ app: 't.app_id', kind: 't.destination' })})
    GROUP BY t.event_id) judged`;

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

const lockText = `SELECT d.event_id FROM webhook_deliveries d ${eventOf('d')}
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
