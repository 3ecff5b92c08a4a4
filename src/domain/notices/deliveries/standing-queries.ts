import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

const mostCounted = 10_000;

/** How the sending of webhooks does, of all merchants together. Counts end at 10,000. */
export type DeliveryStanding = {
  /** Deliveries whose time has come. */
  readonly late: number;
  readonly oldest: Date | null;
  /** Receivers that fail at the moment. */
  readonly failing: number;
};

/** For operators. */
export async function deliveryStandingAcrossMerchants(db: Db): Promise<DeliveryStanding> {
  const { rows } = await sql<DeliveryStanding>`
    SELECT d.late, d.oldest, l.failing
    FROM (SELECT count(*)::int AS late, min(at) AS oldest FROM (SELECT next_attempt_at AS at FROM webhook_deliveries
        WHERE state = 'due' AND next_attempt_at <= now() LIMIT ${sql.lit(mostCounted)}) first) d
      CROSS JOIN (SELECT count(*)::int AS failing FROM (
        SELECT lane_id FROM webhook_lanes WHERE failing_since IS NOT NULL LIMIT ${sql.lit(mostCounted)}) first) l`.execute(
    db,
  );
  return rows[0] ?? { late: 0, oldest: null, failing: 0 };
}
