import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';

// `draining_until` keeps workers away from the merchant's jobs: the call that turned the clock runs them in order. `turned_at` tells
// which jobs were due before the turn.
const turnText = `INSERT INTO merchant_states (merchant_id, clock_offset_ms, draining_until, turned_at)
  VALUES ($1, $2, now() + interval '45 seconds', clock_timestamp())
  ON CONFLICT (merchant_id) DO UPDATE SET clock_offset_ms = merchant_states.clock_offset_ms + excluded.clock_offset_ms,
    draining_until = excluded.draining_until, turned_at = excluded.turned_at
  RETURNING clock_offset_ms`;
// A running job too: it was claimed before the turn, and happens at that time. In UTC, so that the sum depends on no setting: Citus
// refuses it otherwise.
const pulled = (column: string) =>
  `${column} = (${column} AT TIME ZONE 'UTC' - $2 * interval '1 millisecond') AT TIME ZONE 'UTC'`;
const pullText = `UPDATE jobs SET ${pulled('due_at')}, ${pulled('first_due_at')} WHERE merchant_id = $1 AND state IN ('due', 'running')`;

/** Moves the merchant's clock and the due times of its jobs. Returns the new offset. */
export async function moveClock(tx: Tx, merchantId: MerchantId, byMs: number): Promise<number> {
  const { rows } = await tx.executeQuery<{ clock_offset_ms: bigint }>(
    CompiledQuery.raw(turnText, [merchantId, byMs]),
  );
  await tx.executeQuery(CompiledQuery.raw(pullText, [merchantId, byMs]));
  return Number(rows[0]?.clock_offset_ms ?? 0n);
}

// A claim of deliveries locks their lanes first, and skips lanes that are locked. So the reset waits for a claim before it deletes the
// first delivery, and no claim begins behind it. Otherwise each could hold a delivery that the other wants: a deadlock, in which the
// deliveries of all merchants wait a second. In the order in which results lock lanes.
const lanesText = 'SELECT FROM webhook_lanes WHERE merchant_id = $1 ORDER BY lane_id FOR UPDATE';

/** Calls a function of the schema's owner, since only the owner may delete from append-only tables. */
export async function deleteMerchantRows(tx: Tx, merchantId: MerchantId): Promise<void> {
  // After a load test a merchant has more rows than can be deleted within the usual five seconds.
  await tx.executeQuery(CompiledQuery.raw(`SET LOCAL statement_timeout = '60s'`));
  await tx.executeQuery(CompiledQuery.raw(lanesText, [merchantId]));
  await tx.executeQuery(CompiledQuery.raw('SELECT reset_merchant($1)', [merchantId]));
}

/**
 * Empties every table but the list of past resets and the record of calls. The database's clock says which night it is, as it does for
 * the schedule: a process whose clock is a moment behind would take the night that has just begun for the last one.
 *
 * @returns the night; undefined if its reset was done already
 */
export async function emptyTablesAcrossMerchants(tx: Tx): Promise<string | undefined> {
  const text = `SELECT night::text, reset_everyone(night) AS emptied
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS night) AS tonight`;
  const { rows } = await tx.executeQuery<{ night: string; emptied: boolean }>(CompiledQuery.raw(text));
  return rows.find(({ emptied }) => emptied)?.night;
}
