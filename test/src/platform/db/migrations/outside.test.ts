import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../../src/platform/db/migrate.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { soon } from '../../../../support/checks/soon.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

const ownFiles = new URL('../../../../../src/platform/db/migrations/', import.meta.url);
const indexName = 'jobs_by_test';
const building = `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${indexName} ON jobs (merchant_id, kind);\n`;

let database: TestDatabase;
let folders: string[] = [];
let clients: Client[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  for (const client of clients) await client.end().catch(() => undefined);
  for (const folder of folders) rmSync(folder, { recursive: true });
  [clients, folders] = [[], []];
  await database.asOwner(
    `DROP INDEX IF EXISTS sandbox.${indexName}, live.${indexName}; DELETE FROM sandbox.migrations WHERE file LIKE '9%'; DELETE FROM live.migrations WHERE file LIKE '9%'`,
  );
});
afterAll(() => database.close());

/** The files of this release and one more, for the modes. */
function filesWith(name: string, ...lines: readonly string[]): URL {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-payments-outside-'));
  folders.push(folder);
  cpSync(ownFiles, folder, { recursive: true });
  writeFileSync(join(folder, 'mode', name), ['-- Runs outside a transaction.', ...lines].join('\n'));
  return pathToFileURL(`${folder}/`);
}

const run = (folder: URL) => migrate(database.url, database.secretKey, folder);

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}

const indexes = () =>
  database.asOwner(
    `SELECT n.nspname AS schema, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = '${indexName}' ORDER BY 1`,
  );
const inBoth = [
  { schema: 'live', valid: true },
  { schema: 'sandbox', valid: true },
];

/** An open transaction that may have written rows. */
const writer = 'BEGIN; LOCK TABLE live.jobs IN ROW EXCLUSIVE MODE';

/** Sessions that wait for this one's transaction to end, as CREATE INDEX CONCURRENTLY does. It may wait for others for a moment. */
const waitingFor = (old: Client) =>
  database.asOwner(
    "SELECT pid FROM pg_locks WHERE locktype = 'virtualxid' AND NOT granted AND $1 = ANY (pg_blocking_pids(pid))",
    [Reflect.get(old, 'processID')],
  );

/** Sessions that wait to change a table. */
const blocked = () =>
  database.asOwner(
    "SELECT pid FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.mode = 'AccessExclusiveLock' AND NOT l.granted AND a.datname = current_database()",
  );

const aJob = (schema: string) =>
  database.asOwner(
    `INSERT INTO ${schema}.jobs (merchant_id, job_id, kind, key, due_at) VALUES ('${newId()}', '${newId()}', 'test', '${newId()}', now() + interval '1 day')`,
  );

describe('a migration that runs outside a transaction', () => {
  it('builds an index in each mode, and runs once', async () => {
    const files = filesWith('9000-index.sql', building);

    expect(await run(files)).toEqual(['sandbox/9000-index.sql', 'live/9000-index.sql']);
    expect(await indexes()).toEqual(inBoth);
    expect(await run(files)).toEqual([]);
  });

  it('lets others write while it waits for an old transaction, whose end it waits for', async () => {
    const old = await connected();
    await old.query(writer);
    const ran = run(filesWith('9001-index.sql', building));
    await soon(async () => expect(await waitingFor(old)).toHaveLength(1));

    await aJob('live');
    // Longer than the lock_timeout of other statements.
    await database.asOwner('SELECT pg_sleep(1.2)');
    await old.query('ROLLBACK');

    expect(await ran).toHaveLength(2);
    expect(await indexes()).toEqual(inBoth);
  });

  it('runs once when two processes start together', async () => {
    const files = filesWith('9002-index.sql', building);

    const ran = await Promise.all([run(files), run(files), run(files)]);

    expect(ran.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
    expect(await indexes()).toEqual(inBoth);
  });

  it('starts again after a crash in the middle, and replaces the index that it left', async () => {
    const files = filesWith('9003-index.sql', 'ANALYZE jobs;', building);
    const old = await connected();
    await old.query(writer);
    const killed = run(files).catch((error: unknown) => error);
    await soon(async () => expect(await waitingFor(old)).toHaveLength(1));

    for (const { pid } of await waitingFor(old))
      await database.asOwner('SELECT pg_terminate_backend($1)', [pid]);
    expect(await killed).toBeInstanceOf(Error);
    await old.query('ROLLBACK');
    expect(await indexes()).toEqual(
      [
        { schema: 'sandbox', valid: true },
        { schema: 'live', valid: false },
      ].toSorted((a, b) => a.schema.localeCompare(b.schema)),
    );

    expect(await run(files)).toEqual(['live/9003-index.sql']);
    expect(await indexes()).toEqual(inBoth);
  });

  it('leaves no index behind when a unique one finds duplicates, and is not recorded', async () => {
    await aJob('live');
    await aJob('live');
    const files = filesWith(
      '9004-index.sql',
      `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ${indexName} ON jobs (kind);`,
    );

    await expect(run(files)).rejects.toThrow(/live\/9004-index\.sql failed: could not create unique index/);
    expect(await indexes()).toEqual([{ schema: 'sandbox', valid: true }]);
    expect(await database.asOwner("SELECT file FROM live.migrations WHERE file = '9004-index.sql'")).toEqual(
      [],
    );
  });

  it('repeats a batch until no row is left', async () => {
    for (let n = 0; n < 5; n += 1) await aJob('sandbox');
    const files = filesWith(
      '9005-fill.sql',
      '-- Repeats until it changes no row.',
      "UPDATE jobs SET kind = 'filled' WHERE (merchant_id, key) IN (SELECT merchant_id, key FROM jobs WHERE kind = 'test' LIMIT 2);",
    );

    await run(files);

    expect(
      await database.asOwner("SELECT count(*)::int AS left FROM sandbox.jobs WHERE kind = 'test'"),
    ).toEqual([{ left: 0 }]);
  });
});

it('a migration waits for a busy table in short turns, so that others pass in between', async () => {
  const folder = filesWith('9006-index.sql', building);
  writeFileSync(
    join(folder.pathname, 'mode', '9006-index.sql'),
    'ALTER TABLE jobs ADD COLUMN noted text; ALTER TABLE jobs DROP COLUMN noted;',
  );
  const old = await connected();
  await old.query('BEGIN; SELECT 1 FROM live.jobs');
  const ran = run(folder);
  await soon(async () => expect(await blocked()).toHaveLength(1));

  // It gives way once its lock_timeout is over, though the table is still busy.
  await soon(async () => expect(await blocked()).toHaveLength(0));
  await aJob('live');
  await old.query('ROLLBACK');

  expect(await ran).toEqual(['sandbox/9006-index.sql', 'live/9006-index.sql']);
});
