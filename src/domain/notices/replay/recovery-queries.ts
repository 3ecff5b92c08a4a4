import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';

/** Which exhausted events are sent again. */
export type Recovery = {
  readonly recoveryId: string;
  /** Times in ISO 8601: happened from one on and before another; null: until now. */
  readonly from: string;
  readonly before: string | null;
  /** Null: all. */
  readonly types: readonly string[] | null;
  /** Without those that a newer event of their resource has overtaken. */
  readonly latest: boolean;
  /** Exhausted by then, as PostgreSQL writes a time. */
  readonly lostBy: string;
  /** The last event that was looked at; null: none yet. */
  readonly after: string | null;
};

export type Wanted = Pick<Recovery, 'from' | 'before' | 'types' | 'latest'>;

const wantedText = `e.created_at >= $2::timestamptz AND ($3::timestamptz IS NULL OR e.created_at < $3::timestamptz)
    AND ($4::text[] IS NULL OR e.type = ANY ($4::text[]))`;

/**
 * Whether a destination of event `e` hears something newer of the resource, of the types asked for ($4): another destination
 * may be told of less, so each has a last word of its own. Of a merchant his balance says nothing of his onboarding: what a type
 * begins with, up to its last dot, is what it speaks of. What was given up after the range ($3) is not sent by this recovery.
 *
 * @param to columns of the destination
 */
export function overtaken(to: { readonly app: string; readonly kind: string }): string {
  return `EXISTS (
      SELECT FROM events n
      JOIN webhook_deliveries told ON told.merchant_id = n.merchant_id AND told.event_id = n.event_id AND told.destination = ${to.kind}
      JOIN webhook_lanes way ON way.merchant_id = told.merchant_id AND way.lane_id = told.lane_id AND way.app_id = ${to.app}
      WHERE n.merchant_id = e.merchant_id AND n.resource_id = e.resource_id AND n.sequence > e.sequence
        AND regexp_replace(n.type, '[^.]+$', '') = regexp_replace(e.type, '[^.]+$', '')
        AND ($4::text[] IS NULL OR n.type = ANY ($4::text[]))
        AND (told.state <> 'exhausted' OR $3::timestamptz IS NULL OR n.created_at < $3::timestamptz))`;
}

const pageText = `SELECT event_id, statement_timestamp()::text AS at FROM (
    SELECT DISTINCT event_id FROM webhook_deliveries WHERE merchant_id = $1 AND state = 'exhausted' AND event_id > $2::uuid
    ORDER BY event_id LIMIT $3) page
  ORDER BY event_id DESC`;

const first = '00000000-0000-0000-0000-000000000000';

/** Some events with exhausted deliveries, asked for or not: from `after`, exclusive, to `last`. */
type Page = {
  readonly after: string;
  readonly last: string;
  readonly more: boolean;
  /** When this was so, as PostgreSQL writes a time. */
  readonly at: string;
};

/**
 * The next of them, oldest first; undefined: there are none left. An outage leaves hundreds of thousands, so they are looked at
 * page by page, each in a statement that ends in time.
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

// LIMIT 1, here and below, has each event looked up by its id. Of a merchant whom the statistics do not know the planner believes
// that he has one row, and compares all of his events with all of his deliveries.
const eventText = `CROSS JOIN LATERAL (
    SELECT e.* FROM events e WHERE e.merchant_id = $1 AND e.event_id = d.event_id AND ${wantedText} LIMIT 1) e`;
const inPage = `d.merchant_id = $1 AND d.state = 'exhausted' AND d.event_id > $5::uuid AND d.event_id <= $6::uuid`;

// An app without a URL cannot be told; a notification URL always can.
const countText = `SELECT count(reachable)::int AS lost, count(*) FILTER (WHERE reachable)::int AS reachable
  FROM (SELECT DISTINCT d.event_id FROM webhook_deliveries d WHERE ${inPage}) d ${eventText}
  CROSS JOIN LATERAL (
    SELECT bool_or(t.destination = 'notification_url'
      OR EXISTS (SELECT FROM app_endpoints p WHERE p.merchant_id = t.merchant_id AND p.app_id = t.app_id AND p.url IS NOT NULL)) AS reachable
    FROM event_destinations t WHERE t.merchant_id = e.merchant_id AND t.event_id = e.event_id AND t.outcome = 'exhausted'
      AND NOT ($7::boolean AND ${overtaken({ app: 't.app_id', kind: 't.destination' })})) judged`;

type Counted = {
  /** Events that some destination never acknowledged. */
  readonly lost: number;
  /** Those of them that such a destination can be sent to. */
  readonly reachable: number;
};

/** How many events of a page a recovery is about. */
export async function countLost(
  tx: Tx,
  merchantId: MerchantId,
  wanted: Wanted,
  page: Page,
): Promise<Counted> {
  const query = CompiledQuery.raw(countText, [...valuesOf(merchantId, wanted, page), wanted.latest]);
  const { rows } = await tx.executeQuery<Counted>(query);
  const [counted] = rows;
  if (!counted) throw new Error('A count returns its row.');
  return counted;
}

const lockText = `SELECT d.event_id FROM webhook_deliveries d ${eventText}
  WHERE ${inPage} ORDER BY d.event_id FOR NO KEY UPDATE OF d`;

/**
 * The events of a page that are asked for, oldest first, their exhausted deliveries locked: what another recovery has made of
 * them is seen by the next statement, and it waits until ours has ended.
 */
export async function lockLost(
  tx: Tx,
  merchantId: MerchantId,
  wanted: Wanted,
  page: Page,
): Promise<readonly string[]> {
  const query = CompiledQuery.raw(lockText, valuesOf(merchantId, wanted, page));
  const { rows } = await tx.executeQuery<{ event_id: string }>(query);
  return [...new Set(rows.map((row) => row.event_id))];
}

function valuesOf(merchantId: MerchantId, { from, before, types }: Wanted, page: Page): unknown[] {
  return [merchantId, from, before, types, page.after, page.last];
}
