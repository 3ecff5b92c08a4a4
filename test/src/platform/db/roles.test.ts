import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { clientOptions } from '../../../../src/platform/db/pool.ts';
import { rolePassword, roles } from '../../../../src/platform/db/roles.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const merchant = newId();
let database: TestDatabase;
const clients = new Map<string, Client>();

beforeAll(async () => {
  database = await cloneDatabase();
  for (const role of roles) {
    const { url, secretKey } = database;
    const client = new Client(clientOptions({ role, url, own: false, secretKey }));
    await client.connect();
    clients.set(role.schema, client);
  }
});

afterAll(async () => {
  for (const client of clients.values()) await client.end();
  await database.close();
});

/** The SQLSTATE with which this schema's role is refused a statement; `ok` if it is allowed. */
async function tried(schema: string, text: string): Promise<string> {
  const client = clients.get(schema);
  if (client === undefined) throw new Error(`no role for ${schema}`);
  try {
    await client.query(`BEGIN; ${text}`);
    return 'ok';
  } catch (error) {
    return String(error instanceof Error ? Reflect.get(error, 'code') : error);
  } finally {
    await client.query('ROLLBACK');
  }
}

async function codeAsOwner(text: string): Promise<unknown> {
  return database.asOwner(text).then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? Reflect.get(error, 'code') : error),
  );
}

const insufficient = '42501';
const appendOnly = '0A000';

describe('a role', () => {
  const { secretKey } = inject('database');
  const [role] = roles;

  test.each([
    ['the address of the owner', 'postgres://owner:hush@db:5432/payments', false, 'mps_platform'],
    ['an address of its own without a user', 'postgres://pooler:6432/payments', true, 'mps_platform'],
    ['an address of its own with a user', 'postgres://someone:else@db/payments', true, 'someone'],
  ])('logs in at %s', (_, url, own, user) => {
    const { connectionString = '' } = clientOptions({ role, url, own, secretKey });

    const used = new URL(connectionString);
    expect(used.username).toBe(user);
    expect(used.password).toBe(user === 'someone' ? 'else' : rolePassword(secretKey, role.name));
    expect(used.host).toBe(new URL(url).host);
  });
});

describe('a role is denied other schemas and new tables', () => {
  test.each([
    ['sandbox', 'SELECT FROM live.transactions'],
    ['live', 'SELECT FROM sandbox.transactions'],
    ['sandbox', 'SELECT FROM platform.api_keys'],
    ['live', 'SELECT FROM platform.two_factor'],
    ['live', 'SELECT FROM platform.webhook_endpoints'],
    ['sandbox', 'UPDATE platform.merchants SET kyc_tier = 2'],
    ['platform', 'SELECT FROM sandbox.merchant_states'],
    ['platform', 'SELECT FROM live.ledger_entries'],
    ['sandbox', 'CREATE TABLE sandbox.mine ()'],
    ['live', 'CREATE TABLE public.mine ()'],
  ])('%s: %s', async (schema, text) => {
    expect(await tried(schema, text)).toBe(insufficient);
  });
});

describe('an append-only table refuses UPDATE and DELETE', () => {
  const tables = [
    'ledger_journals',
    'ledger_entries',
    'events',
    'event_bodies',
    'status_changes',
    'webhook_attempts',
  ];
  test.each(tables.flatMap((table) => [['live', table] as const, ['sandbox', table] as const]))(
    '%s.%s',
    async (schema, table) => {
      expect(await tried(schema, `DELETE FROM ${table}`)).toBe(insufficient);
      expect(await tried(schema, `UPDATE ${table} SET merchant_id = merchant_id`)).toBe(insufficient);
      expect(await codeAsOwner(`UPDATE ${schema}.${table} SET merchant_id = merchant_id`)).toBe(appendOnly);
    },
  );

  test('not even the owner can delete from the ledger of live', async () => {
    const codes = await Promise.all(
      [
        'DELETE FROM live.ledger_entries',
        'TRUNCATE live.ledger_entries',
        'DELETE FROM live.ledger_journals',
      ].map(codeAsOwner),
    );

    expect(codes).toEqual([appendOnly, appendOnly, appendOnly]);
  });
});

describe('a role cannot write what the ledger computes itself', () => {
  test.each([
    [`INSERT INTO ledger_balances (merchant_id, code, currency) VALUES ('${merchant}', 'available', 'USD')`],
    ["UPDATE ledger_balances SET balance = 1000 WHERE code = 'available'"],
    [
      `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at) VALUES ('${merchant}', 7, 'payment.captured', '${merchant}', now())`,
    ],
    [
      `INSERT INTO ledger_journals (merchant_id, movement, source_id, effective_at, xact) VALUES ('${merchant}', 'payment.captured', '${merchant}', now(), '1')`,
    ],
    [
      `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after) VALUES ('${merchant}', 1, 'available', 'USD', 1, 1)`,
    ],
    ['UPDATE ledger_holds SET amount = 0'],
    ['UPDATE ledger_heads SET number = 0'],
  ])('%s', async (text) => {
    expect(await tried('live', text)).toBe(insufficient);
  });
});

function gone(table: string): string {
  return `DELETE FROM ${table} WHERE merchant_id = '${merchant}'`;
}

describe('deleting a checkout or transaction in live', () => {
  const [checkout, payment] = [newId(), newId()];
  const made = (schema: string, checkoutStatus: string, status: string) => `
    INSERT INTO ${schema}.checkouts (merchant_id, id, app_id, source_type, reference, amount, currency, status, gateway, expires_at, created_at)
      VALUES ('${merchant}', '${checkout}', '${merchant}', 'checkout', 'order-1', 1, 'USD', '${checkoutStatus}', 'g', now(), now());
    INSERT INTO ${schema}.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, checkout_id, source_type, source_id, created_at)
      VALUES ('${merchant}', '${payment}', 'payment', '${status}', 1, 'USD', 'g', 'order-1', '${checkout}', 'checkout', '${checkout}', now());`;
  test.each([
    ['completed', 'completed'],
    ['failed', 'reversed'],
    ['pending', 'failed'],
  ])('is refused for a %s checkout with a %s attempt', async (of, status) => {
    expect(await tried('live', `${made('live', of, status)} ${gone('transactions')}`)).toBe(appendOnly);
    expect(
      await codeAsOwner(`BEGIN; ${made('live', of, status)} ${gone('live.transactions')}; ROLLBACK`),
    ).toBe(appendOnly);
  });

  test('is allowed only while both are pending', async () => {
    const both = `${gone('transactions')}; ${gone('checkouts')}; SET CONSTRAINTS ALL IMMEDIATE`;

    expect(await tried('live', `${made('live', 'pending', 'pending')} ${both}`)).toBe('ok');
    expect(await tried('live', `${made('live', 'completed', 'pending')} ${gone('checkouts')}`)).toBe(
      appendOnly,
    );
    expect(await tried('live', `${made('live', 'expired', 'pending')} ${gone('checkouts')}`)).toBe(
      appendOnly,
    );
  });
});

test('only the sandbox can be reset', async () => {
  expect(await tried('live', 'TRUNCATE jobs')).toBe(insufficient);
  expect(await tried('sandbox', 'TRUNCATE jobs')).toBe('ok');
  expect(await tried('sandbox', 'TRUNCATE migrations')).toBe(insufficient);
});

test('a mode sees only the webhook endpoints of its own apps', async () => {
  const [app, other, endpoint] = [newId(), newId(), "'https://shop.example/hooks'"];
  await database.asOwner(`
    INSERT INTO platform.merchants (id, business_name, email, country) VALUES ('${merchant}', 'Shop', 'a@shop.example', 'ZW');
    INSERT INTO platform.api_apps (id, merchant_id, name, mode, api_version) VALUES
      ('${app}', '${merchant}', 'test', 'sandbox', '2025-01-01'), ('${other}', '${merchant}', 'real', 'live', '2025-01-01');
    INSERT INTO platform.webhook_endpoints (app_id, merchant_id, url, secret_sealed) VALUES
      ('${app}', '${merchant}', ${endpoint}, 'a'), ('${other}', '${merchant}', ${endpoint}, 'b')`);

  const seen = await Promise.all(
    [database.databases.sandbox, database.databases.live].map((db) =>
      db.selectFrom('app_endpoints').select('app_id').execute(),
    ),
  );

  expect(seen).toEqual([[{ app_id: app }], [{ app_id: other }]]);
});

test('a role has its timeouts set on it', async () => {
  const { rows } = (await clients
    .get('live')
    ?.query(
      "SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle",
    )) ?? { rows: [] };

  expect(rows).toEqual([{ path: 'live, platform', statement: '5s', lock: '3s', idle: '10s' }]);
});

test('a role reads no table as a whole, also while it has a few rows', async () => {
  const now = new Date();
  await database.asOwner(
    `INSERT INTO sandbox.customers (id, merchant_id, name, created_at, updated_at)
     SELECT uuidv7(), $1, 'Rudo', $2, $2 FROM generate_series(1, 20)`,
    [merchant, now],
  );
  await database.asOwner('ANALYZE sandbox.customers');
  const { rows } = (await clients
    .get('sandbox')
    ?.query(
      `EXPLAIN SELECT name FROM customers WHERE merchant_id = '${merchant}' AND id = '${newId()}'`,
    )) ?? { rows: [] };

  expect(JSON.stringify(rows)).toContain('Index Scan');
});
