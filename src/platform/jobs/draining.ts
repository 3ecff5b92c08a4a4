import { sql } from 'kysely';
import { type Db, inNameOf, inTransaction } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { lease } from './queue.ts';

// What draining a merchant's jobs needs besides claiming them: keeping workers away, and knowing what they have begun.

/**
 * Keeps workers from the merchant's jobs. It expires by itself after a lease, in case the process dies.
 *
 * @returns when the merchant's clock was turned, for `endDraining`
 */
export async function beginDraining(db: Db, merchantId: string): Promise<bigint | null> {
  const [row] = await inTransaction(db, merchantId, (tx) => begin(tx, { merchantId }));
  return row?.turned_at ?? null;
}

/** In microseconds, which a Date does not have. From an interval, because Citus wants what depends on no setting. */
const turnedAt = sql`(extract(epoch FROM s.turned_at - timestamptz '2000-01-01 00:00:00Z') * 1000000)::bigint`;

const begin = prepared<{ merchantId: string }>()(
  (_db, p) => sql<{ turned_at: bigint | null }>`
    INSERT INTO merchant_states AS s (merchant_id, draining_until) VALUES (${p.merchantId}, now() + ${lease})
    ON CONFLICT (merchant_id) DO UPDATE SET draining_until = excluded.draining_until RETURNING ${turnedAt} AS turned_at`,
);

/** Lets workers claim the merchant's jobs again, unless the clock was turned once more: that turn drains them too, and ends after this. */
export async function endDraining(db: Db, merchantId: string, turned: bigint | null): Promise<void> {
  await inTransaction(db, merchantId, (tx) => end(tx, { merchantId, turned }));
}

const end = prepared<{ merchantId: string; turned: bigint | null }>()(
  (_db, p) => sql`
    UPDATE merchant_states s SET draining_until = NULL
    WHERE merchant_id = ${p.merchantId} AND ${turnedAt} IS NOT DISTINCT FROM ${p.turned}::bigint`,
);

/**
 * Whether any job of the merchant is due or running. One query for both, because a running job commits its deletion together with
 * the insertion of the next.
 */
export async function hasOpenJob(db: Db, merchantId: string): Promise<boolean> {
  const [row] = await open(inNameOf(db, merchantId), { merchantId });
  return row !== undefined;
}

const open = prepared<{ merchantId: string }>()(
  (_db, p) => sql`
    SELECT job_id FROM jobs
    WHERE merchant_id = ${p.merchantId} AND (state = 'running' OR (state = 'due' AND due_at <= now())) LIMIT 1`,
);

/** Whether a worker has begun any job of the merchant and not ended it. */
export async function hasRunningJob(db: Db, merchantId: string): Promise<boolean> {
  const [row] = await running(inNameOf(db, merchantId), { merchantId });
  return row !== undefined;
}

const running = prepared<{ merchantId: string }>()(
  (_db, p) => sql`SELECT job_id FROM jobs WHERE merchant_id = ${p.merchantId} AND state = 'running' LIMIT 1`,
);
