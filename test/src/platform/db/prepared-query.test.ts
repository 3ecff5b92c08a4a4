import { CompiledQuery } from 'kysely';
import { Client, type ClientConfig, Connection, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { rowMakers } from '../../../../generated/database.ts';
import { type Db, inTransaction } from '../../../../src/platform/db/database.ts';
import { noteDirect, runPrepared } from '../../../../src/platform/db/driver/prepared-query.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.sandbox;
});
afterAll(() => database.close());

const ask = async (text: string, ...values: unknown[]) =>
  await inTransaction(
    db,
    newId(),
    async (tx) => (await tx.executeQuery(CompiledQuery.raw(text, values))).rows,
  );

/** A connection to PostgreSQL itself, also in tests behind a pooler. */
async function direct(config: ClientConfig = {}): Promise<PoolClient> {
  const client = new Client({ connectionString: database.url, ...config });
  await client.connect();
  onTestFinished(() => client.end());
  const pooled = Object.assign(client, { release: () => undefined });
  noteDirect(pooled);
  return pooled;
}

test('a statement has its columns and their types, however often it runs, with many rows, one and none', async () => {
  const text = `SELECT n AS number, n::int8 AS large, now() AS at, 'text' AS word, NULL::int AS nothing FROM generate_series(1, $1::int) n`;
  const rows = [await ask(text, 3), await ask(text, 1), await ask(text, 0), await ask(text, 2)];

  expect(rows.map((some) => some.length)).toEqual([3, 1, 0, 2]);
  for (const row of rows.flat())
    expect(row).toEqual({
      number: expect.any(Number),
      large: expect.any(BigInt),
      at: expect.any(Date),
      word: 'text',
      nothing: null,
    });
});

const tables = `SELECT n.nspname || '.' || c.relname AS name, string_agg(a.attname, ',' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE n.nspname IN ('platform', 'sandbox', 'live') AND c.relkind = 'r' AND c.relname <> 'migrations' AND a.attnum > 0 AND NOT a.attisdropped
  GROUP BY 1`;

test('whole rows of each table are made at once, each value under the name of its column', async () => {
  const found = await database.asOwner(tables);
  const unknown = found.filter(({ columns }) => !(String(columns) in rowMakers));

  expect(found.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
  for (const [names, make] of Object.entries(rowMakers)) {
    const columns = names.split(',');
    expect(Object.entries(make(columns))).toEqual(columns.map((name) => [name, name]));
  }
});

test('a whole row has the same values whether its statement is described or not', async () => {
  const merchant = newId();
  await ask('INSERT INTO merchant_states (merchant_id, kyc_tier_override) VALUES ($1, 1)', merchant);

  const text = 'SELECT * FROM merchant_states WHERE merchant_id = $1';
  const rows = [await ask(text, merchant), await ask(text, merchant), await ask(text, merchant)];

  const states = { clock_offset_ms: 0n, kyc_tier_override: 1, draining_until: null, turned_at: null };
  expect(rows).toEqual(rows.map(() => [{ merchant_id: merchant, ...states }]));
});

test('a statement without rows runs again', async () => {
  const merchant = newId();
  const text = 'INSERT INTO merchant_states (merchant_id) VALUES ($1) ON CONFLICT DO NOTHING';

  expect([await ask(text, merchant), await ask(text, merchant)]).toEqual([[], []]);
});

test('a statement is described anew once its table has another column, and nobody reads old names into new values', async () => {
  const text = 'SELECT * FROM merchant_states WHERE merchant_id = $1';
  const merchant = newId();
  await ask('INSERT INTO merchant_states (merchant_id, kyc_tier_override) VALUES ($1, 1)', merchant);
  for (let time = 0; time < 8; time += 1) await ask(text, merchant);
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`ALTER TABLE sandbox.merchant_states ADD COLUMN made_up text DEFAULT 'new'`);
  await owner.end();

  // Alone, behind a pooler, it gets the same connection to PostgreSQL again and again.
  const alone = await ask(text, merchant);
  const others = await Promise.all(Array.from({ length: 20 }, () => ask(text, merchant)));

  const rows = [alone, ...others];
  expect(rows.flat()).toEqual(
    rows.map(() => expect.objectContaining({ made_up: 'new', kyc_tier_override: 1, merchant_id: merchant })),
  );
});

test('a statement is described once, and not again when it runs on the same connection', async () => {
  const client = await direct();
  const describe = vi.spyOn(Connection.prototype, 'describe');
  onTestFinished(() => describe.mockRestore());
  const run = async (value: number) =>
    (await runPrepared(client, { text: 'SELECT $1::int AS described', values: [value] }, undefined)).rows;

  for (let time = 0; time < 5; time += 1) expect(await run(time)).toEqual([{ described: time }]);

  expect(describe).toHaveBeenCalledTimes(1);
});

test('of two columns with one name the last one counts, also if it is null', async () => {
  const text = 'SELECT 1 AS twice, nullif($1::int, 2) AS twice';

  expect([await ask(text, 3), await ask(text, 2), await ask(text, 2)]).toEqual([
    [{ twice: 3 }],
    [{ twice: null }],
    [{ twice: null }],
  ]);
});

const readsNoThree = (value: string) => {
  if (value === '3') throw new Error('not to be read');
  return value;
};

test('a value that cannot be read fails its statement each time, and the next one runs', async () => {
  const types = { getTypeParser: () => readsNoThree } as never;
  const client = await direct({ types });
  const read = async (value: number) =>
    (await runPrepared(client, { text: 'SELECT $1::int AS it', values: [value] }, undefined)).rows;

  expect(await read(1)).toEqual([{ it: '1' }]);
  for (let time = 0; time < 3; time += 1) await expect(read(3)).rejects.toThrow('not to be read');
  expect(await read(2)).toEqual([{ it: '2' }]);
});

// Without Sync, the answers to what follows would come too late.
test('values that cannot be sent fail their statement, and the next one runs', async () => {
  const text = 'SELECT $1::text AS sent';
  await ask(text, 'a');
  const cannotBeSent = {
    toPostgres(): never {
      throw new Error('not to be sent');
    },
  };

  for (let time = 0; time < 3; time += 1)
    await expect(ask(text, cannotBeSent)).rejects.toThrow('not to be sent');

  expect(await ask(text, 'b')).toEqual([{ sent: 'b' }]);
}, 20_000);
