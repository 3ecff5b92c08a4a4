import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, status } from '../../../../src/platform/db/migrate.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const column = async (text: string) =>
  (await database.asOwner(text)).map((row) => String(Object.values(row)[0]));

describe('the list of migrations', () => {
  test('runs once, and finds nothing to do the second time', async () => {
    expect(await migrate(database.url, database.secretKey)).toEqual([]);
    expect(await status(database.url)).toEqual([]);
  });

  test('reports changed, unknown and pending files', async () => {
    await database.asOwner("UPDATE live.migrations SET hash = 'other' WHERE file LIKE '0002-%'");
    await database.asOwner(
      "DELETE FROM platform.migrations WHERE file LIKE '0001-%'; INSERT INTO sandbox.migrations (file, hash) VALUES ('9999-future.sql', '')",
    );

    expect(await status(database.url)).toEqual([
      { schema: 'platform', file: '0001-engine.sql', because: 'pending' },
      { schema: 'live', file: '0002-notices.sql', because: 'changed' },
      { schema: 'sandbox', file: '9999-future.sql', because: 'unknown' },
    ]);
  });

  test('is all pending in an empty database', async () => {
    const name = `empty_${process.pid}`;
    await database.asOwner(`CREATE DATABASE ${name}`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;

    // The roles have the passwords of the other databases' key.
    await expect(migrate(url.href, 'the key of another installation')).rejects.toThrow(
      /other databases could not log in any more. These use the roles: \w+/,
    );
    const pending = await status(url.href);
    // Two processes start at once: one migrates, the other finds nothing to do.
    const ran = await Promise.all([
      migrate(url.href, database.secretKey),
      migrate(url.href, database.secretKey),
    ]);
    const after = await status(url.href);
    await database.asOwner(`DROP DATABASE ${name} WITH (FORCE)`);

    expect(ran.map((files) => files.length).toSorted((a, b) => a - b)).toEqual([0, pending.length]);
    expect(pending.every(({ because }) => because === 'pending')).toBe(true);
    expect(after).toEqual([]);
  });
});

/** Tables with their columns and types. */
const shape = (schema: string) => `
      SELECT c.relname || ' ' || a.attname || ' ' || replace(format_type(a.atttypid, a.atttypmod), '${schema}.', '') FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = '${schema}'::regnamespace AND a.attnum > 0 ORDER BY 1`;

describe('every table', () => {
  const tables = `FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ('sandbox', 'live', 'platform') AND c.relkind IN ('r', 'p')`;

  test('has a comment', async () => {
    expect(
      await column(`SELECT n.nspname || '.' || c.relname ${tables} AND obj_description(c.oid) IS NULL`),
    ).toEqual([]);
  });

  test('of a mode has the merchant first in each primary, unique and foreign key', async () => {
    // A visitor of a public page has no merchant yet, so the key of `slugs` is the slug alone. The platform numbers its own invoices.
    // The files that are exchanged with a bank are about many merchants, and so are archives. Statements and cases belong to operators. An acquirer numbers
    // the messages of all merchants together.
    const keys = `
      SELECT n.nspname || '.' || i.indexrelid::regclass FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE n.nspname IN ('sandbox', 'live') AND i.indisunique AND c.relname NOT IN ('migrations', 'resets') AND a.attname <> 'merchant_id'
        AND NOT (c.relname = 'slugs' AND i.indisprimary) AND c.relname <> 'platform_invoice_counters'
        AND c.relname NOT IN ('bank_files', 'bank_answers', 'bank_unmatched', 'archives')
        AND c.relname NOT IN ('statements', 'statement_lines', 'reconciliation_cases', 'case_changes', 'withdrawn_statements')
        AND i.indexrelid::regclass::text NOT LIKE '%.acquirer_stan_once' AND i.indexrelid::regclass::text NOT LIKE '%.acquirer_rrn_once'
        AND i.indexrelid::regclass::text NOT LIKE '%.platform_invoice_number'`;
    const foreign = `
      SELECT k.conname FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
      WHERE n.nspname IN ('sandbox', 'live') AND k.contype = 'f' AND a.attname <> 'merchant_id'
        AND k.conrelid::regclass::text NOT LIKE '%.statement_lines' AND k.conrelid::regclass::text NOT LIKE '%.case_changes'`;

    expect(await column(keys)).toEqual([]);
    expect(await column(foreign)).toEqual([]);
  });

  test('of a mode has no column that names the mode', async () => {
    const found = `SELECT attrelid::regclass FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('sandbox', 'live') AND a.attname IN ('mode', 'livemode')`;

    expect(await column(found)).toEqual([]);
  });

  test('of one mode is identical in the other', async () => {
    expect(await column(shape('sandbox'))).toEqual(await column(shape('live')));
  });
});

test('every view and function says what it is for', async () => {
  const silent = `
    SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('sandbox', 'live', 'platform') AND c.relkind IN ('v', 'm') AND obj_description(c.oid) IS NULL
    UNION ALL
    SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('sandbox', 'live', 'platform') AND obj_description(p.oid) IS NULL`;

  expect(await column(silent)).toEqual([]);
});

test('functions run in the schema they were created in, whoever calls them', async () => {
  const loose = `SELECT n.nspname || '.' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('sandbox', 'live') AND p.proname <> 'append_only'
    AND NOT coalesce(p.proconfig @> ARRAY['search_path=' || n.nspname || ', pg_temp'], false)`;

  expect(await column(loose)).toEqual([]);
});

describe('cleaning up deletes old rows only', () => {
  test('events after 90 days, deliveries after 30', async () => {
    const merchant = newId();
    const lane = newId();
    const ages = { young: 29, middle: 31, old: 91 };
    await database.asOwner(
      `INSERT INTO live.webhook_lanes (merchant_id, lane_id, app_id, origin) VALUES ('${merchant}', '${lane}', '${lane}', 'https://shop.example')`,
    );
    for (const [n, days] of Object.values(ages).entries()) {
      const event = newId();
      await database.asOwner(`
        INSERT INTO live.events (merchant_id, event_id, type, resource_id, sequence, data, created_at) VALUES ('${merchant}', '${event}', 'test', '${lane}', ${n}, '{}', now() - interval '${days} days');
        INSERT INTO live.event_bodies VALUES ('${merchant}', '${event}', 'v', '{}');
        INSERT INTO live.webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence, state, attempts, max_attempts, finished_at)
          VALUES ('${merchant}', '${event}', '${event}', 'v', '${lane}', 'app', 'https://shop.example/', 'event', '${lane}', ${n}, 'delivered', 1, 5, now() - interval '${days} days');
        INSERT INTO live.webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms) VALUES ('${merchant}', '${event}', '${event}', 1, now(), 1)`);
    }
    const forget = (what: string) => sql`SELECT ${sql.ref(what)}(1000)`.execute(database.databases.live);

    await forget('forget_deliveries');
    await forget('forget_events');

    const counts = await database.asOwner(
      'SELECT (SELECT count(*) FROM live.events) AS events, (SELECT count(*) FROM live.event_bodies) AS bodies, (SELECT count(*) FROM live.webhook_deliveries) AS deliveries, (SELECT count(*) FROM live.webhook_attempts) AS attempts',
    );
    expect(counts).toEqual([{ events: '2', bodies: '2', deliveries: '1', attempts: '1' }]);
  });
});
