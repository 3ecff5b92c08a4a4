import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { forgetReports } from '../../../../src/domain/billing/reports/forget-reports.ts';
import { findEntriesOf } from '../../../../src/domain/billing/reports/row-queries.ts';
import { findTransaction, insertTransaction } from '../../../../src/domain/payments/transactions/queries.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { actingAs, eventsAbout } from '../../../support/builders/inside.ts';
import { aPayout } from '../../../support/builders/payouts.ts';
import { isOnCluster } from '../../../support/citus/nodes.ts';
import { apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { payByCard } from '../../../support/service/page.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

const day = 86_400;
const always = { from_date: '2020-01-01', to_date: '2199-01-01' };
const wanted = (about: Record<string, unknown> = {}) => ({
  type: 'transactions',
  format: 'csv',
  ...always,
  ...about,
});

async function ordered(of: Shop, about: Record<string, unknown> = {}): Promise<string> {
  return (await of.api('createReport', { body: wanted(about) })).data.id;
}

const statusOf = async (of: Shop, id: string) => (await of.api('getReport', { params: { id } })).data.status;

async function written(of: Shop, about: Record<string, unknown> = {}): Promise<string> {
  const id = await ordered(of, about);
  // A report up to now waits for transactions that are not yet committed.
  await turnClock(of.api, 5);
  await expect.poll(() => statusOf(of, id)).toBe('available');
  return id;
}

function download(of: Shop, id: string, method = 'GET'): Promise<Response> {
  const headers = { authorization: `Bearer ${of.merchant.secretKey}` };
  return fetch(`${place.baseUrl}/v1/reports/${id}/content`, { method, headers });
}

async function textOf(of: Shop, about: Record<string, unknown> = {}): Promise<string> {
  return await (await download(of, await written(of, about))).text();
}

const linesOf = async (of: Shop, about: Record<string, unknown>): Promise<Record<string, string>[]> =>
  (await textOf(of, { format: 'jsonl', ...about }))
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line)] : []));

/** The first row of a CSV whose cells need no quotes, by the names of its columns. */
async function cellsOf(of: Shop, type: string): Promise<Record<string, string | undefined>> {
  const [head = '', row = ''] = (await textOf(of, { type })).split('\r\n');
  const cells = row.split(',');
  return Object.fromEntries(head.split(',').map((name, at) => [name, cells[at]]));
}

/** The jobs that are to write a report now. */
const dueReports = () =>
  place.database.asOwner(
    `SELECT FROM sandbox.jobs WHERE kind = 'reports.write' AND due_at <= now() AND merchant_id = $1`,
    [shop.merchant.merchantId],
  );

const chunks = () =>
  place.database.asOwner('SELECT FROM sandbox.report_chunks WHERE merchant_id = $1', [
    shop.merchant.merchantId,
  ]);
const forget = () => forgetReports(place.service.contexts.sandbox, new AbortController().signal);

/** As many reports as may be kept, by hand. */
async function hundredReports(app: App, id: string, lifetime: string): Promise<void> {
  await app.database.asOwner(
    `INSERT INTO sandbox.reports (merchant_id, id, app_id, type, format, status, period_from, period_before, created_at,
        available_at, expires_at)
      SELECT $1, uuidv7(), gen_random_uuid(), 'fees', 'csv', 'available', now(), now(), now(), now(), now() + $2::interval
      FROM generate_series(1, 100)`,
    [id, lifetime],
  );
}

const guide = readFileSync(
  join(import.meta.dirname, '../../../../docs/guides/after-the-payment/reports.md'),
  'utf8',
);

/** The columns that the guide describes for a type of report, in its order. */
function describedColumns(type: string): string[] {
  const [, after = ''] = guide.split(`\n### \`${type}\`\n`);
  const [section = ''] = after.split('\n### ');
  return [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

describe('a report', () => {
  it.each(['transactions', 'payouts', 'ledger_entries', 'fees'])(
    'of type %s has the columns that the guide describes, in its order',
    async (type) => {
      expect(Object.keys(await cellsOf(shop, type))).toEqual(describedColumns(type));
    },
  );

  it('is announced when it is written, and downloads with the same bytes every time', async () => {
    const payment = await aPayment(shop, '25.00');
    const id = await written(shop);

    const [first, second] = [await download(shop, id), await download(shop, id)];
    const [text, again] = [await first.text(), await second.text()];
    const report = (await shop.api('getReport', { params: { id } })).data;

    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(report.bytes),
      'content-disposition': `attachment; filename="${id}.csv"`,
      'service-version': '2026-01-01',
      'cache-control': 'no-store',
    });
    const [head, row, ...rest] = text.split('\r\n');
    expect(head).toMatch(/^id,type,status,amount,fee,net_amount,currency,/);
    expect(row).toContain(`${payment},payment,completed,25.00,0.88,24.12,USD,`);
    expect([rest, again, Buffer.byteLength(text)]).toEqual([[''], text, report.bytes]);
    expect(report).toMatchObject({ status: 'available', rows: 1 });
    expect((await eventsAbout(place, { id })).map(({ type, data }) => [type, data['rows']])).toEqual([
      ['reporting.report.available', 1],
    ]);
    expect((await download(shop, id, 'HEAD')).headers.get('content-length')).toBe(String(report.bytes));
  });

  it('protects spreadsheets from formulas in CSV, and leaves texts as they are in JSON Lines', async () => {
    const texts = ['=1+1', '+SUM(A1)', '-2', '@cmd', 'plain, with "quotes"'];
    for (const description of texts) {
      const { payment_url } = await shop.card({ description, metadata: { basket: `a;${description}` } });
      await payByCard(payment_url, '4242424242424242');
    }

    const csv = await textOf(shop);
    const lines = await linesOf(shop, {});

    expect(lines.map(({ description }) => description)).toEqual(texts);
    expect(lines.map(({ metadata }) => metadata)).toEqual(texts.map((text) => ({ basket: `a;${text}` })));
    expect(csv).toContain(`,"{""basket"":""a;'=1+1""}"\r\n`);
    for (const formula of texts.slice(0, 4)) expect(csv).toContain(`,'${formula},`);
    expect(csv).toContain(',"plain, with ""quotes""",');
    // Numbers that the service made stay numbers.
    expect(csv).toMatch(/,10\.00,0\.35,9\.65,USD,/);
  });

  it('protects them from references, and from the names of customers and of bank accounts, too', async () => {
    const about = {
      merchantTransactionId: '=1;=2',
      customerName: "x; =cmd|' /C calc'!A0;y",
      customerEmail: '-2@example.com',
    };
    const { payment_url } = await shop.card({ amount: '100.00', ...about });
    await payByCard(payment_url, '4242424242424242');
    const bank = { bank_name: '@cmd', bank_account_name: '=3' };
    await shop.api('requestPayout', { body: aPayout('bank_transfer', bank) });

    const payment = await cellsOf(shop, 'transactions');
    const payout = await cellsOf(shop, 'payouts');

    expect(payment).toMatchObject({
      merchant_transaction_id: "'=1;'=2",
      customer_name: "x;' =cmd|' /C calc'!A0;y",
      customer_email: "'-2@example.com",
    });
    expect(payout).toMatchObject({ bank_name: "'@cmd", account_name: "'=3" });
  });

  it('shows of the number of a wallet no more than its mask, which is no formula either', async () => {
    await shop.push('0771111111');

    const csv = await textOf(shop);
    const lines = await linesOf(shop, {});

    expect(lines.map((line) => line['payment_detail'])).toEqual(['+26377*****11']);
    expect(csv).toContain(",'+26377*****11,");
    expect(csv).not.toContain('771111111');
  });

  it('lists every entry of the ledger, which add up to the balance, and every fee', async () => {
    await aPayment(shop, '100.00');
    for (const amount of ['20.00', '5.13'])
      await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount }) });
    await turnClock(shop.api, 600);

    const entries = await linesOf(shop, { type: 'ledger_entries' });
    const fees = await linesOf(shop, { type: 'fees' });
    const payouts = await linesOf(shop, { type: 'payouts' });

    const { available, pending, reserve } = (await shop.api('getBalance')).data;
    const sumOf = (bucket: string) =>
      entries
        .filter((entry) => entry['bucket'] === bucket)
        .reduce((sum, { amount }) => sum + Number(amount), 0)
        .toFixed(2);
    expect(['available', 'pending', 'reserve'].map(sumOf)).toEqual([available.USD, pending.USD, reserve.USD]);
    expect(entries.map(({ movement }) => movement)).toContain('payout.requested');
    expect(fees.map(({ movement, amount }) => [movement, amount])).toEqual([
      ['payment.captured', '3.50'],
      ['payout.completed', '1.00'],
    ]);
    expect(payouts).toMatchObject([
      { status: 'completed', amount: '20.00', fee: '1.00', net_amount: '19.00', subaccount_id: null },
      { status: 'failed', amount: '5.13', fee: '0.00', net_amount: '0.00', subaccount_id: null },
    ]);
    expect(entries[0]?.['source_id']).toMatch(/^txn_/);
  });

  it('names a payment, a refund and a payout as the report of the ledger does, and what is disputed', async () => {
    const payment = await aPayment(shop, '100.00');
    const { refund_id } = (
      await shop.api('refundTransaction', { params: { id: payment }, body: { amount: '20.00' } })
    ).data;
    await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount: '30.00' }) });
    await shop.api('openTestDispute', { body: { transaction_id: payment, amount: '15.00' } });

    const rows = await linesOf(shop, {});
    const entries = await linesOf(shop, { type: 'ledger_entries' });
    const payouts = await linesOf(shop, { type: 'payouts' });

    expect(rows.map(({ type, refund_id: id }) => [type, id])).toEqual([
      ['payment', null],
      ['refund', refund_id],
      ['payout', null],
    ]);
    expect(rows.map((row) => [row['amount_refunded'], row['amount_disputed']])).toEqual([
      ['20.00', '15.00'],
      ['0.00', '0.00'],
      ['0.00', '0.00'],
    ]);
    const sources = new Set(entries.map((entry) => entry['source_id']));
    const dispute = (await shop.api('listDisputes')).data.items[0]?.id;
    expect(sources).toEqual(new Set([payment, refund_id, payouts[0]?.['payout_id'], dispute]));
  });

  it('holds what happened in its period only', async () => {
    await aPayment(shop, '10.00');
    const { now } = (await shop.api('getTestClock')).data;
    await turnClock(shop.api, 2 * day);
    await aPayment(shop, '20.00');

    const before = await linesOf(shop, { to_date: now });
    const after = await linesOf(shop, { from_date: now });
    const none = await textOf(shop, { from_date: '2199-01-01' });

    expect(before.map(({ amount }) => amount)).toEqual(['10.00']);
    expect(after.map(({ amount }) => amount)).toEqual(['20.00']);
    expect(none.split('\r\n')).toHaveLength(2);
  });

  it('has a transaction of its period that is committed after the report was ordered', async () => {
    const { promise: end, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isInserted, resolve: inserted } = Promise.withResolvers<void>();
    const reference = newId();
    const late = actingAs(place, shop.merchant, async (act) => {
      insertTransaction(act.tx, act.merchant.id, {
        id: reference,
        type: 'payment',
        status: 'pending',
        amount: 1_000_000n,
        currency: 'USD',
        gateway: 'sandbox_card',
        reference,
        source_type: 'checkout',
        source_id: reference,
        late: false,
        created_at: act.ctx.now(act.merchant),
      });
      await findTransaction(act.tx, act.merchant.id, reference);
      inserted();
      await end;
    });
    await isInserted;

    const id = await ordered(shop);
    // Whoever writes it now has done so before the commit.
    await expect.poll(dueReports).toEqual([]);
    commit();
    await late;
    await turnClock(shop.api, 5);
    await expect.poll(() => statusOf(shop, id)).toBe('available');

    expect(await (await download(shop, id)).text()).toContain(reference);
  });

  it.each([
    ['transactions', 'created_at'],
    ['payouts', 'created_at'],
    ['ledger_entries', 'effective_at'],
    ['fees', 'effective_at'],
  ])('of %s holds what is of its period only, to the millisecond', async (type, column) => {
    const paidOut = async (amount: string) => {
      await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount }) });
      await turnClock(shop.api, 600);
    };
    await aPayment(shop, '100.00');
    await paidOut('10.00');
    const { now } = (await shop.api('getTestClock')).data;
    await turnClock(shop.api, 2 * day);
    await paidOut('20.00');
    const all = await linesOf(shop, { type });
    const times = all.map((line) => Date.parse(String(line[column])));
    const first = times.find((time) => time > Date.parse(now)) ?? 0;

    const before = await linesOf(shop, { type, to_date: new Date(first - 1).toISOString() });
    const after = await linesOf(shop, { type, from_date: new Date(first).toISOString() });

    expect([before, after]).toEqual([all.slice(0, times.indexOf(first)), all.slice(times.indexOf(first))]);
    expect([before.length, after.length]).not.toContain(0);
  });

  it('is listed with its type, page by page, and belongs to its merchant', async () => {
    const ids = [await written(shop), await written(shop, { type: 'fees' }), await written(shop)];
    const other = await openShop(place);

    const first = (await shop.api('listReports', { query: { limit: 2 } })).data;
    const rest = (await shop.api('listReports', { query: { limit: 2, cursor: String(first.next_cursor) } }))
      .data;
    const fees = (await shop.api('listReports', { query: { type: 'fees' } })).data;

    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(fees.items.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await download(other, ids[0] ?? '')).status).toBe(404);
    expect((await other.api('getReport', { params: { id: ids[0] ?? '' } })).code).toBe('NOT_FOUND');
  });

  it('is kept for seven days of the merchant’s clock, then deleted by the daily job', async () => {
    await aPayment(shop);
    const id = await written(shop);
    await turnClock(shop.api, 7 * day - 3600);
    const later = await written(shop);
    await forget();
    const kept = [(await download(shop, id)).status, (await chunks()).length];
    await turnClock(shop.api, 3700);
    const over = await shop.api('downloadReport', { params: { id } });
    const stillThere = (await chunks()).length;
    await forget();

    expect([kept, stillThere, (await chunks()).length]).toEqual([[200, 2], 2, 1]);
    expect((await download(shop, later)).status).toBe(200);
    expect(over).toMatchObject({ status: 409, code: 'REPORT_NOT_AVAILABLE' });
    expect(over.body['details']).toEqual({ status: 'expired' });
    expect((await shop.api('getReport', { params: { id } })).data.status).toBe('expired');
  });

  it('is deleted among a hundred, also if its merchant has never turned their clock', async () => {
    const { merchantId } = await place.aMerchant();
    await hundredReports(place, merchantId, '0 days');

    await forget();

    const statuses = await place.database.asOwner(
      'SELECT status, count(*)::int FROM sandbox.reports WHERE merchant_id = $1 GROUP BY status',
      [merchantId],
    );
    expect(statuses).toEqual([{ status: 'expired', count: 100 }]);
  });
});

describe('a report that is large', () => {
  const rows = 12_000;

  async function manyTransactions(): Promise<void> {
    await place.database.asOwner(
      `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id,
          description, created_at, completed_at)
        SELECT $1, uuidv7(), 'payment', 'failed', 100000, 'USD', 'sandbox_card', 'order-' || n, 'checkout', gen_random_uuid(),
          repeat('a long description ', 12), now() - interval '1 hour', now()
        FROM generate_series(1, $2::int) n`,
      [shop.merchant.merchantId, rows],
    );
  }

  it('is written in slices, each row once', async () => {
    await manyTransactions();

    const lines = await linesOf(shop, {});

    const references = lines.map((line) => line['merchant_transaction_id']);
    expect([references.length, new Set(references).size]).toEqual([rows, rows]);
  });

  it('has each entry of the ledger in one slice, wherever two slices meet', async () => {
    await aPayment(shop, '100.00');
    await shop.api('requestPayout', { body: aPayout('bank_transfer') });
    const period = { from: new Date(0), before: new Date('2199-01-01') };
    const entriesIn = (after: bigint, upTo: bigint) =>
      actingAs(place, shop.merchant, ({ tx, merchant }) =>
        findEntriesOf(tx, merchant.id, { ...period, after, upTo }, ['available', 'pending', 'reserve']),
      );

    const whole = await entriesIn(0n, 1000n);
    const last = whole.at(-1)?.number ?? 0n;
    const slices = [];
    for (let after = 0n; after < last; after += 1n) slices.push(await entriesIn(after, after + 1n));

    expect(last).toBeGreaterThan(1n);
    expect(slices.flat()).toEqual(whole);
  });

  // The nodes of a cluster refuse such journals from everybody.
  it.skipIf(isOnCluster)(
    'has the journal that begins its second slice, and the one that ends its first',
    async () => {
      await aPayment(shop, '100.00');
      const few = await linesOf(shop, { type: 'ledger_entries' });
      onTestFinished(async () => void (await shop.api('resetSandbox')));
      const mine = `merchant_id = '${shop.merchant.merchantId}'`;
      await place.database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path = sandbox;
      INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
        SELECT merchant_id, n, movement, gen_random_uuid(), effective_at FROM ledger_journals, generate_series(5000, 5001) n WHERE ${mine} AND number = 1;
      INSERT INTO ledger_entries SELECT e.merchant_id, n, code, currency, amount, balance_after FROM ledger_entries e, generate_series(5000, 5001) n
        WHERE ${mine} AND number = 1;
      UPDATE ledger_heads SET number = 5001 WHERE ${mine}; COMMIT`);
      const journals = (await linesOf(shop, { type: 'ledger_entries' })).map(({ journal }) => journal);

      const ofOne = few.filter(({ journal }) => journal === '1').length;
      expect(ofOne).toBeGreaterThan(0);
      expect(journals.slice(few.length)).toEqual(
        ['5000', '5001'].flatMap((number) => Array.from({ length: ofOne }, () => number)),
      );
    },
  );

  it('holds no transaction and no connection open for a client that reads slowly', async () => {
    await manyTransactions();
    const id = await written(shop);
    const headers = { authorization: `Bearer ${shop.merchant.secretKey}` };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${place.baseUrl}/v1/reports/${id}/content`, { headers }, resolve).on('error', reject);
    });
    response.pause();

    // Transactions of workers come and go; one of the download would stay as long as nobody reads.
    const [paused] = await place.database.asOwner('SELECT clock_timestamp() AS at');
    const open = () =>
      place.database.asOwner(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'mps_sandbox' AND xact_start < $1`,
        [paused?.['at']],
      );
    await expect.poll(open).toEqual([]);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;

    expect(bytes).toBe((await shop.api('getReport', { params: { id } })).data.bytes);
  });
});

describe('createReport', () => {
  let idle: App;
  beforeAll(async () => {
    idle = await startApp({ role: 'api' });
  });
  afterAll(() => idle.stop());

  it('lets five reports be written at a time, in a race of eight too', async () => {
    const api = apiOf(idle.baseUrl, (await idle.aMerchant()).secretKey);

    const made = await Promise.all(Array.from({ length: 8 }, () => api('createReport', { body: wanted() })));

    const statuses = made.map(({ status }) => String(status)).toSorted();
    expect(statuses.join(' ')).toBe('201 201 201 201 201 409 409 409');
    const refused = made.find(({ status }) => status === 409);
    expect(refused?.body['details']).toEqual({ status: 'pending', limit: 5 });
  });

  it('has a report written at once if its period ended long ago, and else a moment later', async () => {
    const { merchantId, secretKey } = await idle.aMerchant();
    const api = apiOf(idle.baseUrl, secretKey);
    const isDue = () =>
      idle.database.asOwner(
        `SELECT due_at <= now() AS due FROM sandbox.jobs WHERE kind = 'reports.write' AND merchant_id = $1
          ORDER BY due_at`,
        [merchantId],
      );

    await api('createReport', { body: wanted() });
    const upToNow = await isDue();
    await api('createReport', { body: wanted({ to_date: '2026-01-31' }) });

    expect([upToNow, await isDue()]).toEqual([[{ due: false }], [{ due: true }, { due: false }]]);
  });

  it('refuses one more than the hundred that are kept; one that has expired does not count', async () => {
    const { merchantId, secretKey } = await idle.aMerchant();
    const api = apiOf(idle.baseUrl, secretKey);
    await hundredReports(idle, merchantId, '7 days');

    const refused = await api('createReport', { body: wanted() });
    await idle.database.asOwner(
      `UPDATE sandbox.reports SET expires_at = created_at
        WHERE merchant_id = $1 AND id = (SELECT id FROM sandbox.reports WHERE merchant_id = $1 LIMIT 1)`,
      [merchantId],
    );
    const accepted = await api('createReport', { body: wanted() });

    expect([refused.code, refused.body['details']]).toEqual([
      'REPORT_LIMIT_REACHED',
      { status: 'kept', limit: 100 },
    ]);
    expect(accepted.status).toBe(201);
  });

  it('answers REPORT_NOT_AVAILABLE to a download before the report is written', async () => {
    const api = apiOf(idle.baseUrl, (await idle.aMerchant()).secretKey);
    const { id } = (await api('createReport', { body: wanted() })).data;

    const refused = await api('downloadReport', { params: { id } });

    expect(refused).toMatchObject({ status: 409, code: 'REPORT_NOT_AVAILABLE' });
    expect([refused.body['details'], refused.headers.get('retry-after')]).toEqual([
      { status: 'pending' },
      '2',
    ]);
  });
});
