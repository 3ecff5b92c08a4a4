import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSubscriptions } from '../../../../src/domain/billing/subscriptions/queries.ts';
import { findPaymentCounts } from '../../../../src/domain/payments/transactions/count-queries.ts';
import { listTransactions } from '../../../../src/domain/payments/transactions/list-queries.ts';
import { searchTransactions } from '../../../../src/domain/payments/transactions/search.ts';
import { findSessions } from '../../../../src/domain/payments/virtual-terminal/queries.ts';
import { findPayouts } from '../../../../src/domain/payouts/payouts/queries.ts';
import type { MerchantId } from '../../../../src/engine/principal.ts';
import { inTransaction, type Tx } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { rowsReadBy } from '../../../support/checks/rows-read.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const merchantId = newId() as MerchantId;
let database: TestDatabase;

/** One a minute, for about three weeks. */
const insertMinutes = `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference,
    source_type, source_id, created_at)
  SELECT $1, ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'payment', 'failed', 100000, 'USD', 'sandbox_card',
    'minute ' || n, 'checkout', gen_random_uuid(), '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
  FROM generate_series(1, 30000) AS n`;

const insertOthers = `BEGIN; SET LOCAL session_replication_role = replica;
  INSERT INTO sandbox.payouts (merchant_id, id, app_id, transaction_id, method, amount, fee, currency, status, number_sealed, number_masked, provider, created_at)
    SELECT merchant_id, id, id, id, 'mobile_money', 100000, 0, currency, 'completed', 'x', 'x', 'wallet_a', created_at FROM sandbox.transactions;
  INSERT INTO sandbox.virtual_terminal_sessions (merchant_id, id, app_id, slug, checkout_id, amount, currency, payment_method, status, expires_at, created_at)
    SELECT merchant_id, id, id, 'x', id, 100000, currency, 'card', 'canceled', created_at, created_at FROM sandbox.transactions;
  INSERT INTO sandbox.subscriptions (merchant_id, id, app_id, plan_id, status, amount, currency, interval_unit, interval_count, on_exhausted, customer_name, starts_at, anchor_at, canceled_at, created_at, updated_at)
    SELECT merchant_id, id, id, CASE WHEN number <= 5 THEN none ELSE merchant_id END, 'canceled', 100000, currency, 'month', 1, 'pause', 'x', created_at, created_at, created_at, created_at, created_at
    FROM (SELECT *, '00000000-0000-0000-0000-000000000000'::uuid AS none, row_number() OVER (ORDER BY id) AS number FROM sandbox.transactions ORDER BY id LIMIT 3000) t;
  COMMIT`;

beforeAll(async () => {
  database = await cloneDatabase();
  await database.asOwner(insertMinutes, [merchantId]);
  // The planner then knows that half of the rows are in the period, and not that they are the older half.
  await database.asOwner(insertOthers);
  await database.asOwner(
    'ANALYZE sandbox.transactions, sandbox.payouts, sandbox.virtual_terminal_sessions, sandbox.subscriptions',
  );
});
afterAll(() => database.close());

const older = { from: new Date('2026-01-02T00:00:00Z'), before: new Date('2026-01-11T00:00:00Z') };

/** What is found, and how many rows of the table were read for it. */
async function reading(find: (tx: Tx) => Promise<readonly { reference: string }[]>) {
  return await inTransaction(database.databases.sandbox, merchantId, async (tx) => {
    const found = await find(tx);
    const { rows } = await sql<{ read: bigint }>`SELECT idx_tup_fetch + seq_tup_read AS read
      FROM pg_stat_xact_user_tables WHERE schemaname = 'sandbox' AND relname = 'transactions'`.execute(tx);
    return { references: found.map(({ reference }) => reference), read: Number(rows[0]?.read) };
  });
}

const minutes = (count: number, last: number) =>
  Array.from({ length: count }, (_, index) => `minute ${last - index}`);

describe('a list of a period long ago', () => {
  it('reads no row that is newer, on any page', async () => {
    const first = await reading((tx) =>
      listTransactions(tx, merchantId, older, { after: undefined, rows: 40 }),
    );
    const position = '01990000-0000-7000-8000-000000003800';
    const next = await reading((tx) =>
      listTransactions(tx, merchantId, older, { after: position, rows: 40 }),
    );

    expect(first.references).toEqual(minutes(40, 14_399));
    expect(next.references).toEqual(minutes(40, 0x3800 - 1));
    expect(Math.max(first.read, next.read)).toBeLessThan(200);
  });

  it('reads no older row when too few are in it', async () => {
    const hour = { from: new Date('2026-01-15T00:00:00Z'), before: new Date('2026-01-15T01:00:00Z') };

    const found = await reading((tx) =>
      listTransactions(tx, merchantId, hour, { after: undefined, rows: 100 }),
    );

    expect(found.references).toEqual(minutes(60, 14 * 1440 + 59));
    expect(found.read).toBeLessThan(200);
  });

  it('is searched without reading newer rows', async () => {
    const found = await reading(async (tx) => {
      const wanted = { ...older, search: 'minute 143' };
      return (await searchTransactions(tx, merchantId, wanted, { after: undefined, rows: 10 })).rows;
    });

    expect(found.references).toEqual(minutes(10, 14_399));
    expect(found.read).toBeLessThan(2000);
  });
});

describe.each([
  ['payouts', findPayouts],
  ['virtual_terminal_sessions', findSessions],
] as const)('a list of %s of a period long ago', (table, find) => {
  it('reads no row that is newer', async () => {
    let found: readonly { created_at: Date }[] = [];

    const read = await rowsReadBy(database.databases.sandbox, [table], async (tx) => {
      found = await find(tx, merchantId, older, { after: undefined, rows: 40 });
    });

    expect(found.map(({ created_at: at }) => at.getTime())).toEqual(
      Array.from({ length: 40 }, (_, index) => older.before.getTime() - (index + 1) * 60_000),
    );
    expect(read).toBeLessThan(200);
  });
});

it('lists the subscriptions of a plan that few have without reading the others, whatever plan is asked for', async () => {
  const wanted = { planId: '00000000-0000-0000-0000-000000000000' };
  let found: readonly unknown[] = [];

  const read = await rowsReadBy(database.databases.sandbox, ['subscriptions'], async (tx) => {
    // The plan of PostgreSQL after some calls: it knows no value.
    await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx);
    found = await findSubscriptions(tx, merchantId, wanted, { after: undefined, rows: 40 });
  });

  expect(found).toHaveLength(5);
  expect(read).toBeLessThan(50);
});

it('finds a payment that was made while the clock was turned, before jobs that wrote rows of earlier times', async () => {
  const turned = newId() as MerchantId;
  await database.asOwner(insertMinutes, [turned]);
  await database.asOwner(
    `UPDATE sandbox.transactions SET created_at = '2026-03-01T00:00:00Z' WHERE merchant_id = $1 AND reference = 'minute 9'`,
    [turned],
  );
  await database.asOwner(
    'INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms, turned_at) VALUES ($1, 1, now())',
    [turned],
  );
  const february = { from: new Date('2026-02-01T00:00:00Z') };
  const { sandbox } = database.databases;

  const listed = await listTransactions(sandbox, turned, february, { after: undefined, rows: 10 });

  expect(listed.map(({ reference }) => reference)).toEqual(['minute 9']);
});

it('finds payments whose ids are in another order than their times, as of two that began at the same moment', async () => {
  const merchant = newId() as MerchantId;
  await database.asOwner(insertMinutes.replace('30000', '2'), [merchant]);
  await database.asOwner(
    `UPDATE sandbox.transactions SET created_at = '2026-01-01T00:03:00Z' WHERE merchant_id = $1 AND reference = 'minute 1'`,
    [merchant],
  );
  const between = new Date('2026-01-01T00:02:30Z');
  const referencesOf = async (period: { from?: Date; before?: Date }) =>
    (
      await listTransactions(database.databases.sandbox, merchant, period, { after: undefined, rows: 10 })
    ).map(({ reference }) => reference);

  expect([await referencesOf({ from: between }), await referencesOf({ before: between })]).toEqual([
    ['minute 1'],
    ['minute 2'],
  ]);
});

it('counts the payments of a period with its first and its last day, by the day on which they ended', async () => {
  const merchant = newId() as MerchantId;
  await database.asOwner(
    `INSERT INTO sandbox.payment_counts (merchant_id, day, currency, outcome, payment_id, payments, amount)
      SELECT $1, '2026-01-09'::date + n, 'USD', 'completed', gen_random_uuid(), n + 1, 10000 FROM generate_series(0, 4) n`,
    [merchant],
  );
  // A prompt that was sent before midnight and refused after it.
  await database.asOwner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id,
        created_at, completed_at)
      VALUES ($1, $2, 'payment', 'failed', 10000, 'USD', 'sandbox_card', 'late', 'checkout', $2, '2026-01-10T23:59:00Z', '2026-01-11T00:01:00Z')`,
    [merchant, newId()],
  );

  const counts = await findPaymentCounts(database.databases.sandbox, merchant, {
    first: '2026-01-10',
    last: '2026-01-12',
  });

  expect(counts.map(({ day, outcome, payments }) => [day, outcome, payments])).toEqual([
    ['2026-01-10', 'completed', 2n],
    ['2026-01-11', 'completed', 3n],
    ['2026-01-11', 'failed', 1n],
    ['2026-01-12', 'completed', 4n],
  ]);
});
