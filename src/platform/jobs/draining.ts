import { sql } from 'kysely';
import { type Db, inClaim, inNameOf, inTransaction } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { randomUuid } from '../ids.ts';
import { type Job, type JobRow, jobOf, lease, leaseMs } from './queue.ts';

// What draining a merchant's jobs needs: keeping workers away, claiming one job after the other, and knowing what workers have begun.

export type Draining = {
  /** When the merchant's clock was turned, for `endDraining`. */
  readonly turned: bigint | null;
  /** Jobs that are due later are for the workers: calls that go on make new ones all the time, and the drain would never end. */
  readonly last: Date;
};

/** Keeps workers from the merchant's jobs. It expires by itself after a lease, in case the process dies. */
export async function beginDraining(db: Db, merchantId: string): Promise<Draining> {
  const [row] = await inTransaction(db, merchantId, (tx) => begin(tx, { merchantId }));
  if (!row) throw new Error('The row of a drain was not written.');
  const beganMs = row.draining_until.getTime() - leaseMs;
  return { turned: row.turned_at, last: new Date(beganMs + laterMs) };
}

/** The clocks of processes differ by a moment from PostgreSQL's, and so may the due times that they compute. */
const laterMs = 1000;

/** In microseconds, which a Date does not have. From an interval, because Citus wants what depends on no setting. */
const turnedAt = sql`(extract(epoch FROM s.turned_at - timestamptz '2000-01-01 00:00:00Z') * 1000000)::bigint`;

const begin = prepared<{ merchantId: string }>()(
  (_db, p) => sql<{ turned_at: bigint | null; draining_until: Date }>`
    INSERT INTO merchant_states AS s (merchant_id, draining_until) VALUES (${p.merchantId}, now() + ${lease})
    ON CONFLICT (merchant_id) DO UPDATE SET draining_until = excluded.draining_until
    RETURNING ${turnedAt} AS turned_at, draining_until`,
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
 * Claims the merchant's longest due job, to drain their jobs after their clock was moved. None while another drain of them runs one: jobs
 * of two turns run in one order.
 */
export async function claimNextJob(db: Db, merchantId: string, last: Date): Promise<Job | undefined> {
  const [row] = await inClaim(db, merchantId, async (tx) => {
    await lockDraining(tx, { merchantId });
    return await claimNext(tx, { merchantId, token: drainToken(), last });
  });
  return row && jobOf(row, true);
}

/** A UUID of version 8. Those of workers are of version 4, so it tells the jobs of a drain from theirs. */
function drainToken(): string {
  const random = randomUuid();
  return `${random.slice(0, 14)}8${random.slice(15)}`;
}

/** One drain claims after the other, each with a look at what the one before has claimed. */
const lockDraining = prepared<{ merchantId: string }>()(
  (_db, p) => sql`SELECT FROM merchant_states WHERE merchant_id = ${p.merchantId} FOR NO KEY UPDATE`,
);

const claimNext = prepared<{ merchantId: string; token: string; last: Date }>()(
  (_db, p) => sql<JobRow>`
    WITH pick AS (
      SELECT merchant_id, job_id FROM jobs WHERE merchant_id = ${p.merchantId} AND state = 'due' AND due_at <= least(now(), ${p.last})
        AND NOT EXISTS (SELECT FROM jobs r WHERE r.merchant_id = ${p.merchantId} AND r.state = 'running' AND r.lease_until > now()
          AND uuid_extract_version(r.lease_token) = 8)
      ORDER BY due_at, job_id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE jobs j SET state = 'running', attempts = j.attempts + 1, lease_until = now() + ${lease}, lease_token = ${p.token}
    FROM pick WHERE j.merchant_id = ${p.merchantId} AND j.job_id = pick.job_id RETURNING j.*`,
);

/**
 * Whether any job of the merchant is due or running. One query for both, because a running job commits its deletion together with
 * the insertion of the next.
 */
export async function hasOpenJob(db: Db, merchantId: string, last: Date): Promise<boolean> {
  const [row] = await open(inNameOf(db, merchantId), { merchantId, last });
  return row !== undefined;
}

const open = prepared<{ merchantId: string; last: Date }>()(
  (_db, p) => sql`
    SELECT job_id FROM jobs
    WHERE merchant_id = ${p.merchantId} AND (state = 'running' OR (state = 'due' AND due_at <= now())) AND due_at <= ${p.last}
    LIMIT 1`,
);

/** Whether a worker has begun any job of the merchant and not ended it. */
export async function hasRunningJob(db: Db, merchantId: string): Promise<boolean> {
  const [row] = await running(inNameOf(db, merchantId), { merchantId });
  return row !== undefined;
}

const running = prepared<{ merchantId: string }>()(
  (_db, p) => sql`SELECT job_id FROM jobs WHERE merchant_id = ${p.merchantId} AND state = 'running' LIMIT 1`,
);
