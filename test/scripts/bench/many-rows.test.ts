import { afterAll, describe, expect, it } from 'vitest';
import { insertManyRows } from '../../../scripts/bench/testbed/many-rows.ts';
import { merchantId } from '../../../src/engine/principal.ts';
import { newId } from '../../../src/platform/ids.ts';
import { cloneDatabase } from '../../support/service/database.ts';

const database = await cloneDatabase();
afterAll(database.close);

const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'sandbox'
  AND tablename IN ('transactions', 'ledger_journals', 'ledger_entries') ORDER BY indexname`;

describe('rows that are filled in', () => {
  const merchant = { merchantId: merchantId(newId()), appId: newId() };
  const count = 1200;

  it('are as many as asked for, with all indexes as they were', async () => {
    const before = await database.asOwner(indexes);
    await insertManyRows({ ownerUrl: database.url }, merchant, count);

    const [rows] = await database.asOwner(
      `SELECT (SELECT count(*)::int FROM sandbox.transactions WHERE merchant_id = $1) AS transactions,
        (SELECT count(*)::int FROM sandbox.ledger_entries WHERE merchant_id = $1) AS entries`,
      [merchant.merchantId],
    );
    expect(rows).toEqual({ transactions: count, entries: count });
    expect(await database.asOwner(indexes)).toEqual(before);
    expect(before.length).toBeGreaterThan(10);
  });

  it('are found by every filter of the benchmark, alone and together', async () => {
    const found = await database.asOwner(
      `SELECT count(*) FILTER (WHERE status = 'failed')::int > 25 AS failed,
        count(*) FILTER (WHERE type = 'refund' AND currency = 'ZWG')::int AS "both",
        count(*) FILTER (WHERE created_at BETWEEN now() - interval '350 days' AND now() - interval '349 days')::int > 0 AS "aDay"
      FROM sandbox.transactions WHERE merchant_id = $1`,
      [merchant.merchantId],
    );

    // Every thirteenth is a refund, and a quarter of those are in ZWG.
    expect(found).toEqual([{ failed: true, both: 23, aDay: true }]);
  });

  it('sum to zero, and to the balances and their last journal', async () => {
    const wrong = await database.asOwner(
      `SELECT 'journal' AS of FROM sandbox.ledger_entries WHERE merchant_id = $1 GROUP BY number HAVING sum(amount) <> 0
      UNION ALL SELECT 'balance' FROM sandbox.ledger_balances b WHERE merchant_id = $1 AND balance <>
        (SELECT sum(amount) FROM sandbox.ledger_entries e WHERE e.merchant_id = $1 AND e.code = b.code)
      UNION ALL SELECT 'head' FROM sandbox.ledger_heads WHERE merchant_id = $1 AND number <> 400`,
      [merchant.merchantId],
    );

    expect(wrong).toEqual([]);
  });
});
