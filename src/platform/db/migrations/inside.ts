import type { Client } from 'pg';
import { runDistributed } from '../citus/migrating.ts';
import type { Migration } from './files.ts';

const lockTimeout = '1s';

/** Waits for a busy table only `lockTimeout`: a longer wait would block everyone who queues behind it. */
export async function runInside(
  client: Client,
  migration: Migration,
  role: string,
  distributed: boolean,
): Promise<void> {
  try {
    await client.query(
      `BEGIN; SET LOCAL lock_timeout = '${lockTimeout}'; SET LOCAL search_path = ${migration.schema}, pg_temp; SET LOCAL mps.role = '${role}'`,
    );
    await (distributed ? runDistributed(client, migration.text) : client.query(migration.text));
    await record(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export async function record(client: Client, { schema, file, hash }: Migration): Promise<void> {
  await client.query(`INSERT INTO ${schema}.migrations (file, hash) VALUES ($1, $2)`, [file, hash]);
}
