import { CompiledQuery } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Recovery } from '../../jobs/jobs.ts';
import type { MerchantId } from '../../merchants/principal.ts';

export type Wanted = Pick<Recovery, 'from' | 'before' | 'types' | 'latest'>;

// Overtaken: the resource has a newer event, of the types asked for, that somebody is told of.
const wantedText = `e.created_at >= $2::timestamptz AND ($3::timestamptz IS NULL OR e.created_at < $3::timestamptz)
    AND ($4::text[] IS NULL OR e.type = ANY ($4::text[]))
    AND NOT ($5::boolean AND EXISTS (
      SELECT FROM events n JOIN webhook_deliveries told ON told.merchant_id = n.merchant_id AND told.event_id = n.event_id
      WHERE n.merchant_id = e.merchant_id AND n.resource_id = e.resource_id AND n.sequence > e.sequence
        AND ($4::text[] IS NULL OR n.type = ANY ($4::text[]))))`;

// An app without a URL cannot be told; a notification URL always can. From the few that are exhausted to their events, whatever
// the planner knows: right after an outage it has not counted them yet.
const countText = `WITH exhausted AS MATERIALIZED (
    SELECT DISTINCT d.event_id FROM webhook_deliveries d WHERE d.merchant_id = $1 AND d.state = 'exhausted'),
  judged AS MATERIALIZED (
    SELECT (SELECT bool_or(t.destination = 'notification_url'
        OR EXISTS (SELECT FROM app_endpoints p WHERE p.merchant_id = t.merchant_id AND p.app_id = t.app_id AND p.url IS NOT NULL))
      FROM event_destinations t WHERE t.merchant_id = e.merchant_id AND t.event_id = e.event_id AND t.outcome = 'exhausted') AS reachable
    FROM exhausted x CROSS JOIN LATERAL (
      SELECT * FROM events e WHERE e.merchant_id = $1 AND e.event_id = x.event_id OFFSET 0) e
    WHERE ${wantedText})
  SELECT count(*)::int AS lost, count(*) FILTER (WHERE reachable)::int AS reachable, statement_timestamp()::text AS at
  FROM judged WHERE reachable IS NOT NULL`;

type Counted = {
  /** Events that some destination never acknowledged. */
  readonly lost: number;
  /** Those of them that such a destination can be sent to. */
  readonly reachable: number;
  /** When this was so, as PostgreSQL writes a time. */
  readonly at: string;
};

/** How many events a recovery is about. */
export async function countLost(tx: Tx, merchantId: MerchantId, wanted: Wanted): Promise<Counted> {
  const { rows } = await tx.executeQuery<Counted>(CompiledQuery.raw(countText, valuesOf(merchantId, wanted)));
  const [counted] = rows;
  if (!counted) throw new Error('A count returns its row.');
  return counted;
}

const lockText = `SELECT d.event_id FROM webhook_deliveries d CROSS JOIN LATERAL (
    SELECT * FROM events e WHERE e.merchant_id = $1 AND e.event_id = d.event_id OFFSET 0) e
  WHERE d.merchant_id = $1 AND d.state = 'exhausted' AND d.event_id > $6::uuid AND ${wantedText}
  ORDER BY d.event_id LIMIT $7 FOR NO KEY UPDATE OF d`;

const first = '00000000-0000-0000-0000-000000000000';

/**
 * The next events with exhausted deliveries, oldest first, the deliveries locked: what another recovery has made of them is
 * seen by the next statement, and it waits until ours has ended.
 *
 * @param most deliveries
 */
export async function lockLost(
  tx: Tx,
  merchantId: MerchantId,
  { after, ...wanted }: Wanted & Pick<Recovery, 'after'>,
  most: number,
): Promise<{ readonly eventIds: readonly string[]; readonly more: boolean }> {
  const values = [...valuesOf(merchantId, wanted), after ?? first, most];
  const { rows } = await tx.executeQuery<{ event_id: string }>(CompiledQuery.raw(lockText, values));
  return { eventIds: [...new Set(rows.map((row) => row.event_id))], more: rows.length === most };
}

function valuesOf(merchantId: MerchantId, { from, before, types, latest }: Wanted): unknown[] {
  return [merchantId, from, before, types, latest];
}
