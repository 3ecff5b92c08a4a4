import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTransactions } from '../../../../src/domain/payments/transactions/list-queries.ts';
import { searchTransactions } from '../../../../src/domain/payments/transactions/search.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { openDatabases } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const payments = 20_000;

let database: TestDatabase;
const merchant = merchantId(newId());

beforeAll(async () => {
  database = await cloneDatabase();
  await database.asOwner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'refund' ELSE 'payment' END, CASE WHEN n % 7 = 0 THEN 'failed' ELSE 'completed' END,
       100000, 'USD', 'sandbox_card', 'order-' || n, 'checkout', gen_random_uuid(), now() FROM generate_series(1, $2::int) n`,
    [merchant, payments],
  );
  await database.asOwner('VACUUM ANALYZE sandbox.transactions');
});
afterAll(() => database.close());

async function rowsRead(): Promise<number> {
  const [row] = await database.asOwner(
    `SELECT sum(idx_tup_fetch + seq_tup_read)::int AS read FROM pg_stat_user_tables WHERE relid = 'sandbox.transactions'::regclass`,
  );
  return Number(row?.['read']);
}

it('payments with a status that none has are not found by reading all of them, however often other statuses were asked for', async () => {
  const { url, secretKey } = database;
  // PostgreSQL counts what a connection has read when the connection ends.
  const { sandbox, close } = openDatabases({ url, secretKey, report: () => undefined });
  const page = { rows: 26, after: undefined };
  const before = await rowsRead();

  // From the sixth time on, PostgreSQL may take one plan for all values.
  for (let nth = 0; nth < 12; nth += 1) {
    for (const status of ['completed', 'failed'] as const)
      expect(await listTransactions(sandbox, merchant, { type: 'payment', status }, page)).toHaveLength(26);
    for (const status of ['voided', 'authorized'] as const) {
      const filters = { type: 'payment', status } as const;
      expect(await listTransactions(sandbox, merchant, filters, page)).toEqual([]);
      expect(
        (await searchTransactions(sandbox, merchant, { ...filters, search: 'order' }, page)).rows,
      ).toEqual([]);
    }
  }

  await close();
  await expect.poll(rowsRead, { timeout: 10_000 }).toBeGreaterThan(before);
  // A plan for all values reads 18,000 each time.
  expect((await rowsRead()) - before).toBeLessThan(payments);
});
