import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { newId, randomBase58, showId } from '../../../src/platform/ids.ts';
import { type Api, type Asking, apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { idsOfOneMillisecond } from './one-millisecond.ts';

type Row = {
  readonly id: string;
  readonly type: 'payment' | 'refund' | 'payout';
  readonly status: 'pending' | 'completed' | 'failed' | 'reversed';
  readonly currency: 'USD' | 'ZWG';
  readonly gateway: string;
  readonly reference: string;
  readonly createdAt: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly source: string;
};
type Query = NonNullable<Asking<'listTransactions'>['query']>;

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

function aRow(about: Partial<Row> = {}): Row {
  return {
    id: newId(),
    type: 'payment',
    status: 'completed',
    currency: 'USD',
    gateway: 'sandbox_card',
    reference: `order-${randomBase58(8)}`,
    createdAt: '2026-03-01T12:00:00.000Z',
    name: null,
    email: null,
    phone: null,
    source: newId(),
    ...about,
  };
}

/** Inserts directly, as the owner of the table, since the API always creates payments now. */
async function insert({ merchantId }: CreatedMerchant, rows: readonly Row[]): Promise<void> {
  await app.database.asOwner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id,
       created_at, customer_name, customer_email, customer_phone)
     SELECT $1, (r ->> 'id')::uuid, r ->> 'type', r ->> 'status', 100000, r ->> 'currency', r ->> 'gateway', r ->> 'reference',
       'checkout', (r ->> 'source')::uuid, (r ->> 'createdAt')::timestamptz, r ->> 'name', r ->> 'email', r ->> 'phone'
     FROM jsonb_array_elements($2::jsonb) AS r`,
    [merchantId, JSON.stringify(rows)],
  );
}

async function aMerchantWith(rows: readonly Row[]): Promise<{ merchant: CreatedMerchant; api: Api }> {
  const merchant = await app.aMerchant();
  await insert(merchant, rows);
  return { merchant, api: apiOf(app.baseUrl, merchant.secretKey) };
}

async function referencesOf(api: Api, query: Query): Promise<string[]> {
  const { status, data, body } = await api('listTransactions', { query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return data.items.map((item) => item.merchantTransactionId);
}

const newestFirst = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map((row) => row.reference);

/** Gives them the ids that they have in life: a later one is greater. */
function idsByTime(rows: readonly Row[]): readonly Row[] {
  const ids = rows.map(({ id }) => id).toSorted();
  const byTime = rows.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return rows.map((row) => ({ ...row, id: ids[byTime.indexOf(row)] ?? row.id }));
}

describe('the filters of listTransactions', () => {
  const rows = idsByTime([
    aRow({ name: 'Tariro Moyo', createdAt: '2026-03-01T00:00:00.000Z' }),
    aRow({ status: 'pending', email: 'tariro@example.com', createdAt: '2026-03-01T23:59:59.999Z' }),
    aRow({ type: 'refund', currency: 'ZWG', name: 'TARIRO', createdAt: '2026-03-02T00:00:00.000Z' }),
    aRow({ type: 'refund', gateway: 'sandbox_wallet_a', createdAt: '2026-03-02T08:00:00.000Z' }),
    aRow({ type: 'payout', status: 'failed', gateway: 'sandbox_domestic_switch', reference: 'to-tariro' }),
    aRow({ status: 'failed', currency: 'ZWG', gateway: 'sandbox_wallet_a', phone: '+263771111111' }),
    aRow({ type: 'refund', status: 'reversed', name: 'Rudo', createdAt: '2026-02-28T23:59:59.999Z' }),
    aRow({
      type: 'refund',
      currency: 'ZWG',
      gateway: 'sandbox_wallet_a',
      name: 'tariro',
      createdAt: '2026-03-02T10:00:00.000Z',
    }),
  ]);
  /** The value of each filter, and what it means, written independently of the service. */
  const filters = {
    type: ['refund', (row: Row) => row.type === 'refund'],
    status: ['completed', (row: Row) => row.status === 'completed'],
    currency: ['ZWG', (row: Row) => row.currency === 'ZWG'],
    gateway: ['sandbox_wallet_a', (row: Row) => row.gateway === 'sandbox_wallet_a'],
    from_date: ['2026-03-01', (row: Row) => row.createdAt >= '2026-03-01'],
    to_date: ['2026-03-02', (row: Row) => row.createdAt < '2026-03-03'],
    search: [
      'TariRo',
      (row: Row) => JSON.stringify([row.name, row.email, row.reference]).toLowerCase().includes('tariro'),
    ],
  } as const;
  const names = Object.keys(filters) as (keyof typeof filters)[];
  let api: Api;
  beforeAll(async () => {
    api = (await aMerchantWith(rows)).api;
  });

  it('work alone and in every combination', async () => {
    const combinations = Array.from({ length: 2 ** names.length }, (_, bits) =>
      names.filter((_name, at) => (bits >> at) & 1),
    );
    const wrong: string[] = [];

    for (const chosen of combinations) {
      const query = Object.fromEntries(chosen.map((name) => [name, filters[name][0]]));
      const expected = newestFirst(rows.filter((row) => chosen.every((name) => filters[name][1](row))));
      const found = await referencesOf(api, query);
      if (found.join() !== expected.join())
        wrong.push(`${chosen.join()}: ${found.join()} instead of ${expected.join()}`);
    }

    expect(wrong).toEqual([]);
    expect(names.map((name) => rows.filter(filters[name][1]).length)).not.toContain(0);
  });

  it.each([
    ['a day, from its start to its end', { from_date: '2026-03-01', to_date: '2026-03-01' }, [0, 1, 4, 5]],
    [
      'two instants, both included',
      { from_date: '2026-03-01T23:59:59.999Z', to_date: '2026-03-02T00:00:00Z' },
      [1, 2],
    ],
    [
      'a time with an offset',
      { from_date: '2026-03-02T10:00:00+02:00', to_date: '2026-03-02T03:00:00-05:00' },
      [3],
    ],
    ['a start after the end', { from_date: '2026-03-03', to_date: '2026-03-01' }, []],
    ['a leap day', { from_date: '2024-02-29', to_date: '2024-02-29' }, []],
    ['an unknown gateway', { gateway: 'sandbox' }, []],
    ['a part of a phone number', { search: '77111' }, [5]],
  ])('take %s', async (_what, query, expected) => {
    expect(await referencesOf(api, query)).toEqual(newestFirst(expected.flatMap((at) => rows[at] ?? [])));
  });

  it.each([
    { type: 'chargeback' },
    { type: '' },
    { status: 'Completed' },
    { currency: 'usd' },
    { gateway: '' },
    { gateway: 'g'.repeat(65) },
    { search: '' },
    { search: 's'.repeat(101) },
    { from_date: '2026-2-1' },
    { from_date: '2026-02-29' },
    { to_date: '2026-03-01 10:00:00' },
    { to_date: '2026-03-01T10:00:00+15:00' },
  ])('refuse what the contract does not allow: %j', async (query: Query) => {
    expect(await api('listTransactions', { query })).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});

describe('the search of listTransactions', () => {
  const references = [
    '100%-off',
    '100-off',
    'a_b',
    'axb',
    'back\\slash',
    'backslash',
    "o'clock",
    '😀 tea',
    'end\\',
  ];
  const rows = references.map((reference) => aRow({ reference }));
  let api: Api;
  beforeAll(async () => {
    api = (await aMerchantWith(rows)).api;
  });

  it.each([
    ['%', ['100%-off']],
    ['_', ['a_b']],
    ['\\', ['back\\slash', 'end\\']],
    ['end\\', ['end\\']],
    ['\\s', ['back\\slash']],
    ['%%', []],
    ['a_', ['a_b']],
    ["'", ["o'clock"]],
    ['😀', ['😀 tea']],
    ["') OR 1=1 --", []],
    ['BACK', ['back\\slash', 'backslash']],
  ])('takes "%s" literally', async (search, expected) => {
    expect((await referencesOf(api, { search })).toSorted()).toEqual(expected.toSorted());
  });

  it('finds a transaction by its complete id or that of its checkout, not by a part of one', async () => {
    const [row] = rows;
    if (!row) throw new Error('there are rows');
    const whole = [showId('txn', row.id), showId('chk', row.source)];

    const found = await Promise.all(
      [...whole, ...whole.map((id) => id.slice(0, -1))].map((search) => referencesOf(api, { search })),
    );

    expect(found).toEqual([[row.reference], [row.reference], [], []]);
  });
});

describe('the pages of listTransactions', () => {
  it.each([
    [1, 1],
    [100, 60],
    [undefined, 25],
  ])('with limit %s hold %i of 60', async (limit, expected) => {
    const { api } = await aMerchantWith(Array.from({ length: 60 }, () => aRow()));

    const { data } = await api('listTransactions', { query: { ...(limit !== undefined && { limit }) } });

    expect([data.items.length, data.has_more, data.next_cursor !== null]).toEqual([
      expected,
      expected < 60,
      expected < 60,
    ]);
  });

  it('have no next page when they hold exactly the rest', async () => {
    const { api } = await aMerchantWith(Array.from({ length: 4 }, () => aRow()));

    const first = await api('listTransactions', { query: { limit: 2 } });
    const second = await api('listTransactions', {
      query: { limit: 2, cursor: String(first.data.next_cursor) },
    });

    expect([
      first.data.has_more,
      second.data.items.length,
      second.data.has_more,
      second.data.next_cursor,
    ]).toEqual([true, 2, false, null]);
  });

  it.each(['0', '101', '-1', '1.5', 'ten', '', '01', '1e1', ' 1', '0x10'])(
    'refuse a limit of "%s"',
    async (limit) => {
      const { api } = await aMerchantWith([]);

      expect(await api('listTransactions', { query: { limit } })).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      });
    },
  );

  it('show each of 1,000 rows of one millisecond once, while others are inserted', async () => {
    const rows = idsOfOneMillisecond(1000).map((id) => aRow({ id }));
    const { merchant, api } = await aMerchantWith(rows);

    const shown: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Query = { limit: 97, ...(cursor !== null && { cursor }) };
      const { data } = await api('listTransactions', { query });
      shown.push(...data.items.map((item) => item.merchantTransactionId));
      cursor = data.next_cursor;
      await insert(merchant, [aRow(), aRow()]);
    } while (cursor !== null);

    expect(shown).toEqual(newestFirst(rows));
  });

  it('apply the filters to every page: a row that no longer fits is left out, none is shown twice', async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      aRow({ status: at % 2 === 0 ? 'pending' : 'completed' }),
    );
    const { merchant, api } = await aMerchantWith(rows);
    const query = { status: 'pending', limit: 10 };
    const first = await api('listTransactions', { query });
    await app.database.asOwner(
      "UPDATE sandbox.transactions SET status = 'completed' WHERE merchant_id = $1 AND id = $2",
      [merchant.merchantId, rows[0]?.id],
    );

    const second = await api('listTransactions', {
      query: { ...query, cursor: String(first.data.next_cursor) },
    });

    const shown = [...first.data.items, ...second.data.items].map((item) => item.merchantTransactionId);
    expect(shown).toEqual(
      newestFirst(rows.filter((row) => row.status === 'pending' && row.id !== rows[0]?.id)),
    );
  });
});

describe('a cursor', () => {
  it('that was made up or belongs to another merchant is only a position in one’s own list', async () => {
    const older = Array.from({ length: 3 }, () => aRow());
    const foreign = aRow();
    const newer = Array.from({ length: 3 }, () => aRow());
    const { api } = await aMerchantWith([...older, ...newer]);
    await aMerchantWith([foreign]);

    expect(await referencesOf(api, { cursor: showCursor(foreign.id) })).toEqual(newestFirst(older));
    expect(await referencesOf(api, { cursor: showCursor('f'.repeat(32)) })).toEqual(
      newestFirst([...older, ...newer]),
    );
    expect(await referencesOf(api, { cursor: showCursor('0'.repeat(32)) })).toEqual([]);
  });

  it.each([
    '',
    'cur_',
    `cur_${'0'.repeat(31)}`,
    `cur_${'0'.repeat(33)}`,
    `cur_${'A'.repeat(32)}`,
    `txn_${'0'.repeat(32)}`,
    '0',
    "cur_'",
    'null',
  ])('"%s" is refused', async (cursor) => {
    const { api } = await aMerchantWith([]);

    expect(await api('listTransactions', { query: { cursor } })).toMatchObject({
      status: 400,
      code: 'INVALID_CURSOR',
    });
  });
});

function showCursor(id: string): string {
  return `cur_${id.replaceAll('-', '')}`;
}
