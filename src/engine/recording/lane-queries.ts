import type { Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../principal.ts';

/** The part of a delivery that names its lane: an app, and the origin (scheme, host, port) of a receiver. */
type Lane = { readonly laneId: string; readonly appId: string; readonly origin: string };

const pendingLanes = new WeakMap<Tx, Map<string, Lane>>();

/**
 * SQL that inserts the lanes that are missing.
 *
 * Inserting a lane locks it: other transactions that insert the same lane wait for our commit. Insert lanes last, when no other
 * lock is needed, to avoid a deadlock. A lane that exists is not inserted, because ON CONFLICT would wait for a worker that
 * changes it.
 *
 * @param given rows of `lane_id, app_id, origin`; $1 is the merchant
 */
export const insertingLanes = (
  given: string,
) => `INSERT INTO webhook_lanes (merchant_id, lane_id, app_id, origin)
  SELECT DISTINCT $1::uuid, l.lane_id, l.app_id, l.origin FROM ${given} AS l (lane_id, app_id, origin)
  WHERE NOT EXISTS (SELECT FROM webhook_lanes known WHERE known.merchant_id = $1 AND known.lane_id = l.lane_id)
  ORDER BY l.lane_id ON CONFLICT DO NOTHING`;

const insertLanesText = insertingLanes('unnest($2::uuid[], $3::uuid[], $4::text[])');

/** Inserts the lanes of these deliveries when everything else of the transaction is written. */
export function insertLanesBeforeCommit(tx: Tx, merchantId: MerchantId, deliveries: readonly Lane[]): void {
  const known = pendingLanes.get(tx);
  const lanes = known ?? new Map<string, Lane>();
  for (const delivery of deliveries) lanes.set(delivery.laneId, delivery);
  if (known) return;
  pendingLanes.set(tx, lanes);
  tx.beforeCommit.push(async () => {
    // Deliveries written from now on insert their lanes in another step.
    pendingLanes.delete(tx);
    const all = [...lanes.values()];
    const columns = (['laneId', 'appId', 'origin'] as const).map((name) => all.map((lane) => lane[name]));
    return { text: insertLanesText, values: [merchantId, ...columns] };
  });
}
