import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

/** A job that the transaction has locked: until it ends, no worker claims the job, and none ends it. */
export type HeldJob = {
  readonly kind: string;
  /** `failed`: no worker runs it any more. */
  readonly state: 'due' | 'running' | 'failed';
  /** A worker runs it, and its lease has not ended. Its answer is still to come. */
  readonly isRunning: boolean;
  /** An operator holds it after a restore: it does not run by itself before they release it. */
  readonly isHeldBack: boolean;
};

/** Marks a job that an operator holds after a restore, in front of what it met before. A worker that runs the job writes over it. */
export const heldMark = 'held after a restore';

type Wanted = { readonly kinds: readonly string[]; readonly keys: readonly string[] };
type Of = { merchantId: string; kinds: readonly string[]; keys: readonly string[] };

/**
 * Locks the jobs of these kinds and keys. A job in its final transaction has deleted its row and may have inserted the next one, which
 * the statement that waited for it does not see. So this looks again until all that it saw is locked.
 *
 * Lock them before what they are about, as that final transaction does, to avoid a deadlock.
 */
export async function lockJobs(
  tx: Tx,
  merchantId: string,
  { kinds, keys }: Wanted,
): Promise<readonly HeldJob[]> {
  for (;;) {
    const seen = await find(tx, { merchantId, kinds, keys });
    const held = await lock(tx, { merchantId, kinds, keys });
    const locked = new Set(held.map(({ job_id }) => job_id));
    if (seen.every(({ job_id }) => locked.has(job_id)))
      return held.map(({ kind, state, is_running: isRunning, is_held_back: isHeldBack }) => {
        return { kind, state, isRunning, isHeldBack };
      });
  }
}

const find = prepared<Of>()(
  (_db, p) => sql<{ job_id: string }>`
    SELECT job_id FROM jobs
    WHERE merchant_id = ${p.merchantId} AND kind = ANY (${p.kinds}::text[]) AND key = ANY (${p.keys}::text[])`,
);

const lock = prepared<Of>()(
  (_db, p) => sql<{
    job_id: string;
    kind: string;
    state: HeldJob['state'];
    is_running: boolean;
    is_held_back: boolean;
  }>`
    SELECT job_id, kind, state, state = 'running' AND lease_until > clock_timestamp() AS is_running,
      coalesce(starts_with(last_error, ${heldMark}), false) AS is_held_back FROM jobs
    WHERE merchant_id = ${p.merchantId} AND kind = ANY (${p.kinds}::text[]) AND key = ANY (${p.keys}::text[])
    ORDER BY job_id FOR UPDATE`,
);
