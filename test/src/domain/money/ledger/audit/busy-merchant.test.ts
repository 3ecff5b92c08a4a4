import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../../../../../src/domain/money/ledger/audit/audit.ts';
import { openDatabases } from '../../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const deliveries = 4000;

/**
 * Events of one merchant that all wait for their receiver, in tables of which PostgreSQL has gathered no statistics. Half of their
 * bodies are from before the column that says how many deliveries each has.
 */
async function aBusyMerchant(): Promise<void> {
  await database.asOwner(`BEGIN; SET LOCAL search_path = sandbox; SET LOCAL session_replication_role = replica;
    WITH made AS MATERIALIZED (SELECT '${newId()}'::uuid AS merchant_id, gen_random_uuid() AS event_id, gen_random_uuid() AS resource_id,
          place % 2 AS counted FROM generate_series(1, ${deliveries}) AS s (place)),
      sequences AS (INSERT INTO event_sequences SELECT merchant_id, resource_id, 1, now(), now() FROM made),
      events AS (INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, has_receivers)
        SELECT merchant_id, event_id, 'payment.capture.completed', resource_id, 1, '{}', true FROM made),
      bodies AS (INSERT INTO event_bodies (merchant_id, event_id, api_version, body, bodies, deliveries)
        SELECT merchant_id, event_id, '2026-01-01', '{}', 1, nullif(counted, 0) FROM made)
      INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence, max_attempts)
      SELECT merchant_id, gen_random_uuid(), event_id, '2026-01-01', merchant_id, 'app', 'https://shop.example', 'event', resource_id, 1, 5 FROM made;
    COMMIT`);
}

/** Table → rows that were read by its indexes. A connection reports them when it ends, if not before. */
async function rowsRead(): Promise<ReadonlyMap<string, number>> {
  const rows = await database.asOwner(
    `SELECT relname, sum(idx_tup_read)::int AS n FROM pg_stat_user_indexes WHERE schemaname = 'sandbox' GROUP BY relname`,
  );
  return new Map(rows.map(({ relname, n }) => [String(relname), Number(n)]));
}

const tables = ['event_sequences', 'events', 'event_bodies', 'webhook_deliveries'];

it('reads each row of a merchant with many of them a few times, and not once for each of the others', async () => {
  await aBusyMerchant();
  const { url, secretKey } = database;
  const own = openDatabases({ url, secretKey, report: () => undefined });
  const before = await rowsRead();

  expect(await auditLedgerAcrossMerchants(own.sandbox)).toEqual([]);
  await own.close();

  const readOf = async (table: string) => ((await rowsRead()).get(table) ?? 0) - (before.get(table) ?? 0);
  await expect.poll(() => readOf('webhook_deliveries')).toBeGreaterThanOrEqual(deliveries);
  for (const table of tables) expect([table, (await readOf(table)) < 8 * deliveries]).toEqual([table, true]);
});
