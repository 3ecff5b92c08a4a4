import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../../../../src/platform/ids.ts';
import { eventIn, openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { eventsAbout, runAgain } from '../../../../support/builders/inside.ts';
import { aPayout, booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';
import { aReceiver, type Receiver } from '../../../../support/receivers/receiver.ts';
import { apiOf } from '../../../../support/service/api.ts';

let app: Place;
let receiver: Receiver;
beforeAll(async () => {
  app = await openService();
  receiver = await aReceiver();
});
afterAll(async () => {
  await app.stop();
  await receiver.close();
});

async function requested(shop: Shop, body: Record<string, unknown>) {
  const answer = await shop.api('requestPayout', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.data;
}

async function onlyPayout(shop: Shop) {
  const { data } = await shop.api('listPayouts');
  const [payout, ...others] = data.items;
  if (!payout || others.length > 0) throw new Error(`${data.items.length} payouts`);
  return payout;
}

async function transactionOf(shop: Shop, id: string) {
  return (await shop.api('getTransaction', { params: { id } })).data;
}

/** Opens a shop whose webhooks go to a path of their own. */
function aListeningShop(name: string): Promise<Shop> {
  return openPaidShop(app, { webhookUrl: `${receiver.url}/${name}`, eventTypes: ['*'] });
}

/** The payout events that the shop's receiver has got, once there are `count` of them. */
async function payoutEvents(shop: Shop, name: string, count: number) {
  await expect
    .poll(() => payoutRequests(name).length, { timeout: 60_000, interval: 20 })
    .toBeGreaterThanOrEqual(count);
  return await Promise.all(
    payoutRequests(name).map((request) => eventIn(request, shop.merchant.webhookSecret)),
  );
}

const payoutRequests = (name: string) =>
  receiver.received.filter(({ path, body }) => path === `/${name}` && body.includes('"payment.payout-item.'));

describe('a payout', () => {
  it.each([
    [
      'bank_transfer',
      '1.00',
      '39.00',
      { type: 'bank', bank_name: 'First Bank', account_last4: '3004', account_name: 'Corner Shop' },
    ],
    [
      'mobile_money',
      '0.50',
      '39.50',
      { type: 'mobile_money', provider: 'wallet_a', number_masked: '+26377*****11' },
    ],
    ['agent_cash', '0.60', '39.40', null],
  ] as const)('by %s is completed after five minutes, with a webhook', async (method, fee, net, to) => {
    const shop = await aListeningShop(method);

    const payout = await requested(shop, aPayout(method, { amount: '40.00' }));
    const between = await booksOf(app, shop);
    await turnClock(shop.api, fiveMinutes - 20);
    const early = await onlyPayout(shop);
    await turnClock(shop.api, 20);
    const late = await onlyPayout(shop);

    const shown = { method, amount: '40.00', fee, net_amount: net, currency: 'USD' };
    expect(payout).toMatchObject({
      ...shown,
      status: 'processing',
      expected_settlement: '5 minutes (sandbox)',
    });
    expect(between).toMatchObject({ available: '51.50', payout_in_transit: '40.00' });
    expect(early).toMatchObject({ ...shown, status: 'processing', completed_at: null });
    expect(late).toMatchObject({
      ...shown,
      payout_id: payout.payout_id,
      status: 'completed',
      failure: null,
      destination: to,
    });
    expect(await booksOf(app, shop)).toMatchObject({
      available: '51.50',
      payout_in_transit: '0.00',
      payout_clearing: net,
    });
    const [event] = await payoutEvents(shop, method, 1);
    expect(event).toMatchObject({
      type: 'payment.payout-item.succeeded',
      sequence: 1,
      resource_id: payout.payout_id,
      data: {
        id: payout.payout_id,
        method,
        amount: '40.0000',
        fee: `${fee}00`,
        net: `${net}00`,
        status: 'completed',
      },
    });
  });

  it('has a transaction of its own', async () => {
    const shop = await openPaidShop(app);

    const { payout_id } = await requested(shop, aPayout('bank_transfer'));
    const { transaction_id } = await onlyPayout(shop);
    const before = await transactionOf(shop, transaction_id);
    await turnClock(shop.api, fiveMinutes);
    const after = await transactionOf(shop, transaction_id);

    expect(before).toMatchObject({
      type: 'payout',
      status: 'pending',
      amount: '10.00',
      fee: '1.00',
      net_amount: '9.00',
      gateway: 'sandbox_payout',
      merchantTransactionId: payout_id,
      source: { type: 'payout', id: payout_id },
      payment_method: null,
      amount_refundable: '0.00',
    });
    expect(after).toMatchObject({ status: 'completed', fee: '1.00', net_amount: '9.00' });
    const { data: found } = await shop.api('listTransactions', { query: { search: payout_id } });
    const { data: typed } = await shop.api('listTransactions', { query: { type: 'payout' } });
    expect([found.items, typed.items]).toEqual([[after], [after]]);
  });

  it('with an amount ending in .13 fails: the money and the fee are available again', async () => {
    const shop = await aListeningShop('rejected');

    const { payout_id } = await requested(shop, aPayout('bank_transfer', { amount: '20.13' }));
    await turnClock(shop.api, fiveMinutes);

    const payout = await onlyPayout(shop);
    const failure = { code: 'DESTINATION_REJECTED', advice: 'none' };
    const nothing = { fee: '0.00', net_amount: '0.00' };
    expect(payout).toMatchObject({ payout_id, status: 'failed', ...nothing, failure });
    expect(await transactionOf(shop, payout.transaction_id)).toMatchObject({
      status: 'failed',
      ...nothing,
      failure,
    });
    expect(await booksOf(app, shop)).toMatchObject({
      available: '91.50',
      payout_in_transit: '0.00',
      fees: '3.50',
    });
    expect(await payoutEvents(shop, 'rejected', 1)).toMatchObject([
      { type: 'payment.payout-item.failed', sequence: 1, data: { status: 'failed', failure } },
    ]);
  });

  it('with an amount ending in .17 is completed and returned a day later, without the fee', async () => {
    const shop = await aListeningShop('returned');

    const { payout_id } = await requested(shop, aPayout('bank_transfer', { amount: '50.17' }));
    await turnClock(shop.api, fiveMinutes);
    const paid = await onlyPayout(shop);
    await turnClock(shop.api, 24 * 60 * 60 - 20);
    const still = await onlyPayout(shop);
    await turnClock(shop.api, 20);

    const back = await onlyPayout(shop);
    const failure = { code: 'PAYOUT_RETURNED', advice: 'none' };
    expect([paid.status, still.status]).toEqual(['completed', 'completed']);
    expect(back).toMatchObject({ payout_id, status: 'returned', completed_at: paid.completed_at, failure });
    expect(await transactionOf(shop, back.transaction_id)).toMatchObject({
      status: 'reversed',
      fee: '1.00',
      failure,
    });
    expect(await booksOf(app, shop)).toMatchObject({
      available: '90.50',
      payout_clearing: '0.00',
      fees: '4.50',
    });
    expect(await payoutEvents(shop, 'returned', 2)).toMatchObject([
      { type: 'payment.payout-item.succeeded', sequence: 1, data: { status: 'completed', failure: null } },
      { type: 'payment.payout-item.returned', sequence: 2, data: { status: 'returned', failure } },
    ]);
  });

  it('goes all the way in one turn of the clock, each job at its own time', async () => {
    const shop = await openPaidShop(app);
    const { payout_id } = await requested(shop, aPayout('mobile_money', { amount: '30.17' }));

    const { fired } = await turnClock(shop.api, 2 * 24 * 60 * 60);

    const { created_at, completed_at, status } = await onlyPayout(shop);
    const ofPayouts = fired.filter(({ kind }) => kind.startsWith('payouts.'));
    expect(ofPayouts.map(({ kind, resource_id: id }) => [kind, id])).toEqual([
      ['payouts.complete', payout_id],
      ['payouts.return', payout_id],
    ]);
    expect(status).toBe('returned');
    expect(new Date(completed_at ?? 0).getTime() - new Date(created_at).getTime()).toBe(fiveMinutes * 1000);
  });

  it('is completed and returned once, however often its jobs run', async () => {
    const shop = await openPaidShop(app);
    const { payout_id } = await requested(shop, aPayout('bank_transfer', { amount: '50.17' }));
    const again = (kind: 'payouts.complete' | 'payouts.return') =>
      runAgain(app, shop.merchant, kind, { payoutId: readId('po', payout_id) });
    await turnClock(shop.api, fiveMinutes);

    await again('payouts.complete');
    await turnClock(shop.api, 20);
    await turnClock(shop.api, 24 * 60 * 60);
    await again('payouts.return');
    await turnClock(shop.api, 20);

    expect(await booksOf(app, shop)).toMatchObject({ available: '90.50', payout_clearing: '0.00' });
    const events = await eventsAbout(app, { id: payout_id });
    expect(events.map(({ type }) => type)).toEqual([
      'payment.payout-item.succeeded',
      'payment.payout-item.returned',
    ]);
  });

  it('may take exactly what is available, and not a cent more', async () => {
    const shop = await openPaidShop(app);

    const tooMuch = await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount: '91.51' }) });
    await requested(shop, aPayout('bank_transfer', { amount: '91.50' }));

    expect(tooMuch).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      body: { details: { available: '91.50', required: '91.51' } },
    });
    expect(await shop.available()).toBe('0.00');
  });

  it('is taken from the balance of its own currency', async () => {
    const shop = await openPaidShop(app);

    const refused = await shop.api('requestPayout', { body: aPayout('mobile_money', { currency: 'ZWG' }) });

    expect([refused.status, refused.code]).toEqual([409, 'INSUFFICIENT_BALANCE']);
    expect(refused.body['details']).toEqual({ available: '0.00', required: '10.00' });
  });
});

describe('the code to collect cash', () => {
  it('has eight digits, is shown once and stored as a hash', async () => {
    const shop = await openPaidShop(app);

    const cash = await requested(shop, aPayout('agent_cash'));
    const bank = await requested(shop, aPayout('bank_transfer'));

    expect(cash.agent_otp).toMatch(/^[0-9]{8}$/);
    expect('agent_otp' in bank).toBe(false);
    const code = cash.agent_otp ?? '';
    const { data } = await shop.api('listPayouts');
    expect(JSON.stringify(data)).not.toContain(code);
    const rows = await app.database.asOwner(
      'SELECT p::text AS row FROM sandbox.payouts p WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    const keys = await app.database.asOwner('SELECT k::text AS row FROM sandbox.idempotency_keys k');
    expect([...rows, ...keys].filter(({ row }) => String(row).includes(code))).toEqual([]);
    expect(app.lines.filter((line) => line.includes(code))).toEqual([]);
    const [kept] = await app.database.asOwner(
      "SELECT otp_hash, otp_expires_at - created_at = interval '72 hours' AS fresh FROM sandbox.payouts WHERE merchant_id = $1 AND method = 'agent_cash'",
      [shop.merchant.merchantId],
    );
    expect(kept).toEqual({ otp_hash: expect.stringMatching(/^[0-9a-f]{64}$/), fresh: true });
  });

  it('is shown again for the same idempotency key of the same merchant, and to nobody else', async () => {
    const shop = await openPaidShop(app);
    const asking = { body: aPayout('agent_cash'), headers: { 'idempotency-key': 'cash' } };
    const reader = await openShop(app);

    const first = await shop.api('requestPayout', asking);
    const again = await shop.api('requestPayout', asking);
    const other = await reader.api('requestPayout', asking);
    const restricted = await apiOf(app.baseUrl, shop.merchant.restrictedKey)('requestPayout', asking);

    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.data).toEqual(first.data);
    expect([other.code, restricted.code]).toEqual(['INSUFFICIENT_BALANCE', 'INSUFFICIENT_PERMISSIONS']);
    expect((await shop.api('listPayouts')).data.items).toHaveLength(1);
    expect(await shop.available()).toBe('81.50');
    const [key] = await app.database.asOwner(
      'SELECT body FROM sandbox.idempotency_keys WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    expect(String(key?.['body'])).not.toContain(first.data.agent_otp);
  });
});

describe('the list of payouts', () => {
  it('is newest first, in pages, and can be filtered', async () => {
    const shop = await openPaidShop(app);
    const ids: string[] = [];
    for (const method of ['bank_transfer', 'mobile_money', 'agent_cash', 'mobile_money'] as const)
      ids.unshift((await requested(shop, aPayout(method))).payout_id);
    await turnClock(shop.api, fiveMinutes);
    ids.unshift((await requested(shop, aPayout('bank_transfer'))).payout_id);
    const list = async (query: Record<string, string | number>) => {
      const { data } = await shop.api('listPayouts', { query });
      return { ids: data.items.map(({ payout_id }) => payout_id), data };
    };

    const first = await list({ limit: 2 });
    const second = await list({ limit: 10, cursor: first.data.next_cursor ?? '' });

    expect([...first.ids, ...second.ids]).toEqual(ids);
    expect([first.data.has_more, second.data.has_more]).toEqual([true, false]);
    expect((await list({ method: 'mobile_money' })).ids).toEqual([ids[1], ids[3]]);
    expect((await list({ status: 'processing' })).ids).toEqual([ids[0]]);
    expect((await list({ status: 'completed', method: 'agent_cash', currency: 'USD' })).ids).toEqual([
      ids[2],
    ]);
    expect((await list({ currency: 'ZWG' })).ids).toEqual([]);
    const newest = first.data.items[0]?.created_at ?? '';
    expect((await list({ from_date: newest })).ids).toEqual([ids[0]]);
    expect((await list({ to_date: newest })).ids).toEqual(ids);
    const justBefore = new Date(Date.parse(newest) - 1).toISOString();
    expect((await list({ to_date: justBefore })).ids).toEqual(ids.slice(1));
    expect((await list({ to_date: '2026-01-01' })).ids).toEqual([]);
  });

  it('shows no payouts of another merchant', async () => {
    const [one, two] = [await openPaidShop(app), await openShop(app)];
    await requested(one, aPayout('bank_transfer'));

    expect((await two.api('listPayouts')).data.items).toEqual([]);
  });
});
