import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type EarlierDatabase } from './earlier-release.ts';

const merchant = '0199aaaa-0000-7000-8000-000000000001';

let database: EarlierDatabase;
let client: Client;

beforeAll(async () => {
  database = await databaseBefore('0046');
  ({ client } = database);
});
afterAll(() => database.close());

/** As the release before posts. */
const before = `WITH journal AS (INSERT INTO ledger_journals (merchant_id, movement, source_id, effective_at)
    VALUES ('${merchant}', 'payment.captured', gen_random_uuid(), now()) RETURNING merchant_id, number)
  INSERT INTO ledger_entries (merchant_id, number, code, currency, amount)
    SELECT merchant_id, number, l.code, 'USD', l.amount FROM journal, (VALUES ('gateway_clearing', -100), ('pending', 90), ('fees', 10)) AS l (code, amount)`;
const now = `SELECT * FROM ledger_post('${merchant}', now(), '{payment.settled}', ARRAY[gen_random_uuid()], ARRAY[NULL]::bigint[],
  '{1,1}', '{pending,available}', '{USD,USD}', '{-180,180}')`;

it('goes on with the numbers and balances of a ledger that has entries', async () => {
  // A session of the release before, with its prepared statements and its plans.
  const old = new Client({ connectionString: database.url, options: '-c search_path=live' });
  await old.connect();
  for (let nth = 0; nth < 6; nth += 1) {
    await old.query({ name: 'post', text: before });
    await old.query({
      name: 'lock',
      text: `SELECT balance FROM ledger_lock('${merchant}') WHERE code = 'fees'`,
    });
  }

  await database.migrateNow();

  await old.query({ name: 'post', text: before });
  await client.query(now);
  const locked = await old.query({
    name: 'lock',
    text: `SELECT balance FROM ledger_lock('${merchant}') WHERE code = 'fees'`,
  });
  await old.end();
  const { rows } = await client.query<{ shown: string }>(
    `SELECT concat_ws(' ', e.number, code, balance_after) AS shown FROM ledger_entries e WHERE number >= 7 ORDER BY number, code`,
  );
  const { rows: balances } = await client.query<{ shown: string }>(
    `SELECT concat_ws(' ', code, balance) AS shown FROM ledger_balances ORDER BY code`,
  );

  expect(locked.rows).toEqual([{ balance: '70' }]);
  expect(rows.map(({ shown }) => shown)).toEqual([
    '7 fees 70',
    '7 gateway_clearing -700',
    '7 pending 630',
    '8 available 180',
    '8 pending 450',
  ]);
  expect(balances.map(({ shown }) => shown)).toEqual([
    'available 180',
    'fees 70',
    'gateway_clearing -700',
    'pending 450',
  ]);
});
