import { CompiledQuery } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';

// Workers leave the merchant alone from this moment on: what falls due is run in order by whoever turned the clock.
const turnText = `INSERT INTO merchant_states (merchant_id, clock_offset_ms, draining_until) VALUES ($1, $2, now() + interval '45 seconds')
  ON CONFLICT (merchant_id) DO UPDATE SET clock_offset_ms = merchant_states.clock_offset_ms + excluded.clock_offset_ms,
    draining_until = excluded.draining_until
  RETURNING clock_offset_ms`;
const pullText = `UPDATE jobs SET due_at = due_at - $2 * interval '1 millisecond' WHERE merchant_id = $1 AND state = 'due'`;

/** Moves the merchant's clock and everything that waits for it, in one transaction; answers the new offset. */
export async function moveClock(tx: Tx, merchantId: MerchantId, byMs: number): Promise<number> {
  const { rows } = await tx.executeQuery<{ clock_offset_ms: bigint }>(
    CompiledQuery.raw(turnText, [merchantId, byMs]),
  );
  await tx.executeQuery(CompiledQuery.raw(pullText, [merchantId, byMs]));
  return Number(rows[0]?.clock_offset_ms ?? 0n);
}

/** By a function of the schema's owner, the only one who may delete what is append-only to everyone else. */
export async function deleteMerchantRows(tx: Tx, merchantId: MerchantId): Promise<void> {
  // A merchant who tried his load here has more rows than the usual five seconds are enough for.
  await tx.executeQuery(CompiledQuery.raw(`SET LOCAL statement_timeout = '60s'`));
  await tx.executeQuery(CompiledQuery.raw('SELECT reset_merchant($1)', [merchantId]));
}

/**
 * Empties every table but the list of nights. Which night it is says the database, as it does to the schedule: by a clock that
 * is a moment behind, a night that has just begun would be the one that has been.
 *
 * @returns the night; undefined when it has been
 */
export async function emptyTablesAcrossMerchants(tx: Tx): Promise<string | undefined> {
  const text = `SELECT night::text, reset_everyone(night) AS emptied
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS night) AS tonight`;
  const { rows } = await tx.executeQuery<{ night: string; emptied: boolean }>(CompiledQuery.raw(text));
  return rows.find(({ emptied }) => emptied)?.night;
}
