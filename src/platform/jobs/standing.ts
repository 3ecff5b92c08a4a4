import { type RawBuilder, sql } from 'kysely';
import type { PlatformTables } from '../../../generated/database.ts';
import type { Db, PlatformDb } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

/** Counts end here: beyond it, how many exactly does not matter. */
const mostCounted = 10_000;

/** How many are behind, up to `mostCounted`, and since when the first of them. */
export type Backlog = { readonly count: number; readonly oldest: Date | null };

const backlog = (times: RawBuilder<unknown>) =>
  sql<Backlog>`SELECT count(*)::int AS count, min(at) AS oldest FROM (${times} LIMIT ${sql.lit(mostCounted)}) late`;

/** Jobs whose time has come and that no worker has taken yet. */
export async function lateJobsAcrossMerchants(db: Db): Promise<Backlog> {
  const [row] = await lateJobs(db, {});
  return row ?? { count: 0, oldest: null };
}

const lateJobs = prepared<object>()(() =>
  backlog(sql`SELECT due_at AS at FROM jobs WHERE state = 'due' AND due_at <= now() ORDER BY due_at`),
);

/**
 * When the job that has been put off the longest was due first; null if none is. A job is put off when an attempt fails, and when it cannot
 * run now: then for as long as that lasts, without ever failing for good. Also while it runs: its next attempt may end as the last one.
 */
export async function oldestPutOffAcrossMerchants(db: Db): Promise<Date | null> {
  const [row] = await oldestPutOff(db, {});
  return row?.oldest ?? null;
}

const oldestPutOff = prepared<object>()(
  () => sql<{ oldest: Date | null }>`
    SELECT min(first_due_at) AS oldest FROM jobs WHERE first_due_at IS NOT NULL AND state <> 'failed' AND due_at < now() + interval '5 minutes'`,
);

export type FailedJobs = {
  readonly kind: string;
  readonly count: number;
  readonly newest: Date;
  readonly error: string | null;
};

/** Jobs that used up their attempts, by kind, with what the last of them met. */
export async function failedJobsAcrossMerchants(db: Db): Promise<readonly FailedJobs[]> {
  return await failedJobs(db, {});
}

const failedJobs = prepared<object>()(
  () => sql<FailedJobs>`
    SELECT kind, count(*)::int AS count, max(due_at) AS newest, (array_agg(last_error ORDER BY due_at DESC))[1] AS error
    FROM (SELECT kind, due_at, last_error FROM jobs WHERE state = 'failed' LIMIT ${sql.lit(mostCounted)}) f
    GROUP BY kind ORDER BY kind`,
);

/**
 * How long the oldest open transaction of this role has been open, in seconds; 0 if there is none. PostgreSQL shows a role only its
 * own.
 */
export async function oldestTransactionSeconds(db: Db): Promise<number> {
  const [row] = await oldestTransaction(db, {});
  return row?.seconds ?? 0;
}

/** As above, of the role of the platform. */
export async function oldestPlatformTransactionSeconds(platform: PlatformDb): Promise<number> {
  const [row] = await oldestPlatformTransaction(platform, {});
  return row?.seconds ?? 0;
}

const transactionAge = () => sql<{ seconds: number | null }>`
  SELECT extract(epoch FROM clock_timestamp() - min(xact_start))::float8 AS seconds FROM pg_stat_activity
  WHERE usename = current_user AND datname = current_database() AND pid <> pg_backend_pid()`;
const oldestTransaction = prepared<object>()(transactionAge);
const oldestPlatformTransaction = prepared<object, PlatformTables>()(transactionAge);

/** The last run of a daily job. */
export type DailyRun = {
  readonly kind: string;
  /** The UTC date: `2026-01-31`. */
  readonly key: string;
  readonly state: 'due' | 'running' | 'done' | 'failed';
  readonly attempts: number;
  readonly error: string | null;
};

export async function lastDailyRuns(platform: PlatformDb): Promise<readonly DailyRun[]> {
  return await dailyRuns(platform, {});
}

/** How many of these daily jobs have failed in their last run, or have been running since before yesterday (UTC): those hang. */
export async function countFailedDailyJobs(platform: PlatformDb, kinds: readonly string[]): Promise<number> {
  const [row] = await failedDailyJobs(platform, { kinds });
  return row?.count ?? 0;
}

const failedDailyJobs = prepared<{ kinds: readonly string[] }, PlatformTables>()(
  (_db, p) => sql<{ count: number }>`
    SELECT count(*)::int AS count FROM unnest(${p.kinds}::text[]) AS daily (kind)
    WHERE (SELECT state FROM jobs j WHERE j.kind = daily.kind ORDER BY key DESC LIMIT 1) = 'failed'
      OR EXISTS (SELECT FROM jobs j WHERE j.kind = daily.kind AND state = 'running'
        AND key < to_char(now() AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM-DD'))`,
);

/** How many faults a daily job has found: the last run that ended, or that found any. Undefined if there was none. */
export async function lastFindings(platform: PlatformDb, kind: string): Promise<number | undefined> {
  const [row] = await findingsOf(platform, { kind });
  return row?.findings;
}

const findingsOf = prepared<{ kind: string }, PlatformTables>()(
  (_db, p) => sql<{ findings: number }>`
    SELECT findings FROM jobs WHERE kind = ${p.kind} AND (state = 'done' AND findings IS NOT NULL OR findings > 0) ORDER BY key DESC LIMIT 1`,
);

const dailyRuns = prepared<object, PlatformTables>()(
  () => sql<DailyRun>`
    SELECT DISTINCT ON (kind) kind, key, state, attempts, last_error AS error FROM jobs ORDER BY kind, key DESC`,
);
