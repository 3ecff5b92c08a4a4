import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { aCardCheckout, turnClock } from '../../../../support/builders/build.ts';
import { eventsAbout } from '../../../../support/builders/inside.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { payByCard, payByWallet } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
  shop = await openShop(app);
});
afterAll(() => app.stop());

describe('a new checkout', () => {
  it.each([
    ['a card', () => shop.card(), 'sandbox_card', false, 1800],
    ['a wallet', () => shop.push('0772222222'), 'sandbox_wallet_a', true, 120],
  ] as const)('for %s says where to pay and how long', async (_for, open, gateway, polling, seconds) => {
    const checkout = await open();

    expect(checkout).toMatchObject({
      payment_url: `${app.baseUrl}/test/c/${checkout.checkout_id}`,
      gateway_name: gateway,
      requires_polling: polling,
    });
    const status = await shop.statusOf(checkout);
    expect((Date.parse(status.expires_at) - Date.parse(status.created_at)) / 1000).toBe(seconds);
  });

  it('has no transaction until it is paid, and names the last method tried', async () => {
    const checkout = await shop.card({ amount: '12.30', currency: 'ZWG', merchantTransactionId: 'order 77' });

    const untouched = await shop.statusOf(checkout);
    await payByCard(checkout.payment_url, '4000000000000002');
    const refused = await shop.statusOf(checkout);
    await payByWallet(checkout.payment_url, '0772222222');
    const waiting = await shop.statusOf(checkout);
    const polled = await shop.pollOf(checkout);

    expect(untouched).toMatchObject({
      checkout_id: checkout.checkout_id,
      status: 'pending',
      amount: '12.30',
      currency: 'ZWG',
      merchantTransactionId: 'order 77',
      payment_url: checkout.payment_url,
      payment_method: null,
      failure: null,
      late: false,
    });
    expect([untouched, refused, waiting].some((status) => 'transaction_id' in status)).toBe(false);
    expect([refused.payment_method, waiting.payment_method]).toEqual(['card', 'wallet_a']);
    expect(polled).toMatchObject({ is_pending: true, wallet_type: 'wallet_a' });
  });

  it('carries the integrator’s own texts to the payment and its events, and to nobody else', async () => {
    const longest = `${'n'.repeat(37)}2026`;
    const metadata = { order_id: '77', line1_item2: 'té "ü" </script>', constructor: 'a', [longest]: '' };
    const checkout = await shop.card({ metadata });
    const plain = await shop.card({ metadata: {} });

    const page = await (await fetch(checkout.payment_url)).text();
    await payByCard(checkout.payment_url, '4000000000000002');
    await payByCard(checkout.payment_url, '4242424242424242');

    const status = await shop.statusOf(checkout);
    const attempts = await shop.listOf(checkout);
    const { data } = await shop.api('getTransaction', { params: { id: status.transaction_id ?? '' } });
    const events = await eventsAbout(app, { id: status.transaction_id ?? '' });
    expect([status.metadata, data.metadata, (await shop.statusOf(plain)).metadata]).toEqual([
      metadata,
      metadata,
      null,
    ]);
    expect(attempts.map((attempt) => attempt.metadata)).toEqual([metadata, metadata]);
    expect(events.map(({ type }) => type)).toContain('payment.capture.completed');
    expect(events.map((event) => event.data['metadata'])).toEqual(events.map(() => metadata));
    expect(page).not.toContain('order_id');
  });

  it.each([
    [Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`n_${at}`, 'x'])), 'VALIDATION_ERROR'],
    [{ 'order id': 'x' }, 'VALIDATION_ERROR'],
    [{ __proto: 'x' }, 'VALIDATION_ERROR'],
    [{ order_12345: 'x' }, 'VALIDATION_ERROR'],
    [{ a1b2c3d4e5: 'x' }, 'VALIDATION_ERROR'],
    [{ order_id: 77 }, 'VALIDATION_ERROR'],
    [{ order_id: 'x'.repeat(256) }, 'VALIDATION_ERROR'],
    [{ order_id: 'a\nb' }, 'VALIDATION_ERROR'],
    [{ note: `pay with ${'4242 '.repeat(4)}` }, 'CARD_NUMBER_IN_TEXT'],
  ])('refuses %j as texts of the integrator', async (metadata, code) => {
    const refused = await shop.api('createCheckout', { body: aCardCheckout({ metadata }) });

    expect([refused.status, refused.code]).toEqual([400, code]);
    expect(refused.body['errors']).toMatchObject([
      {
        instancePath: expect.stringMatching(/^\/metadata/),
        message: expect.stringMatching(/^must|^number/i),
      },
    ]);
  });

  it('is polled by its newest attempt by wallet, and keeps the method of its payment after a refund', async () => {
    const checkout = await shop.card();
    await payByWallet(checkout.payment_url, '0773333333');
    await turnClock(shop.api, 30);
    const refused = await shop.pollOf(checkout);
    await payByWallet(checkout.payment_url, '0771111111');
    await turnClock(shop.api, 30);
    const approved = await shop.pollOf(checkout);
    const { transaction_id: id } = approved;
    await shop.api('refundTransaction', { params: { id }, body: { amount: '1.00' } });

    expect([refused, approved].map((polled) => polled.transaction_status)).toEqual(['failed', 'completed']);
    expect(id).not.toBe(refused.transaction_id);
    expect(await shop.pollOf(checkout)).toEqual(approved);
    expect((await shop.statusOf(checkout)).payment_method).toBe('wallet_a');
  });

  it('is not found by another merchant, by a malformed id, or by a transaction’s id', async () => {
    const checkout = await shop.card();
    const stranger = await openShop(app);
    const asked = [checkout.checkout_id.replace('chk_', 'txn_'), 'chk_1', 'x'.repeat(64)];

    const answers = await Promise.all([
      stranger.api('getCheckoutStatus', { params: { id: checkout.checkout_id } }),
      ...asked.map((id) => shop.api('getCheckoutStatus', { params: { id } })),
    ]);

    expect(answers.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 4 }, () => [404, 'NOT_FOUND']),
    );
  });

  it('is refused in live while no gateway is configured, and stores nothing', async () => {
    const live = await app.aMerchant({ mode: 'live' });
    const body = aCardCheckout({ notificationUrl: 'https://shop.example/hook' });

    const refused = await apiOf(app.baseUrl, live.secretKey)('createCheckout', { body });
    const rows = await app.database.asOwner(
      'SELECT id FROM live.checkouts UNION ALL SELECT checkout_id FROM live.merchant_references',
    );

    expect(refused).toMatchObject({ status: 409, code: 'GATEWAY_NOT_CONFIGURED' });
    expect(rows).toEqual([]);
  });
});

describe('a reference', () => {
  it('may be used by two merchants, whose refusals name their own checkouts', async () => {
    const shops = [shop, await openShop(app)];
    const body = aCardCheckout({ notificationUrl: app.notificationUrl, merchantTransactionId: 'order 1' });

    const first = await Promise.all(shops.map((each) => each.api('createCheckout', { body })));
    const again = await Promise.all(shops.map((each) => each.api('createCheckout', { body })));

    const own = first.map(({ data }) => data.checkout_id);
    expect(new Set(own).size).toBe(2);
    expect(again.map((refused) => refused.body['details'])).toMatchObject(
      own.map((checkout_id) => ({ existing: { checkout_id } })),
    );
  });

  it('cannot be used again after the payment', async () => {
    const body = aCardCheckout({ notificationUrl: app.notificationUrl });
    const { data: first } = await shop.api('createCheckout', { body });
    await payByCard(first.payment_url, '4242424242424242');

    const second = await shop.api('createCheckout', { body });

    const { created_at } = await shop.statusOf(first);
    expect(second).toMatchObject({ status: 409, code: 'DUPLICATE_REQUEST' });
    expect(second.body['details']).toEqual({
      existing: {
        checkout_id: first.checkout_id,
        status: 'completed',
        payment_url: first.payment_url,
        created_at,
      },
    });
  });

  it('gets the same answer again with the same idempotency key', async () => {
    const asking = {
      body: aCardCheckout({ notificationUrl: app.notificationUrl }),
      headers: { 'idempotency-key': 'order-1' },
    };

    const first = await shop.api('createCheckout', asking);
    const second = await shop.api('createCheckout', asking);

    expect(second).toMatchObject({ status: 201, data: first.data });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});
