import { type RawBuilder, sql } from 'kysely';
import { type Db, inNameOf, inTransaction, inTransactionAcrossMerchants, type Tx } from '../db/database.ts';
import { isCrowdedOut } from '../db/driver/crowded-out.ts';
import { prepared } from '../db/prepared.ts';
import { traceparentNow } from '../telemetry/trace.ts';

// Work to do later: rows of the mode's table `jobs`. Due times, leases and retries use PostgreSQL's clock only.

/** A claimed job. It is ours while its row carries our token; after the lease ends, others may claim it. */
export type Job = {
  readonly merchantId: string;
  readonly jobId: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly token: string;
  /** The span that called for it; null if nobody traces. */
  readonly traceparent: string | null;
} & DueTime;

export type DueTime = {
  /** In real time. When the merchant's clock is moved, it moves too, even while the job runs. */
  readonly dueAt: Date;
  /** True if the job was due before the merchant's clock was moved: it then sees its due time as now. */
  readonly turned: boolean;
};

export type NewJob = {
  readonly jobId: string;
  readonly kind: string;
  /** The resource, and the period if it recurs. Kind and key identify a job: inserting them again replaces it. */
  readonly key: string;
  /** JSON. */
  readonly payload: string;
  /** Null means now, by the database's clock. */
  readonly dueAt: Date | null;
};

/** Another worker has the job or has finished it, so this transaction must roll back. */
export class LostLease extends Error {
  override name = 'LostLease';

  constructor(job: Job) {
    super(`the lease of ${job.kind} ${job.key} was lost`);
  }
}

/** A newer release made this job. A process of that release runs it. */
export class UnknownKind extends Error {
  override name = 'UnknownKind';

  constructor({ kind }: Job) {
    super(`no handler for jobs of kind ${kind}`);
  }
}

export type JobRow = {
  merchant_id: string;
  job_id: string;
  kind: string;
  key: string;
  payload: unknown;
  due_at: Date;
  first_due_at: Date | null;
  attempts: number;
  lease_token: string;
  traceparent: string | null;
};

export const leaseMs = 45_000;
export const lease = sql`interval ${sql.lit(`${leaseMs} milliseconds`)}`;

/**
 * Inserts a job in the transaction of the fact that causes it. A job of the same kind and key is replaced. If that one is
 * running, it loses its lease and rolls back, and the new one runs. Without a due time it is due when it is written, not when
 * its transaction began: run on a turned clock it would see a time before the fact that caused it.
 */
export async function insertJob(tx: Tx, merchantId: string, job: NewJob): Promise<void> {
  await insertOrReplace(tx, { merchantId, ...job, traceparent: traceparentNow() });
}

const insertOrReplace = prepared<NewJob & { merchantId: string; traceparent: string | null }>()(
  (_db, p) => sql`
    INSERT INTO jobs AS j (merchant_id, job_id, kind, key, payload, due_at, traceparent)
    VALUES (${p.merchantId}, ${p.jobId}, ${p.kind}, ${p.key}, ${p.payload}, coalesce(${p.dueAt}::timestamptz, clock_timestamp()), ${p.traceparent})
    ON CONFLICT ON CONSTRAINT job_once DO UPDATE SET job_id = excluded.job_id, payload = excluded.payload, due_at = excluded.due_at, first_due_at = NULL, traceparent = excluded.traceparent,
      state = 'due', attempts = 0, lease_until = NULL, lease_token = NULL, last_error = NULL`,
);

/**
 * Deletes a job that is no longer needed. A running job loses its lease with its row, and rolls back. A job in its final
 * transaction has locked its row and is skipped, to avoid a deadlock with our locks; it then finds nothing to do.
 */
export async function removeJob(tx: Tx, merchantId: string, kind: string, key: string): Promise<void> {
  await remove(tx, { merchantId, kind, key });
}

const remove = prepared<{ merchantId: string; kind: string; key: string }>()(
  (_db, p) => sql`
    WITH free AS (
      SELECT job_id FROM jobs WHERE merchant_id = ${p.merchantId} AND kind = ${p.kind} AND key = ${p.key}
      FOR UPDATE SKIP LOCKED)
    DELETE FROM jobs WHERE merchant_id = ${p.merchantId} AND job_id = (SELECT job_id FROM free)`,
);

/**
 * Deletes the job as the first statement of its final transaction, so that its effect may insert the next job of the same kind
 * and key.
 *
 * @returns its due time, which may have changed since the job was claimed
 * @throws LostLease when the job is no longer ours
 */
export async function finishJob(tx: Tx, job: Job): Promise<DueTime> {
  return dueTimeOf(job, await finish(tx, job));
}

const finish = prepared<Job>()(
  (_db, p) => sql<DueRow>`
    DELETE FROM jobs j WHERE merchant_id = ${p.merchantId} AND job_id = ${p.jobId} AND lease_token = ${p.token}
    RETURNING ${due} AS due_at, ${beforeTurn(p)}`,
);

/** The due time of a claimed job as it is now, with the clock offset of its merchant. @throws LostLease as finishJob */
export async function findDueTime(db: Db, job: Job): Promise<DueTime & { readonly clockOffsetMs: number }> {
  const rows = await findDue(inNameOf(db, job.merchantId), job);
  return { ...dueTimeOf(job, rows), clockOffsetMs: Number(rows[0]?.clock_offset_ms ?? 0n) };
}

const findDue = prepared<Job>()(
  (_db, p) => sql<DueRow & { clock_offset_ms: bigint | null }>`
    SELECT ${due} AS due_at, ${beforeTurn(p)},
      (SELECT clock_offset_ms FROM merchant_states s WHERE s.merchant_id = ${p.merchantId}) AS clock_offset_ms
    FROM jobs j WHERE merchant_id = ${p.merchantId} AND job_id = ${p.jobId} AND lease_token = ${p.token}`,
);

type DueRow = { readonly due_at: Date; readonly turned: boolean | null };

/** Also of one that was put off after it had failed: it happens when it was due, not when it is tried again. */
const due = sql`coalesce(j.first_due_at, j.due_at)`;

const beforeTurn = (p: { merchantId: string }) =>
  sql`${due} < (SELECT s.turned_at FROM merchant_states s WHERE s.merchant_id = ${p.merchantId}) AS turned`;

function dueTimeOf(job: Job, [row]: readonly DueRow[]): DueTime {
  if (row === undefined) throw new LostLease(job);
  return { dueAt: row.due_at, turned: job.turned || row.turned === true };
}

export function jobOf(row: JobRow, turned: boolean): Job {
  return {
    merchantId: row.merchant_id,
    jobId: row.job_id,
    kind: row.kind,
    key: row.key,
    payload: row.payload,
    dueAt: row.first_due_at ?? row.due_at,
    attempts: row.attempts,
    token: row.lease_token,
    traceparent: row.traceparent,
    turned,
  };
}

/**
 * Retries after 1, 2, 4 … 60 seconds; after the last attempt the job stays as `failed`.
 *
 * @returns its new state, or undefined if it was no longer ours
 */
export async function postponeJob(db: Db, job: Job, error: unknown): Promise<'due' | 'failed' | undefined> {
  const [row] = await noteOf(db, job, (tx) => postpone(tx, { ...job, message: messageOf(error) }));
  return row?.state;
}

/**
 * Writes what becomes of a claimed job: in its merchant's name, or on the connections of workers if the merchant uses all of theirs. A
 * flood of a merchant would otherwise take the leases of their jobs, and an attempt each time. Nobody waits there for a lock.
 */
async function noteOf<T>(db: Db, { merchantId }: Job, write: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, merchantId, write);
  } catch (error) {
    if (!isCrowdedOut(error)) throw error;
  }
  return await inTransactionAcrossMerchants(db, async (tx) => {
    await sql`SET LOCAL lock_timeout = 50`.execute(tx);
    return await write(tx);
  });
}

function messageOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .replaceAll('\0', '')
    .slice(0, 500);
}

/** Retries after 15 seconds. The attempt does not count, because the job is not what failed. */
export async function deferJob(db: Db, job: Job, error: unknown): Promise<void> {
  await noteOf(db, job, (tx) => defer(tx, { ...job, message: messageOf(error) }));
}

const defer = prepared<Job & { message: string }>()(
  (_db, p) => sql`
    UPDATE jobs SET state = 'due', attempts = attempts - 1, last_error = ${p.message}, due_at = now() + interval '15 seconds',
      first_due_at = coalesce(first_due_at, due_at),
      lease_until = NULL, lease_token = NULL
    WHERE merchant_id = ${p.merchantId} AND job_id = ${p.jobId} AND lease_token = ${p.token}`,
);

/**
 * Now and so much. In UTC, because in the time zone of a session a day may have 23 hours: then the sum is not immutable, and Citus
 * refuses it where it depends on a column.
 */
const laterBy = (interval: RawBuilder<unknown>) =>
  sql`(now() AT TIME ZONE 'UTC' + ${interval}) AT TIME ZONE 'UTC'`;

const postpone = prepared<Job & { message: string }>()(
  (_db, p) => sql<{ state: 'due' | 'failed' }>`
    UPDATE jobs SET state = CASE WHEN attempts >= max_attempts THEN 'failed' ELSE 'due' END, last_error = ${p.message},
      due_at = ${laterBy(sql`least(60, 2 ^ (attempts - 1)) * interval '1 second'`)}, first_due_at = coalesce(first_due_at, due_at), lease_until = NULL, lease_token = NULL
    WHERE merchant_id = ${p.merchantId} AND job_id = ${p.jobId} AND lease_token = ${p.token} RETURNING state`,
);

/** A job that asks another system may take longer than its lease. Nothing happens if the job is no longer ours. */
export async function renewLease(db: Db, job: Job): Promise<void> {
  await noteOf(db, job, (tx) => renew(tx, job));
}

const renew = prepared<Job>()(
  (_db, p) => sql`
    UPDATE jobs SET lease_until = now() + ${lease}
    WHERE merchant_id = ${p.merchantId} AND job_id = ${p.jobId} AND lease_token = ${p.token}`,
);

/** Releases a job when its worker stops. The attempt does not count, because it did not finish. */
export async function giveJobBack(db: Db, job: Job): Promise<void> {
  await noteOf(db, job, (tx) => giveBack(tx, job));
}

const giveBack = prepared<Job>()(
  (_db, p) => sql`
    UPDATE jobs SET state = 'due', attempts = attempts - 1, lease_until = NULL, lease_token = NULL
    WHERE merchant_id = ${p.merchantId} AND job_id = ${p.jobId} AND lease_token = ${p.token}`,
);
