import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockFloat } from '../../../../src/domain/money/ledger/float-queries.ts';
import { lockAvailable } from '../../../../src/domain/money/ledger/queries.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { inTransaction, openDatabases } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const agents = 2000;

/** A merchant with as many agents, each of whom has cash of 1.00. */
async function aMerchantOf(): Promise<string> {
  const merchant = newId();
  await database.asOwner(`BEGIN; SET LOCAL search_path = sandbox; SET LOCAL session_replication_role = replica;
    INSERT INTO ledger_heads (merchant_id, number) VALUES ('${merchant}', 1);
    INSERT INTO ledger_balances (merchant_id, code, currency, balance) VALUES ('${merchant}', 'available', 'USD', 70000);
    INSERT INTO ledger_balances (merchant_id, code, currency, balance)
      SELECT '${merchant}', 'agent_float:' || lpad(to_hex(nth), 32, '0'), 'USD', -10000 FROM generate_series(1, ${agents}) AS s (nth);
    COMMIT; ANALYZE sandbox.ledger_balances`);
  return merchant;
}

/** A connection reports what it has read when it ends, if not before. */
async function rowsRead(): Promise<number> {
  const [row] = await database.asOwner(
    `SELECT sum(idx_tup_fetch + seq_tup_read)::int AS read FROM pg_stat_user_tables WHERE relid = 'sandbox.ledger_balances'::regclass`,
  );
  return Number(row?.['read']);
}

it('locks the ledger of a merchant with many accounts without reading the others', async () => {
  const merchant = merchantId(await aMerchantOf());
  const { url, secretKey } = database;
  const own = openDatabases({ url, secretKey, report: () => undefined });
  const before = await rowsRead();

  const agentId = '00000000-0000-0000-0000-000000000007';
  const found = await inTransaction(own.sandbox, merchant, async (tx) => ({
    available: await lockAvailable(tx, merchant, 'USD'),
    float: await lockFloat(tx, merchant, { agentId, currency: 'USD' }),
  }));
  await own.close();

  expect(found).toEqual({ available: 70_000n, float: 10_000n });
  await expect.poll(rowsRead, { timeout: 10_000 }).toBeGreaterThan(before);
  expect((await rowsRead()) - before).toBeLessThan(10);
});

it('reads the balance that was committed while it waited for the lock', async () => {
  const merchant = merchantId(await aMerchantOf());
  const { sandbox } = database.databases;
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'ledger_(heads|lock)'`;
  const first = inTransaction(sandbox, merchant, async (tx) => {
    await lockAvailable(tx, merchant, 'USD');
    const second = inTransaction(sandbox, merchant, (other) => lockAvailable(other, merchant, 'USD'));
    await expect.poll(() => database.asOwner(waiting), { timeout: 10_000 }).toHaveLength(1);
    await database.asOwner(
      `BEGIN; SET LOCAL session_replication_role = replica; UPDATE sandbox.ledger_balances SET balance = 50000
       WHERE merchant_id = '${merchant}' AND code = 'available'; COMMIT`,
    );
    return { second };
  });

  expect(await (await first).second).toBe(50_000n);
});
