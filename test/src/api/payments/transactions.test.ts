import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { stayInTheDay, turnClock } from '../../../support/builders/build.ts';
import { payByCard, payByWallet } from '../../../support/service/page.ts';

let app: Place;
let shop: Shop;

/** References of one shop's sales: on two days, in two currencies, by three methods. */
beforeAll(async () => {
  app = await openService();
  shop = await openShop(app);
  await stayInTheDay(shop.api);
  const card = await shop.card({
    merchantTransactionId: 'Tea_100%',
    customerName: 'Rudo Ncube',
    customerEmail: 'rudo@example.com',
  });
  await payByCard(card.payment_url, '4000000000000002');
  await payByCard(card.payment_url, '4242424242424242');
  const zwg = await shop.card({ merchantTransactionId: 'coffee', currency: 'ZWG' });
  await payByCard(zwg.payment_url, '9716000000000006');
  await turnClock(shop.api, 24 * 3600);
  const aborted = await shop.push('0772222222', { merchantTransactionId: 'cake' });
  await shop.api('abortCheckout', { params: { id: aborted.checkout_id } });
  await turnClock(shop.api, 31);
  const waiting = await shop.card({ merchantTransactionId: 'bread' });
  await payByWallet(waiting.payment_url, '0775555555');
});
afterAll(() => app.stop());

type Query = Readonly<Record<string, string | number | boolean>>;

async function list(query: Query = {}, of: Shop = shop) {
  const { status, body, data } = await of.api('listTransactions', { query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return data;
}

const shown = async (query: Query): Promise<string[]> =>
  (await list(query)).items.map((row) => `${row.merchantTransactionId} ${row.type} ${row.status}`);

const everything = [
  'bread payment pending',
  'cake refund completed',
  'cake payment reversed',
  'coffee payment completed',
  'Tea_100% payment completed',
  'Tea_100% payment failed',
];

describe('a pending payment', () => {
  it('shows its fee and what will be left of it, as when it is completed; a failed one costs nothing', async () => {
    const own = await openShop(app);
    const paid = await own.push('0772222222', { amount: '12.50' });
    const declined = await own.push('0773333333', { amount: '12.50' });
    const shownOf = async (checkout: { checkout_id: string }) => {
      const [row] = await own.listOf(checkout);
      return [row?.status, row?.fee, row?.net_amount];
    };

    const before = [await shownOf(paid), await shownOf(declined)];
    await turnClock(own.api, 31);

    expect(before).toEqual(Array.from({ length: 2 }, () => ['pending', '0.25', '12.25']));
    expect(await shownOf(paid)).toEqual(['completed', '0.25', '12.25']);
    expect(await shownOf(declined)).toEqual(['failed', '0.00', '0.00']);
    const events = await app.database.asOwner(
      `SELECT type, data::json ->> 'fee' AS fee, data::json ->> 'net' AS net FROM sandbox.events
        WHERE merchant_id = $1 AND type LIKE 'payment.capture.%' ORDER BY type, event_id`,
      [own.merchant.merchantId],
    );
    expect(events).toEqual([
      { type: 'payment.capture.completed', fee: '0.2500', net: '12.2500' },
      { type: 'payment.capture.declined', fee: '0.0000', net: '0.0000' },
      { type: 'payment.capture.pending', fee: '0.2500', net: '12.2500' },
      { type: 'payment.capture.pending', fee: '0.2500', net: '12.2500' },
    ]);
  });
});

describe('the list of transactions', () => {
  it('is newest first and complete', async () => {
    expect(await shown({})).toEqual(everything);
    expect(await list()).toMatchObject({ next_cursor: null, has_more: false });
  });

  it.each([
    [{ type: 'refund' }, ['cake refund completed']],
    [{ type: 'payout' }, []],
    [{ status: 'completed' }, [everything[1], everything[3], everything[4]]],
    [{ status: 'reversed' }, ['cake payment reversed']],
    [{ currency: 'ZWG' }, ['coffee payment completed']],
    [{ gateway: 'sandbox_wallet_a' }, everything.slice(0, 3)],
    [{ gateway: 'sandbox' }, []],
    [{ gateway: 'sandbox_wallet_a', status: 'pending', currency: 'USD' }, ['bread payment pending']],
    [{ search: 'COFFEE' }, ['coffee payment completed']],
    [{ search: 'ak' }, ['cake refund completed', 'cake payment reversed']],
    [{ search: 'rudo ncube' }, everything.slice(4)],
    [{ search: 'RUDO@' }, everything.slice(4)],
    [{ search: '772222222' }, everything.slice(1, 3)],
    [{ search: 'a_1' }, everything.slice(4)],
    [{ search: '100%' }, everything.slice(4)],
    [{ search: '_' }, everything.slice(4)],
    [{ search: 'ea%' }, []],
    [{ search: '\\' }, []],
  ])('shows the matching rows for %o', async (query, rows) => {
    expect(await shown(query)).toEqual(rows);
  });

  it('finds a transaction by its own id, its checkout’s or its refund’s', async () => {
    const { items } = await list({ type: 'refund' });
    const [refund] = items;
    if (!refund?.parent_transaction_id || !refund.checkout_id) throw new Error('the refund has no payment');

    expect(await shown({ search: refund.parent_transaction_id })).toEqual(['cake payment reversed']);
    expect(await shown({ search: refund.source.id })).toEqual(['cake refund completed']);
    expect(await shown({ search: refund.checkout_id })).toEqual(everything.slice(1, 3));
    expect(await shown({ search: refund.source.id.slice(0, 20) })).toEqual([]);
    // The other filters count, too.
    expect(await shown({ search: refund.parent_transaction_id, status: 'failed' })).toEqual([]);
    expect(await shown({ search: refund.checkout_id, type: 'refund' })).toEqual(everything.slice(1, 2));
  });

  it('filters days in UTC, both ends included, and times to the millisecond', async () => {
    const { items } = await list();
    const at = items[5]?.created_at ?? '';
    const day = at.slice(0, 10);
    const next = items[0]?.created_at.slice(0, 10) ?? '';

    expect(await shown({ from_date: day, to_date: day })).toEqual(everything.slice(3));
    expect(await shown({ from_date: next })).toEqual(everything.slice(0, 3));
    expect(await shown({ from_date: day, to_date: next })).toEqual(everything);
    expect(await shown({ from_date: next, to_date: day })).toEqual([]);
    expect(await shown({ from_date: at, to_date: at })).toEqual(everything.slice(5));
    expect(await shown({ to_date: new Date(Date.parse(at) - 1).toISOString() })).toEqual([]);
  });

  it('shows no other merchant’s transactions', async () => {
    const other = await openShop(app);
    const { items } = await list();
    const id = items[0]?.id ?? '';

    expect((await list({}, other)).items).toEqual([]);
    expect((await list({ search: id }, other)).items).toEqual([]);
    expect(await other.api('getTransaction', { params: { id } })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { status: 'paid' },
    { from_date: 'yesterday' },
    { from_date: '2026-02-30' },
  ])('refuses %o', async (query) => {
    const refused = await shop.api('listTransactions', { query });

    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it.each(['cur_1', 'cur_0123456789ABCDEF0123456789abcdef', 'next'])(
    'refuses the cursor %s',
    async (cursor) => {
      const refused = await shop.api('listTransactions', { query: { cursor } });

      expect(refused).toMatchObject({ status: 400, code: 'INVALID_CURSOR' });
    },
  );

  it('accepts any position, also before the first row and after the last', async () => {
    expect((await list({ cursor: `cur_${'f'.repeat(32)}` })).items).toHaveLength(6);
    expect((await list({ cursor: `cur_${'0'.repeat(32)}` })).items).toEqual([]);
  });
});

describe('paging', () => {
  const insertMany = `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference,
      source_type, source_id, created_at)
    SELECT $1, ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'payment', 'failed', 100000, 'USD', 'sandbox_card',
      'many ' || n, 'checkout', gen_random_uuid(), '2026-01-01T00:00:00Z' FROM generate_series($2::int, $3::int) AS n`;

  it('shows each of 1000 rows of one millisecond once, even while rows are inserted', async () => {
    const busy = await openShop(app);
    const insert = (from: number, to: number) =>
      app.database.asOwner(insertMany, [busy.merchant.merchantId, from, to]);
    await insert(1, 1000);

    const seen: string[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < 20; pages += 1) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        { limit: 70, ...(cursor !== null && { cursor }) },
        busy,
      );
      seen.push(...page.items.map((row) => row.merchantTransactionId));
      expect(page.has_more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
      if (cursor === null) break;
      await insert(1001 + pages * 10, 1010 + pages * 10);
    }

    expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => `many ${1000 - index}`));
  });

  it('shows 25 rows by default, and says when there are no more', async () => {
    const busy = await openShop(app);
    await app.database.asOwner(insertMany, [busy.merchant.merchantId, 1, 50]);

    const first = await list({}, busy);
    const second = await list({ cursor: first.next_cursor ?? '' }, busy);

    expect([first.items.length, first.has_more]).toEqual([25, true]);
    expect([second.items.length, second.has_more, second.next_cursor]).toEqual([25, false, null]);
  });
});
