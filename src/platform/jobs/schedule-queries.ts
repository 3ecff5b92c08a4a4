import { sql } from 'kysely';
import type { PlatformTables } from '../../../generated/database.ts';
import { prepared } from '../db/prepared.ts';

/** A daily job of a day, with the token of its lease. */
export type Claimed = { kind: string; key: string; attempts: number; lease_token: string };

export const mostAttempts = 10;

const today = sql`to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** A job without an hour of its own is due now, so that those which are written together run in the order of `kinds`. */
export const write = prepared<{ kinds: string[]; hours: number[] }, PlatformTables>()(
  (_db, p) => sql`
    INSERT INTO jobs (kind, key, due_at)
    SELECT kind, ${today},
      greatest(now(), date_trunc('day', now(), 'UTC') + hour * interval '1 hour')
    FROM unnest(${p.kinds}::text[], ${p.hours}::int[]) AS daily (kind, hour) ON CONFLICT DO NOTHING`,
);

/** Whatever became of them, and also kinds that no release has any more. */
export const forget = prepared<object, PlatformTables>()(
  () => sql`DELETE FROM jobs WHERE state <> 'running' AND created_at < now() - interval '90 days'`,
);

/**
 * A job whose process was lost in its last attempt, since it may be what ends the process; and one of an earlier day that was begun and
 * has not succeeded: today's has taken its place.
 */
export const giveUp = prepared<{ kinds: string[] }, PlatformTables>()(
  (_db, p) => sql<{ kind: string; day: string }>`
    UPDATE jobs SET state = 'failed', last_error = CASE state WHEN 'running' THEN 'the process was lost' ELSE last_error END,
      lease_until = NULL, lease_token = NULL
    WHERE kind = ANY (${p.kinds}::text[])
      AND (state = 'running' AND lease_until < now() AND (attempts >= ${sql.lit(mostAttempts)} OR key < ${today})
        OR state = 'due' AND key < ${today} AND (attempts > 0 OR findings IS NOT NULL))
    RETURNING kind, key AS day`,
);

/** Those of an earlier day that were never begun: no process ran in their hours. */
export const skipMissed = prepared<{ kinds: string[] }, PlatformTables>()(
  (_db, p) => sql`
    DELETE FROM jobs
    WHERE kind = ANY (${p.kinds}::text[]) AND state = 'due' AND key < ${today} AND attempts = 0 AND findings IS NULL`,
);

/** One of today, also if its process was lost and it has an attempt left. */
export const claim = prepared<{ token: string; kinds: string[] }, PlatformTables>()(
  (_db, p) => sql<Claimed>`
    WITH pick AS (
      SELECT kind, key FROM jobs WHERE kind = ANY (${p.kinds}::text[]) AND key = ${today} AND due_at <= now()
        AND (state = 'due' OR state = 'running' AND lease_until < now() AND attempts < ${sql.lit(mostAttempts)})
      ORDER BY due_at, array_position(${p.kinds}::text[], kind) LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE jobs j SET state = 'running', attempts = j.attempts + 1, lease_until = now() + interval '45 seconds', lease_token = ${p.token}
    FROM pick WHERE j.kind = pick.kind AND j.key = pick.key RETURNING j.kind, j.key, j.attempts, j.lease_token`,
);

export const renew = prepared<Claimed, PlatformTables>()(
  (_db, p) => sql`
    UPDATE jobs SET lease_until = now() + interval '45 seconds' WHERE kind = ${p.kind} AND key = ${p.key} AND lease_token = ${p.lease_token}`,
);

export const finish = prepared<Claimed & { findings: number | null }, PlatformTables>()(
  (_db, p) => sql`
    UPDATE jobs SET state = 'done', findings = ${p.findings}, lease_until = NULL, lease_token = NULL
    WHERE kind = ${p.kind} AND key = ${p.key} AND lease_token = ${p.lease_token}`,
);

export const postpone = prepared<
  Claimed & { state: string; message: string; findings: number | null },
  PlatformTables
>()(
  (_db, p) => sql`
    UPDATE jobs SET state = ${p.state}, last_error = ${p.message}, findings = coalesce(${p.findings}, findings), due_at = now() + least(60, 2 ^ (attempts - 1)) * interval '1 minute',
      lease_until = NULL, lease_token = NULL
    WHERE kind = ${p.kind} AND key = ${p.key} AND lease_token = ${p.lease_token}`,
);

/** A stop is no attempt. The job is due as before, so it keeps its place in the order. */
export const giveBack = prepared<Claimed & { findings: number | null }, PlatformTables>()(
  (_db, p) => sql`
    UPDATE jobs SET state = 'due', attempts = attempts - 1, findings = coalesce(${p.findings}, findings), lease_until = NULL, lease_token = NULL
    WHERE kind = ${p.kind} AND key = ${p.key} AND lease_token = ${p.lease_token}`,
);
