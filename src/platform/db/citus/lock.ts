import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/** Of the session. Migrations and `mps citus distribute` hold it: when two start at once, the second waits and then finds nothing to do. */
const lock = 4244;
const lockPollMs = 100;

/**
 * Asks again and again instead of waiting in one statement: that statement would be an open transaction, and CREATE INDEX
 * CONCURRENTLY of the process that holds the lock would wait for it.
 */
export async function takeLock(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS taken`);
  if (rows[0]?.taken === true) return;
  await delay(lockPollMs);
  await takeLock(client);
}
