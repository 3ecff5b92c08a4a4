import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { firstIdOf } from '../../../platform/ids.ts';

export type Deliveries = {
  /** Events of the type that were sent to the app, or wait for it. */
  readonly events: number;
  /** Those of them that the app has received. */
  readonly delivered: number;
  /** There are older ones that were not looked at. */
  readonly more: boolean;
  readonly newestId: string;
};

/** A merchant may have millions: only so many of the newest are looked at. */
const mostLooked = 10_000;

/** The deliveries to one app of one type of event since a real time; undefined: there is none. */
export async function countDeliveries(
  db: Db,
  merchantId: MerchantId,
  { appId, type, since }: { readonly appId: string; readonly type: string; readonly since: Date },
): Promise<Deliveries | undefined> {
  const { rows } = await sql<{ events: number; delivered: number; looked: number; newest: string | null }>`
    WITH newest AS (
      SELECT event_id FROM events
      WHERE merchant_id = ${merchantId} AND type = ${type} AND event_id >= ${firstIdOf(since.getTime())}
      ORDER BY event_id DESC LIMIT ${mostLooked})
    SELECT count(DISTINCT d.event_id)::int AS events,
      count(DISTINCT d.event_id) FILTER (WHERE d.state = 'delivered')::int AS delivered,
      (SELECT count(*)::int FROM newest) AS looked, (array_agg(d.event_id ORDER BY d.event_id DESC))[1] AS newest
    FROM newest n JOIN webhook_deliveries d ON d.merchant_id = ${merchantId} AND d.event_id = n.event_id
      JOIN webhook_lanes l ON l.merchant_id = d.merchant_id AND l.lane_id = d.lane_id AND l.app_id = ${appId}`.execute(
    db,
  );
  const [found] = rows;
  if (!found || found.newest === null) return undefined;
  const { events, delivered, looked, newest: newestId } = found;
  return { events, delivered, more: looked === mostLooked, newestId };
}
