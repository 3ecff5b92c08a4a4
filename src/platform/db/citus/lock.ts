import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { monotonicMs } from '../../clock.ts';

/** Of the session. Migrations and `mps citus distribute` hold it: when two start at once, the second waits and then finds nothing to do. */
const lock = 4244;
const lockPollMs = 100;
/** A migration by another process is usually over by then. */
const silentMs = 5000;

/** If our machine is lost, PostgreSQL ends the session within 25 seconds, and with it the lock. By itself it takes two hours. */
const endWhenLost =
  "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '25s'";

/**
 * Asks again and again instead of waiting in one statement: that statement would be an open transaction, and CREATE INDEX
 * CONCURRENTLY of the process that holds the lock would wait for it.
 *
 * @param progress is told once who holds the lock, if it takes long
 */
export async function takeLock(client: Client, progress: (words: string) => void): Promise<void> {
  await client.query(endWhenLost);
  const beganMs = monotonicMs();
  let isTold = false;
  while (!(await hasTaken(client))) {
    if (!isTold && monotonicMs() - beganMs >= silentMs) {
      isTold = true;
      await tellHolder(client, progress);
    }
    await delay(lockPollMs);
  }
}

async function hasTaken(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS taken`);
  return rows[0]?.taken === true;
}

type Holder = { readonly pid: number; readonly application: string | null; readonly address: string | null };

async function tellHolder(client: Client, progress: (words: string) => void): Promise<void> {
  const { rows } = await client.query<Holder>(`
    SELECT pid, nullif(application_name, '') AS application, host(client_addr) AS address
    FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND (classid, objid, objsubid) = (0, ${lock}, 1)
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  const [holder] = rows;
  // It may have been given back just now.
  if (holder === undefined) return;
  const who = [holder.application, holder.address && `from ${holder.address}`].filter(Boolean).join(' ');
  progress(
    `Waiting for the lock of migrations. Process ${holder.pid} of PostgreSQL holds it${who && ` (${who})`}. If it belongs to nobody any more, end it: SELECT pg_terminate_backend(${holder.pid});`,
  );
}
