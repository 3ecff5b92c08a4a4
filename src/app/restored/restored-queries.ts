import type { Mode } from '../../engine/principal.ts';
import { heldMark } from '../../platform/jobs/held.ts';
import { asOwnerAcrossMerchants, type Owner } from '../sealed/sealed-queries.ts';
import { kindsThat, traceNumberAfter } from './fates.ts';
import { heldPayments, isHeldMessage, unanswered } from './open-queries.ts';

// Run by the owner of the database after a restore, before any process of the service starts. The schema is the mode.

/** Does all of it or nothing. */
export function atOnceAcrossMerchants<T>(url: string, work: (owner: Owner) => Promise<T>): Promise<T> {
  return asOwnerAcrossMerchants(url, async (owner) => {
    await owner.query('BEGIN');
    const done = await work(owner);
    await owner.query('COMMIT');
    return done;
  });
}

/** Nobody claims a job or writes a message until this transaction ends. A process that starts meanwhile waits. */
export async function lockOutAcrossMerchants(owner: Owner, mode: Mode): Promise<void> {
  await owner.query(`LOCK TABLE ${mode}.jobs, ${mode}.acquirer_messages IN SHARE ROW EXCLUSIVE MODE`);
}

/** How many connections the service and other commands have, by their roles or, with logins of their own, by their name. */
export async function countConnectedAcrossMerchants(owner: Owner, names: readonly string[]): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND (usename = ANY ($1) OR application_name = ANY ($1))`,
    [names],
  );
  return rows[0]?.count ?? 0;
}

const payouts = (mode: Mode) =>
  `SELECT merchant_id, id FROM ${mode}.payouts WHERE status IN ('processing', 'held') AND method <> 'mobile_money'`;

export type HeldJobs = { readonly kind: string; readonly count: number };

/**
 * Puts the jobs off that could move money a second time. A job that was running belongs to a process of before the restore, so it is
 * due again. `first_due_at` keeps when it was due.
 */
export async function holdJobsAcrossMerchants(
  owner: Owner,
  mode: Mode,
  until: Date,
): Promise<readonly HeldJobs[]> {
  const { rows } = await owner.query<HeldJobs>(
    `WITH to_hold AS MATERIALIZED (${heldPayments(mode)}), on_the_way AS MATERIALIZED (${payouts(mode)}),
     put_off AS (
       UPDATE ${mode}.jobs j SET due_at = $1, first_due_at = coalesce(first_due_at, due_at), state = 'due',
         attempts = greatest(0, CASE state WHEN 'running' THEN attempts - 1 ELSE attempts END), lease_until = NULL, lease_token = NULL,
         last_error = CASE WHEN starts_with(last_error, $2) THEN last_error ELSE $2 || coalesce(': ' || last_error, '') END
       WHERE state IN ('due', 'running') AND (due_at < $1 OR state = 'running') AND (kind = ANY ($3)
         OR kind = ANY ($4) AND EXISTS (SELECT FROM to_hold p
           WHERE p.merchant_id = j.merchant_id AND j.key IN (p.id::text, p.checkout_id::text))
         OR kind = ANY ($5) AND EXISTS (SELECT FROM on_the_way p WHERE p.merchant_id = j.merchant_id AND j.key = p.id::text))
       RETURNING kind)
     SELECT kind, count(*)::int AS count FROM put_off GROUP BY kind ORDER BY kind`,
    [
      until,
      heldMark,
      kindsThat('held'),
      kindsThat('held for some payments'),
      kindsThat('held for a bank or cash'),
    ],
  );
  return rows;
}

/** Until then, nothing reverses what has no answer. A message that is being reversed already goes on with its trace number. */
export async function holdMessagesAcrossMerchants(owner: Owner, mode: Mode, until: Date): Promise<number> {
  const { rowCount } = await owner.query(
    `UPDATE ${mode}.acquirer_messages SET deadline = $1 WHERE ${unanswered} AND deadline < $1`,
    [until],
  );
  return rowCount ?? 0;
}

/**
 * Ends all sessions of the dashboard, and the links that replace a password or an address. One that was ended or used after the restored
 * moment would work again.
 *
 * @returns how many sessions there were
 */
export async function endSessionsAcrossMerchants(owner: Owner): Promise<number> {
  await owner.query("DELETE FROM platform.user_links WHERE kind IN ('reset-password', 'change-email')");
  const { rowCount } = await owner.query('DELETE FROM platform.dashboard_sessions');
  return rowCount ?? 0;
}

/**
 * Moves the trace numbers on, past those that were used after the restored moment, and notes it. An acquirer refuses a number that it
 * has seen on the same day. Only once for a timeline of PostgreSQL, which each restore begins: several times might lead back. The move
 * ends with the transaction, as `setval` would not.
 *
 * @returns undefined if they were moved before
 */
export async function skipTraceNumbersAcrossMerchants(
  owner: Owner,
  mode: Mode,
): Promise<{ readonly from: number; readonly to: number } | undefined> {
  const sequence = `${mode}.acquirer_stans`;
  const { rows } = await owner.query<{ last: number; timeline: string; noted: string | null }>(
    `SELECT last_value::int AS last, obj_description('${sequence}'::regclass, 'pg_class') AS noted,
       left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline FROM ${sequence}`,
  );
  const [row] = rows;
  const note = `Moved on after the restore that began timeline ${row?.timeline}`;
  if (row === undefined || row.noted === note) return undefined;
  const to = traceNumberAfter(row.last, Number.parseInt(row.timeline, 16));
  await owner.query(`ALTER SEQUENCE ${sequence} RESTART WITH ${to}`);
  await owner.query(`COMMENT ON SEQUENCE ${sequence} IS '${note}'`);
  return { from: row.last, to };
}

export async function heldJobsAcrossMerchants(owner: Owner, mode: Mode): Promise<readonly HeldJobs[]> {
  const { rows } = await owner.query<HeldJobs>(
    `SELECT kind, count(*)::int AS count FROM ${mode}.jobs WHERE state = 'due' AND starts_with(last_error, $1) GROUP BY kind ORDER BY kind`,
    [heldMark],
  );
  return rows;
}

/** Makes the held jobs due when they were due before. Those that have run by themselves are not held any more. */
export async function releaseJobsAcrossMerchants(owner: Owner, mode: Mode): Promise<readonly HeldJobs[]> {
  const { rows } = await owner.query<HeldJobs>(
    `WITH released AS (
       UPDATE ${mode}.jobs SET due_at = coalesce(first_due_at, due_at), first_due_at = NULL,
         last_error = nullif(substr(last_error, length($1) + 3), '')
       WHERE state = 'due' AND starts_with(last_error, $1) RETURNING kind)
     SELECT kind, count(*)::int AS count FROM released GROUP BY kind ORDER BY kind`,
    [heldMark],
  );
  return rows;
}

/** What nobody has answered is reversed by the service, as any message without an answer. */
export async function releaseMessagesAcrossMerchants(owner: Owner, mode: Mode): Promise<number> {
  const { rowCount } = await owner.query(
    `UPDATE ${mode}.acquirer_messages SET deadline = now() WHERE ${isHeldMessage}`,
  );
  return rowCount ?? 0;
}
