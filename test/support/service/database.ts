import { Client, Pool } from 'pg';
import { inject } from 'vitest';
import { at } from '../../../scripts/test-database.ts';
import { type Databases, openDatabases } from '../../../src/platform/db/database.ts';

/** A migrated, empty database of its own for one test file. */
export type TestDatabase = {
  /** The owner's address. */
  readonly url: string;
  readonly secretKey: string;
  readonly databases: Databases;
  /** Runs a statement as the owner, who may do everything. */
  readonly asOwner: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
};

let made = 0;

/** The template may be of another day, and midnight may come: no test has its sandbox emptied by that. */
const nightsAreOver = `INSERT INTO sandbox.resets (night)
  SELECT (now() AT TIME ZONE 'UTC')::date + after FROM generate_series(0, 1) AS after ON CONFLICT DO NOTHING`;

/**
 * @param patience how many times as long as in production a statement, a lock or a connection is waited for. On a busy machine the
 * usual 2 to 6 seconds would make a test wrong that is only slow; a test of these limits themselves takes 1.
 */
export async function cloneDatabase(patience = 8): Promise<TestDatabase> {
  const { url: server, template, secretKey, pooler } = inject('database');
  made += 1;
  const name = `test_${process.pid}_${made}`;
  // In memory, copying the files takes a third of the time that writing them through the log does.
  await once(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = at(server, name);
  await once(url, nightsAreOver);
  const pooled = pooler === undefined ? undefined : at(pooler, name);
  const urls = pooled === undefined ? {} : { sandbox: pooled, live: pooled, platform: pooled };
  const databases = openDatabases({ url, urls, secretKey, report: () => undefined, patience });
  const owner = kept(url);
  return {
    url,
    secretKey,
    databases,
    asOwner: owner.run,
    close: async () => {
      await databases.close();
      await owner.end();
      await once(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Connections of the owner for many statements: to make one takes longer than most statements. */
function kept(url: string) {
  const pool = new Pool({ connectionString: url, max: 8, idleTimeoutMillis: 2000 });
  // A test may end connections. The pool has let go of that one.
  pool.on('error', () => undefined);
  const run = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = await pool.connect();
    let isClean = false;
    try {
      const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
      // Each statement finds a session as if it were new: no setting and no lock of the one before.
      await client.query('DISCARD ALL');
      isClean = true;
      return rows;
    } finally {
      client.release(!isClean);
    }
  };
  return { run, end: () => pool.end() };
}

async function once(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
