import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { paymentCaptured, paymentSettled } from '../../../../../src/domain/money/ledger/accounts.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { someDay } from '../../../domain/money/ledger/model.ts';
import { balancesOf, postTo } from '../../../domain/money/ledger/post-and-read.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await cloneDatabase();
  const options = '-c search_path=sandbox -c role=mps_sandbox';
  pool = new Pool({ connectionString: database.url, options, max: 4 });
  // The database is dropped before the server has noticed that a connection was closed.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

/** The statement that the release before `ledger_post` sends: it leaves numbers and balances to the triggers. */
const statement = `
  WITH journal AS (INSERT INTO ledger_journals (merchant_id, movement, source_id, floor, effective_at)
    SELECT $1::uuid, w.movement, w.source_id, NULL, $2::timestamptz
    FROM unnest($3::text[], $4::uuid[]) WITH ORDINALITY AS w (movement, source_id, place)
    WHERE NOT EXISTS (SELECT FROM ledger_journals d WHERE d.merchant_id = $1::uuid AND d.movement = w.movement AND d.source_id = w.source_id)
    ORDER BY w.place RETURNING merchant_id, number, movement, source_id)
  INSERT INTO ledger_entries (merchant_id, number, code, currency, amount)
    SELECT j.merchant_id, j.number, l.code, 'USD', l.amount
    FROM journal j JOIN unnest($5::text[], $6::uuid[], $7::text[], $8::bigint[]) AS l (movement, source_id, code, amount) USING (movement, source_id)
    ORDER BY j.number, l.code RETURNING number, code, amount, balance_after`;

async function postAsBefore(merchant: string) {
  const payment = newId();
  const movements = ['payment.captured', 'payment.settled'];
  const lines = [
    ['payment.captured', 'gateway_clearing', -1_000_000],
    ['payment.captured', 'fees', 35_000],
    ['payment.captured', 'pending', 965_000],
    ['payment.settled', 'pending', -965_000],
    ['payment.settled', 'available', 965_000],
  ] as const;
  const { rows } = await pool.query<{ number: string; code: string; balance_after: string }>(statement, [
    merchant,
    someDay,
    movements,
    movements.map(() => payment),
    lines.map(([movement]) => movement),
    lines.map(() => payment),
    lines.map(([, code]) => code),
    lines.map(([, , amount]) => amount),
  ]);
  return rows.map(({ number, code, balance_after: after }) => `${number} ${code} ${after}`);
}

describe('while the release before still runs', () => {
  it('its postings are numbered, and state the balances', async () => {
    const merchant = newId();

    const [first, second] = [await postAsBefore(merchant), await postAsBefore(merchant)];

    expect(first).toEqual([
      '1 fees 35000',
      '1 gateway_clearing -1000000',
      '1 pending 965000',
      '2 available 965000',
      '2 pending 0',
    ]);
    expect(second).toEqual([
      '3 fees 70000',
      '3 gateway_clearing -2000000',
      '3 pending 965000',
      '4 available 1930000',
      '4 pending 0',
    ]);
  });

  it('both releases post to one ledger, at the same time', async () => {
    const merchant = newId();
    const both = Array.from({ length: 20 }, async () => {
      const payment = {
        id: newId(),
        amount: amountOf(1_000_000n),
        fee: amountOf(35_000n),
        reserve_amount: amountOf(50_000n),
        reserve_release_at: someDay,
        currency: 'USD' as const,
      };
      await Promise.all([
        postAsBefore(merchant),
        postTo(database.databases.sandbox, merchant, paymentCaptured(payment), paymentSettled(payment)),
      ]);
    });

    await Promise.all(both);

    const [{ wrong, last } = {}] = await database.asOwner(
      `SELECT (SELECT count(*)::int FROM (SELECT balance_after - amount - coalesce(lag(balance_after) OVER (PARTITION BY code ORDER BY number), 0) AS off
         FROM sandbox.ledger_entries WHERE merchant_id = $1) e WHERE off <> 0) AS wrong,
        (SELECT max(number)::int FROM sandbox.ledger_journals WHERE merchant_id = $1) AS last`,
      [merchant],
    );
    expect({ wrong, last }).toEqual({ wrong: 0, last: 80 });
    const balances = await balancesOf(database.databases.sandbox, merchant);
    expect([...balances.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
  });
});
