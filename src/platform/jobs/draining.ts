import { sql } from 'kysely';
import { type Db, inNameOf, inTransaction } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { lease } from './queue.ts';

// What draining a merchant's jobs needs besides claiming them: keeping workers away, and knowing what they have begun.

/** While true, workers claim no jobs of the merchant. It expires by itself after a lease, in case the process dies. */
export async function setDraining(db: Db, merchantId: string, draining: boolean): Promise<void> {
  await inTransaction(db, merchantId, (tx) => markDraining(tx, { merchantId, draining }));
}

const markDraining = prepared<{ merchantId: string; draining: boolean }>()(
  (_db, p) => sql`
    INSERT INTO merchant_states AS s (merchant_id, draining_until)
    VALUES (${p.merchantId}, CASE WHEN ${p.draining}::boolean THEN now() + ${lease} END)
    ON CONFLICT (merchant_id) DO UPDATE SET draining_until = excluded.draining_until`,
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
