import { CompiledQuery } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../principal.ts';

/** Of an app and the origin (scheme, host, port) of a receiver. */
type Lane = { readonly laneId: string; readonly appId: string; readonly origin: string };

const lanesToMake = new WeakMap<Tx, Map<string, Lane>>();

const makeLanesText = `INSERT INTO webhook_lanes (merchant_id, lane_id, app_id, origin)
  SELECT $1::uuid, lane_id, app_id, origin FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS l (lane_id, app_id, origin)
  ORDER BY lane_id ON CONFLICT DO NOTHING`;

/**
 * Whoever makes a lane holds it until the commit, and all who tell of something there wait: in the middle of a transaction
 * they would wait for each other, since they hold what it needs next. At its end it needs nothing more.
 */
export function makeLanesLast(tx: Tx, merchantId: MerchantId, deliveries: readonly Lane[]): void {
  const known = lanesToMake.get(tx);
  const lanes = known ?? new Map<string, Lane>();
  for (const delivery of deliveries) lanes.set(delivery.laneId, delivery);
  if (known) return;
  lanesToMake.set(tx, lanes);
  tx.beforeCommit.push(() => {
    // What comes later, among the last, has its lanes made after it.
    lanesToMake.delete(tx);
    return makeLanes(tx, merchantId, [...lanes.values()]);
  });
}

async function makeLanes(tx: Tx, merchantId: MerchantId, lanes: readonly Lane[]): Promise<void> {
  const column = (name: keyof Lane) => lanes.map((lane) => lane[name]);
  const values = [merchantId, column('laneId'), column('appId'), column('origin')];
  await tx.executeQuery(CompiledQuery.raw(makeLanesText, values));
}
