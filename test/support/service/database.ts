import { Pool } from 'pg';
import { inject } from 'vitest';
import { type Databases, openDatabases } from '../../../src/platform/db/database.ts';
import { at, cloneOnEach, dropOnEach } from '../citus/servers.ts';

/** A migrated, empty database of its own for one test file. */
export type TestDatabase = {
  /** The owner's address. */
  readonly url: string;
  readonly secretKey: string;
  readonly databases: Databases;
  /** Runs a statement as the owner, who may do everything. What it sets for its session, later statements may find. */
  readonly asOwner: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
};

let made = 0;

/** The template may be of another day, and midnight may come: no test has its sandbox emptied by that. */
export const nightsAreOver = `INSERT INTO sandbox.resets (night)
  SELECT (now() AT TIME ZONE 'UTC')::date + after FROM generate_series(0, 1) AS after ON CONFLICT DO NOTHING`;

/**
 * @param patience how many times as long as in production a statement, a lock or a connection is waited for. On a busy machine the
 * usual 2 to 6 seconds would make a test wrong that is only slow; a test of these limits themselves takes 1.
 */
export async function cloneDatabase(patience = 8): Promise<TestDatabase> {
  const { servers, template, secretKey, pooler } = inject('database');
  made += 1;
  const name = `test_${process.pid}_${made}`;
  // In memory, copying the files takes a third of the time that writing them through the log does.
  await cloneOnEach(servers, name, template);
  const url = at(servers[0], name);
  const pooled = pooler === undefined ? undefined : at(pooler, name);
  const urls = pooled === undefined ? {} : { sandbox: pooled, live: pooled, platform: pooled };
  const databases = openDatabases({ url, urls, secretKey, report: () => undefined, patience });
  const owner = ownerOf(url);
  await owner.query(nightsAreOver);
  return {
    url,
    secretKey,
    databases,
    asOwner: async (text, values = []) => {
      const { rows } = await owner.query<Record<string, unknown>>(text, [...values]);
      return rows;
    },
    close: async () => {
      await databases.close();
      await dropOnEach(servers, name);
      await owner.end();
    },
  };
}

/** A connection for each statement would cost more than most statements. One whose statement has failed is not used again. */
function ownerOf(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 20, idleTimeoutMillis: 0 });
  // Tests end connections, and dropping the database ends the rest.
  pool.on('error', () => undefined);
  return pool;
}
