import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

const mostCounted = 10_000;
/** Those of paused apps and of receivers that fail are read with the others. */
const mostRead = 100_000;

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
  const { rows } = await sql<DeliveryStanding>`
    SELECT d.late, d.oldest, l.failing
    FROM (SELECT count(*)::int AS late, min(at) AS oldest FROM (SELECT due.next_attempt_at AS at
        FROM (SELECT merchant_id, lane_id, next_attempt_at FROM webhook_deliveries
          WHERE state = 'due' AND next_attempt_at <= now() LIMIT ${sql.lit(mostRead)}) due
        JOIN webhook_lanes lane ON lane.merchant_id = due.merchant_id AND lane.lane_id = due.lane_id
        WHERE lane.failing_since IS NULL AND NOT lane.app_id = ANY (${apps}::uuid[])
        LIMIT ${sql.lit(mostCounted)}) first) d
      CROSS JOIN (SELECT count(*)::int AS failing FROM (
        SELECT lane_id FROM webhook_lanes WHERE failing_since IS NOT NULL LIMIT ${sql.lit(mostCounted)}) first) l`.execute(
    db,
  );
  return rows[0] ?? { late: 0, oldest: null, failing: 0 };
}
