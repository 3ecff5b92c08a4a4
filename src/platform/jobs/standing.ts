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

const dailyRuns = prepared<object, PlatformTables>()(
  () => sql<DailyRun>`
    SELECT DISTINCT ON (kind) kind, key, state, attempts, last_error AS error FROM jobs ORDER BY kind, key DESC`,
);
