import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionFilters } from '../../../../src/domain/payments/transactions/list-queries.ts';
import { searchTransactions } from '../../../../src/domain/payments/transactions/search.ts';
import { type MerchantId, merchantId } from '../../../../src/engine/principal.ts';
import type { Runner } from '../../../../src/platform/db/connect.ts';
import { instanceOn, runnerFor } from '../../../../src/platform/db/instances.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { rowsReadBy } from '../../../support/checks/rows-read.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const all = 45_000;
const merchant = merchantId(newId());
/** A merchant with a small part of the table. */
const few = 3000;
const small = merchantId(newId());
let database: TestDatabase;

/** Ten minutes apart. The oldest third has references of its own; every 50th customer is Rudo; some payments are pending. */
const fill = `
  INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id,
    customer_name, customer_email, customer_phone, created_at)
  SELECT $1::uuid, made.id, 'payment', CASE WHEN n % 1000 = 7 THEN 'pending' WHEN n % 10 = 0 THEN 'failed' ELSE 'completed' END, 100000,
    CASE WHEN n % 50 = 1 THEN 'USD' ELSE 'ZWG' END, 'sandbox_card', CASE WHEN n < $3::int / 3 THEN 'INV_2023\\' ELSE 'order-' END || n,
    'checkout', made.id, CASE WHEN n % 50 = 0 THEN 'Rudo Ncube' ELSE 'José Moyo' END, 'buyer' || n % 700 || '@example.test',
    '+26377' || lpad((n * 7919 % 10000000)::text, 7, '0'), made.at
  FROM generate_series(1, $2::int) n
  CROSS JOIN LATERAL (SELECT to_timestamp(1700000000 + 600 * n) AS at,
    (lpad(to_hex((1700000000 + 600 * n::bigint) * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid AS id) made`;

beforeAll(async () => {
  database = await cloneDatabase();
  await database.asOwner(fill, [merchant, all, all]);
  await database.asOwner(fill, [small, few, few]);
  await database.asOwner('VACUUM ANALYZE sandbox.transactions');
});
afterAll(() => database.close());

type Asked = TransactionFilters & { readonly search: string };

/** Longer pages than the API has: there are fewer of them. */
const limit = 1000;

const search = (asked: Asked, after?: string, whose = merchant) =>
  searchTransactions(database.databases.sandbox, whose, asked, { after, rows: limit + 1 });

/** All pages, as a caller reads them. */
async function everyPage(asked: Asked, whose = merchant): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let after: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const { rows, resume } = await search(asked, after, whose);
    const shown = rows.slice(0, limit).map(({ id }) => id);
    ids.push(...shown);
    after = rows.length > limit ? shown.at(-1) : resume;
    if (after === undefined) return { ids, pages };
  }
}

/** The same without an index: all rows, compared one by one. */
async function comparedOneByOne(part: string, where = 'true', whose = merchant): Promise<unknown[]> {
  const rows = await database.asOwner(
    `SELECT id FROM sandbox.transactions WHERE merchant_id = $1 AND ${where} AND EXISTS (
       SELECT FROM unnest(ARRAY[reference, customer_name, customer_email, customer_phone]) AS field WHERE strpos(lower(field), lower($2)) > 0)
     ORDER BY id DESC`,
    [whose, part],
  );
  return rows.map((row) => row['id']);
}

/** The rows of `transactions` that PostgreSQL reads for a page of 25. */
const rowsRead = (asked: Asked) =>
  rowsReadBy(database.databases.sandbox, ['transactions'], (tx) =>
    searchTransactions(tx, merchant, asked, { after: undefined, rows: 26 }),
  );

const none = () => Promise.reject(new Error('only prepared statements are run'));

describe('a search while payments are made and decided', () => {
  /** Where a search ends that reads the newest 1,500 rows first, two rows fit. */
  const boundary = `
    INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
    SELECT $1, ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'payment', 'pending', 100000, 'USD', 'sandbox_card',
      CASE WHEN n IN (1500, 1501) THEN 'special-' ELSE 'order-' END || n, 'checkout', gen_random_uuid(),
      timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute'
    FROM generate_series($2::int, $3::int) n`;

  /** What the search finds if this happens after its first statement. */
  async function foundAlthough(happens: (whose: MerchantId) => Promise<unknown>): Promise<unknown[]> {
    const whose = merchantId(newId());
    await database.asOwner(boundary, [whose, 1, 3000]);
    const real = runnerFor(database.databases.sandbox);
    let statements = 0;
    const runner: Runner = {
      run: async (...asked) => {
        const ran = await real.run(...asked);
        statements += 1;
        if (statements === 1) await happens(whose);
        return ran;
      },
    };
    const asked = { search: 'special', status: 'pending' } as const;
    const { rows } = await searchTransactions(instanceOn(none, runner), whose, asked, {
      after: undefined,
      rows: 26,
    });
    return rows.map(({ reference }) => reference);
  }

  it('finds each row once although a newer one is made', async () => {
    const found = await foundAlthough((whose) => database.asOwner(boundary, [whose, 3001, 3001]));

    expect(found).toEqual(['special-1501', 'special-1500']);
  });

  it('skips no row although a newer one is decided', async () => {
    const decide =
      "UPDATE sandbox.transactions SET status = 'failed' WHERE merchant_id = $1 AND reference = 'order-3000'";

    const found = await foundAlthough((whose) => database.asOwner(decide, [whose]));

    expect(found).toEqual(['special-1501', 'special-1500']);
  });
});

describe('searching transactions', () => {
  it.each([
    ['frequent', 'ORDER-'],
    ['frequent in the oldest rows only', 'inv_2023'],
    ['a number that some references begin with', 'order-31'],
    ['rare', 'order-41234'],
    ['rare and old', 'inv_2023\\1234'],
    ['missing', 'order-99999x'],
    ['missing, of frequent words', 'example ncube'],
    ['a full name', 'rudo ncube'],
    ['a name with an accent', 'JOSÉ'],
    ['an email', 'buyer69@'],
    ['digits', '7919'],
    ['two letters', 'uy'],
    ['two letters that nobody has', 'zq'],
    ['a percent sign', '%'],
    ['a backslash', '\\'],
    ['an underscore', '_2'],
  ])('finds every row, newest first, for a term that is %s: %s', async (_what, term) => {
    const { ids } = await everyPage({ search: term });

    expect(ids).toEqual(await comparedOneByOne(term));
  });

  it.each(['order-2', 'order-15', 'inv_2023\\99', 'rudo', 'nobody'])(
    'finds %s among the rows of a merchant with a small part of the table, and no other merchant’s',
    async (term) => {
      const { ids } = await everyPage({ search: term }, small);

      expect(ids).toEqual(await comparedOneByOne(term, 'true', small));
    },
  );

  it.each([
    ['rudo', { status: 'failed' }, "status = 'failed'"],
    ['rudo', { currency: 'USD' }, "currency = 'USD'"],
    ['order-2', { status: 'pending' }, "status = 'pending'"],
    ['inv', { status: 'pending' }, "status = 'pending'"],
    [
      'order-36',
      { from: new Date(1_721_715_000_000), before: new Date(1_721_820_000_000) },
      'created_at >= to_timestamp(1721715000) AND created_at < to_timestamp(1721820000)',
    ],
  ] as const)('combines %s with %o', async (term, filters, where) => {
    const { ids } = await everyPage({ search: term, ...filters });

    expect(ids).toEqual(await comparedOneByOne(term, where));
  });

  it.each(['0770791900', '+263770791900', '263 77 079-1900', '(077) 079 1900', '00263770791900', '7707919'])(
    'finds the customer by the phone number %s',
    async (typed) => {
      const { ids } = await everyPage({ search: typed });

      const [one] = await comparedOneByOne('+263770791900');
      expect(one).toBeDefined();
      expect(ids).toContain(one);
    },
  );

  it.each(['order-41234', 'order-99999x', 'inv_2023\\1234', `chk_${'0123'.repeat(8)}`])(
    'reads a few thousand rows for %s, however many there are',
    async (term) => {
      expect(await rowsRead({ search: term })).toBeLessThan(8000);
    },
  );

  it('reads a bounded number of rows where no index helps, and goes on with the next page', async () => {
    expect(await rowsRead({ search: 'zq' })).toBeLessThan(all);
    const { ids, pages } = await everyPage({ search: 'zq' });
    expect([ids, pages]).toEqual([[], 5]);
  });
});
