import type { Client } from 'pg';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import type { Testbed } from './testbed.ts';
import { asOwner } from './transactions.ts';

/**
 * Movements of money over 700 days: payments of which every tenth failed, refunds and payouts, a quarter of them in ZWG. What the
 * filters of a list look for does not coincide. Customers come again. `$3` is how many there are, `$4` to `$5` which are made.
 */
const transactions = `
  INSERT INTO transactions (merchant_id, id, type, status, amount, fee, currency, gateway, gateway_reference, gateway_status, reference,
    source_type, source_id, app_id, method_type, method_brand, method_last4, customer_name, customer_email, customer_phone,
    reserve_amount, reserve_release_at, available_on, created_at, completed_at)
  SELECT $1::uuid, made.id, kind, CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'completed' END, 100000, 3500,
    CASE WHEN n % 4 = 0 THEN 'ZWG' ELSE 'USD' END, 'sandbox_card', 'bench_' || n, 'approved', 'order-' || n,
    CASE kind WHEN 'payment' THEN 'checkout' ELSE kind END, made.id, $2::uuid, 'card', 'visa', '4242',
    first || ' ' || last, lower(first || '.' || last) || c % 97 || '@example.test', '+26377' || lpad((c * 7919 % 10000000)::text, 7, '0'),
    5000, made.at + interval '90 days', made.at, made.at, made.at
  FROM generate_series($4::int, $5::int) n
  CROSS JOIN LATERAL (SELECT CASE n % 13 WHEN 5 THEN 'refund' WHEN 11 THEN 'payout' ELSE 'payment' END AS kind,
    n * 104729::bigint % 100003 AS c) whose
  CROSS JOIN LATERAL (SELECT initcap(translate(left(md5('first' || c % 211), 6), '0123456789', 'aeioumnrst')) AS first,
    initcap(translate(left(md5('last' || c % 307), 7), '0123456789', 'aeioumnrst')) AS last) named
  CROSS JOIN LATERAL (SELECT now() - interval '700 days' * (1 - n / $3::float) AS at) moment
  CROSS JOIN LATERAL (SELECT at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000' || '8000'
    || lpad(to_hex(n), 12, '0'))::uuid AS id) made`;

/** A sixth as many captured and settled payments as there are transactions: as many entries. `$2` to `$3` are made. */
const journals = `
  INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
  SELECT $1::uuid, 2 * k - 1 + later, CASE later WHEN 0 THEN 'payment.captured' ELSE 'payment.settled' END,
    ('00000000-0000-7000-8000-' || lpad(to_hex(k), 12, '0'))::uuid, now()
  FROM generate_series($2::int, $3::int) k CROSS JOIN generate_series(0, 1) AS later`;
const entries = `
  INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after)
  SELECT $1::uuid, 2 * k - 1 + later, code, 'USD', amount, after FROM generate_series($2::bigint, $3::bigint) k
  CROSS JOIN LATERAL (VALUES (0, 'gateway_clearing', -100000, -100000 * k), (0, 'fees', 3500, 3500 * k), (0, 'reserve', 5000, 5000 * k),
    (0, 'pending', 91500, 91500), (1, 'pending', -91500, 0), (1, 'available', 91500, 91500 * k)) AS line (later, code, amount, after)`;

const sums = [
  `INSERT INTO ledger_balances (merchant_id, code, currency, balance)
    SELECT merchant_id, code, currency, sum(amount) FROM ledger_entries WHERE merchant_id = $1 GROUP BY 1, 2, 3`,
  'INSERT INTO ledger_heads SELECT merchant_id, max(number) FROM ledger_journals WHERE merchant_id = $1 GROUP BY 1',
];

const tables = ['transactions', 'ledger_journals', 'ledger_entries'];
const rowsAtOnce = 250_000;

const session = `SET search_path = sandbox, extensions; SET session_replication_role = replica; SET synchronous_commit = off;
  SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 2`;

/** Inserts so many transactions, and as many entries of the ledger. Returns the seconds that it took. */
export async function fillManyRows(
  testbed: Testbed,
  merchant: CreatedMerchant,
  count: number,
): Promise<number> {
  const startedAt = performance.now();
  await asOwner(testbed, (client) =>
    withFewCheckpoints(client, () => insertManyRows(testbed, merchant, count)),
  );
  return (performance.now() - startedAt) / 1000;
}

/**
 * For rows that come in by the million: most checkpoints would write the same pages again, and autovacuum would read what the caller
 * vacuums at the end. Ends with a checkpoint.
 */
export async function withFewCheckpoints(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("ALTER SYSTEM SET max_wal_size = '8GB'");
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  await work();
  await client.query('ALTER SYSTEM RESET max_wal_size');
  await client.query('ALTER SYSTEM RESET autovacuum');
  await client.query('SELECT pg_reload_conf()');
  await client.query('CHECKPOINT');
}

type Owned = Pick<Testbed, 'ownerUrl'>;
type Owner = Pick<CreatedMerchant, 'merchantId' | 'appId'>;

/** As fast as PostgreSQL takes them: two connections, no triggers and foreign keys, indexes built at the end. */
export async function insertManyRows(
  testbed: Owned,
  { merchantId, appId }: Owner,
  count: number,
): Promise<void> {
  const rows = [
    ...ranges(count).map(([from, to]) => ({
      text: transactions,
      values: [merchantId, appId, count, from, to],
    })),
    ...ranges(Math.ceil(count / 6)).flatMap(([from, to]) => [
      { text: journals, values: [merchantId, from, to] },
      { text: entries, values: [merchantId, from, to] },
    ]),
  ];
  await asOwner(testbed, async (client) => {
    await client.query('SET search_path = sandbox, extensions');
    await withoutIndexes(testbed, { client, tables }, async () => {
      await inParallel(testbed, rows);
      for (const text of sums) await client.query(text, [merchantId]);
    });
    await client.query(`VACUUM ANALYZE ${tables.join(', ')}`);
  });
}

/** Builds the indexes of these tables of the sandbox after the work, which is faster: all but those that a constraint needs. */
export async function withoutIndexes(
  testbed: Owned,
  { client, tables: of }: { readonly client: Client; readonly tables: readonly string[] },
  work: () => Promise<void>,
): Promise<void> {
  const indexes = await dropIndexes(client, of);
  await work();
  await inParallel(
    testbed,
    indexes.map((text) => ({ text, values: [] })),
  );
}

/** Returns the statements that build them again, the slowest first. */
async function dropIndexes(client: Client, of: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
      WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
      ORDER BY (pg_get_indexdef(i.indexrelid) LIKE '%USING gin%') DESC`,
    [of.map((name) => `sandbox.${name}`)],
  );
  if (rows.length > 0) await client.query(`DROP INDEX ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ definition }) => definition);
}

/** The numbers from 1 to `count`, a part at a time. */
function ranges(count: number): readonly (readonly [from: number, to: number])[] {
  const parts = Math.ceil(count / rowsAtOnce);
  return Array.from({ length: parts }, (_, part) => [
    part * rowsAtOnce + 1,
    Math.min(count, (part + 1) * rowsAtOnce),
  ]);
}

type Work = { readonly text: string; readonly values: readonly unknown[] };

/** Two connections take the next statement as soon as they have run one. */
export async function inParallel(testbed: Owned, statements: readonly Work[]): Promise<void> {
  const waiting = [...statements];
  const take = () =>
    asOwner(testbed, async (client) => {
      await client.query(session);
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await client.query(next.text, [...next.values]);
    });
  await Promise.all([take(), take()]);
}
