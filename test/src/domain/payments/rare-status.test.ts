import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTransactions } from '../../../../src/domain/payments/transactions/list-queries.ts';
import { searchTransactions } from '../../../../src/domain/payments/transactions/search.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { type Db, openDatabases } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const payments = 20_000;

let database: TestDatabase;
const merchant = merchantId(newId());

beforeAll(async () => {
  database = await cloneDatabase();
  await database.asOwner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'refund' ELSE 'payment' END, CASE WHEN n % 7 = 0 AND n % 10 <> 0 THEN 'failed' ELSE 'completed' END,
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

/** By the connections that `work` has to itself. PostgreSQL counts what one has read when it ends. */
async function rowsReadBy(work: (db: Db) => Promise<void>): Promise<number> {
  const { url, secretKey } = database;
  const { sandbox, close } = openDatabases({ url, secretKey, report: () => undefined });
  const before = await rowsRead();
  await work(sandbox);
  await close();
  await expect.poll(rowsRead, { timeout: 10_000 }).toBeGreaterThan(before);
  return (await rowsRead()) - before;
}

const page = { rows: 26, after: undefined };

it('payments with a status that none has are not found by reading all of them, however often other statuses were asked for', async () => {
  const read = await rowsReadBy(async (sandbox) => {
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
  });

  // A plan for all values reads 18,000 each time.
  expect(read).toBeLessThan(payments);
});

it('refunds that failed are not found by reading all refunds, or all payments that failed', async () => {
  const read = await rowsReadBy(async (sandbox) => {
    for (let nth = 0; nth < 6; nth += 1) {
      const refunds = (status: 'completed' | 'failed') =>
        listTransactions(sandbox, merchant, { type: 'refund', status }, page);
      expect(await refunds('failed')).toEqual([]);
      expect(await refunds('completed')).toHaveLength(26);
    }
  });

  expect(read).toBeLessThan(6 * 100);
});
