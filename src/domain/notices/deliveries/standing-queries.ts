import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

const mostCounted = sql.lit(10_000);

/** How the sending of webhooks does, of all merchants together. Counts end at 10,000. */
export type DeliveryStanding = {
  /** Deliveries whose time has come, but for those that no worker is to begin at once: of paused apps and of receivers that fail. */
  readonly late: number;
  readonly oldest: Date | null;
  /** Receivers that fail at the moment. */
  readonly failing: number;
};

/** For operators. */
export async function deliveryStandingAcrossMerchants(db: Db): Promise<DeliveryStanding> {
  // Apart: on a cluster the endpoints of apps are on the node that the service is connected to, and no other.
  const paused = await sql<{ app_id: string }>`SELECT app_id FROM app_endpoints WHERE paused`.execute(db);
  const apps = paused.rows.map(({ app_id: id }) => id);
  const { rows } = await sql<Pick<DeliveryStanding, 'oldest' | 'failing'>>`
    SELECT o.oldest, l.failing
    FROM (SELECT min(d.next_attempt_at) AS oldest FROM ${dueByLane(apps, sql`1`)}) o
      CROSS JOIN (SELECT count(*)::int AS failing FROM (
        SELECT lane_id FROM webhook_lanes WHERE failing_since IS NOT NULL LIMIT ${mostCounted}) first) l`.execute(
    db,
  );
  const { oldest = null, failing = 0 } = rows[0] ?? {};
  return { late: oldest === null ? 0 : await countLate(db, apps), oldest, failing };
}

async function countLate(db: Db, paused: readonly string[]): Promise<number> {
  const { rows } = await sql<{ late: number }>`
    SELECT count(*)::int AS late
    FROM (SELECT d.next_attempt_at FROM ${dueByLane(paused, mostCounted)} LIMIT ${mostCounted}) first`.execute(
    db,
  );
  return rows[0]?.late ?? 0;
}

/**
 * The first `most` due deliveries of each lane that neither fails nor is paused: by lane, so that however many deliveries of other lanes
 * wait, none of them is read. The order keeps the planner on the index of due deliveries, whatever it believes of their number.
 */
const dueByLane = (paused: readonly string[], most: RawBuilder<unknown>) => sql`
  webhook_lanes lane CROSS JOIN LATERAL (
    SELECT w.next_attempt_at FROM webhook_deliveries w
    WHERE w.merchant_id = lane.merchant_id AND w.lane_id = lane.lane_id AND w.state = 'due' AND w.next_attempt_at <= now()
    ORDER BY w.next_attempt_at LIMIT ${most}) d
  WHERE lane.failing_since IS NULL AND NOT lane.app_id = ANY (${paused}::uuid[])`;
