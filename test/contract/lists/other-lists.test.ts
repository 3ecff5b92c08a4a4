import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { newId, randomBase58, showId } from '../../../src/platform/ids.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { idsOfOneMillisecond } from './one-millisecond.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

/** The fields by which links, sessions, customers, saved cards and disputes are listed. */
type Row = {
  readonly id: string;
  readonly status: string;
  readonly currency: 'USD' | 'ZWG';
  readonly method: string;
  readonly createdAt: string;
};
type Query = Readonly<Record<string, string | number | boolean>>;
type Page = {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

type List = {
  readonly operationId:
    | 'listPaymentLinks'
    | 'listVirtualTerminalSessions'
    | 'listCustomers'
    | 'listPaymentMethods'
    | 'listDisputes';
  readonly prefix: 'plink' | 'vts' | 'cus' | 'pm' | 'dsp';
  /** The status of a row by default, and the status of a row that no longer fits the filter. */
  readonly statuses: readonly [string, string];
  readonly table: string;
  /** Inserts rows directly, as the owner of the table, since the API always creates objects now. */
  readonly insert: string;
  /** Sets the second status. */
  readonly leave: string;
  readonly filters: Readonly<Record<string, readonly [Query[string], (row: Row) => boolean]>>;
  readonly unknown: readonly Query[];
};

/** The rows from the JSON in `$2`. */
const given = `jsonb_to_recordset($2::jsonb)
  AS r (id uuid, status text, currency text, method text, "createdAt" timestamptz, slug text, "appId" uuid)`;
const dates: List['filters'] = {
  from_date: ['2026-03-01', (row) => row.createdAt >= '2026-03-01'],
  to_date: ['2026-03-02', (row) => row.createdAt < '2026-03-03'],
};
const buyers = {
  one: `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(11)}1`,
  other: `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(11)}2`,
};
const currency: List['filters'] = { currency: ['ZWG', (row) => row.currency === 'ZWG'] };

const lists: readonly List[] = [
  {
    operationId: 'listPaymentLinks',
    prefix: 'plink',
    statuses: ['active', 'paused'],
    table: 'payment_links',
    leave: 'status = $1',
    insert: `INSERT INTO sandbox.payment_links (merchant_id, id, app_id, slug, title, amount, currency, status, created_at, updated_at)
      SELECT $1::uuid, r.id, r."appId", r.slug, 'Tea', 100000, r.currency, r.status, r."createdAt", r."createdAt" FROM ${given}`,
    filters: { active: [true, (row) => row.status === 'active'], ...currency },
    unknown: [{ active: 'yes' }, { active: '' }, { active: '1' }, { currency: 'usd' }, { currency: 'EUR' }],
  },
  {
    operationId: 'listVirtualTerminalSessions',
    prefix: 'vts',
    statuses: ['pending', 'canceled'],
    table: 'virtual_terminal_sessions',
    leave: 'status = $1',
    insert: `WITH r AS (SELECT * FROM ${given}), opened AS (
        INSERT INTO sandbox.checkouts (merchant_id, id, app_id, source_type, source_id, reference, amount, currency, status, gateway, expires_at, created_at)
        SELECT $1::uuid, r.id, r."appId", 'virtual_terminal_session', r.id, 'vts', 100000, r.currency, 'pending', 'sandbox_card', now(), now() FROM r)
      INSERT INTO sandbox.virtual_terminal_sessions (merchant_id, id, app_id, slug, checkout_id, amount, currency, payment_method, status, expires_at, created_at)
      SELECT $1::uuid, r.id, r."appId", r.slug, r.id, 100000, r.currency, r.method, r.status, r."createdAt", r."createdAt" FROM r`,
    filters: {
      status: ['pending', (row) => row.status === 'pending'],
      payment_method: ['wallet_a', (row) => row.method === 'wallet_a'],
      ...currency,
      ...dates,
    },
    unknown: [
      { status: 'active' },
      { status: '' },
      { payment_method: 'cash' },
      { currency: 'usd' },
      { from_date: '2026-02-29' },
      { to_date: '2026-03-01 10:00:00' },
    ],
  },
  {
    operationId: 'listCustomers',
    prefix: 'cus',
    statuses: ['here', 'gone'],
    table: 'customers',
    leave: "email = $1 || '@example.com'",
    insert: `INSERT INTO sandbox.customers (merchant_id, id, name, email, created_at, updated_at)
      SELECT $1::uuid, r.id, 'Rudo', r.status || '@Example.com', r."createdAt", r."createdAt" FROM ${given}`,
    filters: { email: ['Here@example.com', (row) => row.status === 'here'] },
    unknown: [{ email: 'here' }, { email: '' }, { external_id: '' }, { external_id: 'x'.repeat(65) }],
  },
  {
    operationId: 'listPaymentMethods',
    prefix: 'pm',
    statuses: ['pending', 'expired'],
    table: 'payment_methods',
    leave: `customer_id = CASE WHEN $1 = 'expired' THEN '${buyers.other}'::uuid END`,
    insert: `WITH r AS (SELECT * FROM ${given}), kept AS (
        INSERT INTO sandbox.customers (merchant_id, id, name, created_at, updated_at)
        SELECT $1::uuid, id, 'Rudo', now(), now() FROM unnest(ARRAY['${buyers.one}', '${buyers.other}']::uuid[]) AS id ON CONFLICT DO NOTHING)
      INSERT INTO sandbox.payment_methods (merchant_id, id, customer_id, app_id, slug, return_url, status, page_expires_at, created_at)
      SELECT $1::uuid, r.id, CASE r.status WHEN 'pending' THEN '${buyers.one}'::uuid ELSE '${buyers.other}'::uuid END, r."appId", r.slug,
        'https://shop.example', r.status, r."createdAt", r."createdAt" FROM r`,
    filters: { customer_id: [showId('cus', buyers.one), (row) => row.status === 'pending'] },
    unknown: [{ customer_id: 'cus_1' }, { customer_id: '' }, { customer_id: buyers.one }],
  },
  {
    operationId: 'listDisputes',
    prefix: 'dsp',
    statuses: ['warning', 'warning_closed'],
    table: 'disputes',
    leave: `status = $1, resolution = 'lapsed', resolved_at = now(), transaction_id = '${buyers.other}'::uuid`,
    // A payment has one open warning, and any number of those that are over.
    insert: `WITH r AS (SELECT *, CASE status WHEN 'warning' THEN id ELSE '${buyers.other}'::uuid END AS payment FROM ${given}), paid AS (
        INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
        SELECT $1::uuid, id, 'payment', 'completed', 100000, 'USD', 'sandbox_card', 'order 1', 'checkout', id, now()
        FROM (SELECT payment AS id FROM r UNION SELECT '${buyers.other}'::uuid) AS payments ON CONFLICT DO NOTHING)
      INSERT INTO sandbox.disputes (merchant_id, id, transaction_id, gateway_reference, amount, currency, reason, status, resolution,
        evidence_due_at, created_at, resolved_at)
      SELECT $1::uuid, id, payment, id::text, 100000, currency, 'other', status, CASE status WHEN 'warning' THEN NULL ELSE 'lapsed' END,
        now(), "createdAt", CASE status WHEN 'warning' THEN NULL ELSE now() END FROM r`,
    filters: {
      status: ['warning', (row) => row.status === 'warning'],
      transaction_id: [showId('txn', buyers.other), (row) => row.status === 'warning_closed'],
    },
    unknown: [{ status: 'open' }, { status: '' }, { transaction_id: 'txn_1' }, { transaction_id: '' }],
  },
];

describe.each(lists)('$operationId', (list) => {
  const { operationId, prefix, filters, statuses } = list;

  function aRow(about: Partial<Row> = {}): Row {
    const createdAt = '2026-03-01T12:00:00.000Z';
    return { id: newId(), status: statuses[0], currency: 'USD', method: 'card', createdAt, ...about };
  }

  async function insert({ merchantId, appId }: CreatedMerchant, rows: readonly Row[]): Promise<void> {
    const whole = rows.map((row) => ({ ...row, appId, slug: randomBase58(10) }));
    await app.database.asOwner(list.insert, [merchantId, JSON.stringify(whole)]);
  }

  async function aMerchantWith(rows: readonly Row[]): Promise<{ merchant: CreatedMerchant; api: Api }> {
    const merchant = await app.aMerchant();
    await insert(merchant, rows);
    return { merchant, api: apiOf(app.baseUrl, merchant.secretKey) };
  }

  async function pageOf(api: Api, query: Query): Promise<Page> {
    const { status, data, body } = await api(operationId, { query });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return data;
  }

  const idsOf = async (api: Api, query: Query) => (await pageOf(api, query)).items.map(({ id }) => id);
  const newestFirst = (rows: readonly Row[]) =>
    rows
      .map(({ id }) => showId(prefix, id))
      .toSorted()
      .toReversed();

  it('filters by each field alone and in every combination', async () => {
    const names = Object.keys(filters);
    const rows = [
      aRow({ createdAt: '2026-03-01T00:00:00.000Z' }),
      aRow({ status: statuses[1], createdAt: '2026-02-28T23:59:59.999Z' }),
      aRow({ currency: 'ZWG', method: 'wallet_a', createdAt: '2026-03-02T23:59:59.999Z' }),
      aRow({ currency: 'ZWG', status: statuses[1], createdAt: '2026-03-03T00:00:00.000Z' }),
      aRow({ method: 'wallet_a', createdAt: '2026-03-02T08:00:00.000Z' }),
      aRow({ method: 'wallet_a', status: statuses[1], currency: 'ZWG' }),
    ];
    const { api } = await aMerchantWith(rows);
    const wrong: string[] = [];

    for (let bits = 0; bits < 2 ** names.length; bits += 1) {
      const chosen = Object.entries(filters).filter((_filter, at) => (bits >> at) & 1);
      const query = Object.fromEntries(chosen.map(([name, [value]]) => [name, value]));
      const expected = newestFirst(rows.filter((row) => chosen.every(([, [, fits]]) => fits(row))));
      const found = await idsOf(api, query);
      if (found.join() !== expected.join()) wrong.push(`${JSON.stringify(query)}: ${found.join()}`);
    }

    expect(wrong).toEqual([]);
    const sizes = Object.values(filters).map(([, fits]) => rows.filter(fits).length);
    expect(sizes.filter((size) => size === 0 || size === rows.length)).toEqual([]);
  });

  it.each(list.unknown)('refuses what the contract does not allow: %j', async (query) => {
    const { api } = await aMerchantWith([]);

    expect(await api(operationId, { query })).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it.each([
    [1, 1],
    [100, 60],
    [undefined, 25],
  ])('with limit %s shows %i of 60', async (limit, expected) => {
    const { api } = await aMerchantWith(Array.from({ length: 60 }, () => aRow()));

    const page = await pageOf(api, { ...(limit !== undefined && { limit }) });

    const more = expected < 60;
    expect([page.items.length, page.has_more, page.next_cursor !== null]).toEqual([expected, more, more]);
  });

  it('has no next page when a page holds exactly the rest', async () => {
    const { api } = await aMerchantWith(Array.from({ length: 4 }, () => aRow()));

    const first = await pageOf(api, { limit: 2 });
    const second = await pageOf(api, { limit: 2, cursor: String(first.next_cursor) });

    expect([first.has_more, second.items.length, second.has_more, second.next_cursor]).toEqual([
      true,
      2,
      false,
      null,
    ]);
  });

  it('shows each of 500 rows of one millisecond once, while others are inserted', async () => {
    const rows = idsOfOneMillisecond(500).map((id) => aRow({ id }));
    const { merchant, api } = await aMerchantWith(rows);

    const shown: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await pageOf(api, { limit: 97, ...(cursor !== null && { cursor }) });
      shown.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
      await insert(merchant, [aRow(), aRow()]);
    } while (cursor !== null);

    expect(shown).toEqual(newestFirst(rows));
  });

  it('applies the filters to every page: a row that no longer fits is left out, none is shown twice', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => aRow({ status: statuses[at % 2 === 0 ? 0 : 1] }));
    const { merchant, api } = await aMerchantWith(rows);
    const [[name, [value, fits]] = ['', [true, () => false]]] = Object.entries(filters);
    const query = { [name]: value, limit: 10 };
    const first = await pageOf(api, query);
    await app.database.asOwner(
      `UPDATE sandbox.${list.table} SET ${list.leave} WHERE merchant_id = $2 AND id = $3`,
      [statuses[1], merchant.merchantId, rows[0]?.id],
    );

    const second = await pageOf(api, { ...query, cursor: String(first.next_cursor) });

    const shown = [...first.items, ...second.items].map(({ id }) => id);
    expect(shown).toEqual(newestFirst(rows.filter((row) => fits(row) && row.id !== rows[0]?.id)));
  });

  it('takes a cursor that was made up or belongs to another merchant as a position in one’s own list', async () => {
    const older = Array.from({ length: 3 }, () => aRow());
    const foreign = aRow();
    const newer = Array.from({ length: 3 }, () => aRow());
    const { api } = await aMerchantWith([...older, ...newer]);
    await aMerchantWith([foreign]);
    const after = (digits: string) => idsOf(api, { cursor: `cur_${digits}` });

    expect(await after(foreign.id.replaceAll('-', ''))).toEqual(newestFirst(older));
    expect(await after('f'.repeat(32))).toEqual(newestFirst([...older, ...newer]));
    expect(await after('0'.repeat(32))).toEqual([]);
  });

  it.each(['', 'cur_', `cur_${'0'.repeat(31)}`, `cur_${'A'.repeat(32)}`, `plink_${'0'.repeat(32)}`, "cur_'"])(
    'refuses the cursor "%s"',
    async (cursor) => {
      const { api } = await aMerchantWith([]);

      expect(await api(operationId, { query: { cursor } })).toMatchObject({
        status: 400,
        code: 'INVALID_CURSOR',
      });
    },
  );
});
