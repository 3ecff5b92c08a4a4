import { afterAll, beforeAll, expect, it } from 'vitest';
import { amountOf } from '../../../../../../src/domain/money/amounts/amount.ts';
import { paymentUnwanted } from '../../../../../../src/domain/money/ledger/accounts.ts';
import { auditLedgerAcrossMerchants } from '../../../../../../src/domain/money/ledger/audit/audit.ts';
import { openDatabases } from '../../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';
import { postTo } from '../post-and-read.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const deliveries = 4000;

/**
 * Events of one merchant that all wait for their receiver, in tables of which PostgreSQL has gathered no statistics. Half of their
 * bodies are from before the column that says how many deliveries each has; of half of these the deliveries were deleted.
 */
async function aBusyMerchant(): Promise<void> {
  await database.asOwner(`BEGIN; SET LOCAL search_path = sandbox; SET LOCAL session_replication_role = replica;
    WITH made AS MATERIALIZED (SELECT '${newId()}'::uuid AS merchant_id, gen_random_uuid() AS event_id, gen_random_uuid() AS resource_id,
          place % 2 AS counted,
          CASE WHEN place % 4 = 0 THEN now() - interval '40 days' ELSE now() END AS at FROM generate_series(1, ${deliveries}) AS s (place)),
      sequences AS (INSERT INTO event_sequences SELECT merchant_id, resource_id, 1, now(), now() FROM made),
      events AS (INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, has_receivers, created_at)
        SELECT merchant_id, event_id, 'payment.capture.completed', resource_id, 1, '{}', true, at FROM made),
      bodies AS (INSERT INTO event_bodies (merchant_id, event_id, api_version, body, bodies, deliveries)
        SELECT merchant_id, event_id, '2026-01-01', '{}', 1, nullif(counted, 0) FROM made)
      INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence, max_attempts)
      SELECT merchant_id, gen_random_uuid(), event_id, '2026-01-01', merchant_id, 'app', 'https://shop.example', 'event', resource_id, 1, 5 FROM made WHERE at = now();
    COMMIT`);
}

/** Journals of a merchant, and balances as of many subaccounts. */
async function manyPostings(merchant: string): Promise<void> {
  await database.asOwner(`BEGIN; SET LOCAL search_path = sandbox; SET LOCAL session_replication_role = replica;
    INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
      SELECT '${merchant}', place, 'payment.unwanted', gen_random_uuid(), now() FROM generate_series(2, 2000) AS s (place);
    UPDATE ledger_heads SET number = 2000 WHERE merchant_id = '${merchant}';
    INSERT INTO ledger_balances (merchant_id, code, currency)
      SELECT '${merchant}', 'subaccount:' || md5(place::text), 'USD' FROM generate_series(1, 2000) AS s (place);
    COMMIT`);
}

/** Table → rows that were read by its indexes. A connection reports them when it ends, if not before. */
async function rowsRead(): Promise<ReadonlyMap<string, number>> {
  const rows = await database.asOwner(
    `SELECT relname, sum(idx_tup_read)::int AS n FROM pg_stat_user_indexes WHERE schemaname = 'sandbox' GROUP BY relname`,
  );
  return new Map(rows.map(({ relname, n }) => [String(relname), Number(n)]));
}

async function readSince(before: ReadonlyMap<string, number>, table: string): Promise<number> {
  return ((await rowsRead()).get(table) ?? 0) - (before.get(table) ?? 0);
}

const tables = ['event_sequences', 'events', 'event_bodies', 'webhook_deliveries'];

it('reads each row of a merchant with many of them a few times, and not once for each of the others', async () => {
  await aBusyMerchant();
  const { url, secretKey } = database;
  const own = openDatabases({ url, secretKey, report: () => undefined });
  const before = await rowsRead();

  expect(await auditLedgerAcrossMerchants(own.sandbox)).toEqual([]);
  await own.close();

  await expect
    .poll(() => readSince(before, 'webhook_deliveries'))
    .toBeGreaterThanOrEqual((deliveries * 3) / 4);
  for (const table of tables)
    expect([table, (await readSince(before, table)) < 8 * deliveries]).toEqual([table, true]);
});

it('posts without reading what the merchant has posted before, in a session that planned it while there was little', async () => {
  const merchant = newId();
  const { url, secretKey } = database;
  const own = openDatabases({ url, secretKey, report: () => undefined });
  const post = () =>
    postTo(
      own.sandbox,
      merchant,
      paymentUnwanted({ id: newId(), amount: amountOf(10_000n), currency: 'USD' }),
    );
  await post();
  await manyPostings(merchant);
  const before = await rowsRead();

  expect(await post()).toBe(1);
  await own.close();

  await expect.poll(() => readSince(before, 'ledger_heads')).toBeGreaterThanOrEqual(1);
  for (const table of ['ledger_journals', 'ledger_balances', 'ledger_entries'])
    expect([table, (await readSince(before, table)) < 100]).toEqual([table, true]);
});
