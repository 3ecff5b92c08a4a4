import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../src/pages/words/en/refusals.ts';
import { turnClock } from '../support/builders/build.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { openPage, payByCard } from '../support/service/page.ts';
import { eventIn, openService, openShop, type Place, type Shop } from './shop.ts';

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

const goodCard = '4242 4242 4242 4242';

describe('a card payment', () => {
  it('becomes a completed transaction, and its money is in the balance', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ amount: '100.00', customerName: 'Rudo', description: 'Tea' });

    const receipt = await payByCard(checkout.payment_url, goodCard);

    expect(receipt).toMatchObject({ status: 200, name: 'receipt' });
    const status = await shop.statusOf(checkout);
    expect(status).toMatchObject({
      status: 'completed',
      payment_method: 'card',
      failure: null,
      late: false,
    });
    const id = status.transaction_id ?? '';
    const { data: payment } = await shop.api('getTransaction', { params: { id } });
    expect(payment).toMatchObject({
      type: 'payment',
      status: 'completed',
      amount: '100.00',
      fee: '3.50',
      net_amount: '96.50',
      gateway: 'sandbox_card',
      payment_method: { type: 'card', brand: 'visa', last4: '4242', phone_masked: null },
      source: { type: 'checkout', id: checkout.checkout_id },
      customer: { name: 'Rudo' },
      amount_refundable: '100.00',
      reserve_amount: '5.00',
      late: false,
      livemode: false,
    });
    expect(await shop.listOf(checkout)).toEqual([payment]);
    const { data: balance } = await shop.api('getBalance');
    expect(balance).toMatchObject({
      available: { USD: '91.50', ZWG: '0.00' },
      pending: { USD: '0.00', ZWG: '0.00' },
      reserve: { USD: '5.00', ZWG: '0.00' },
    });
  });

  it('sends a signed event, valid by its schema, to the notification address and to the app', async () => {
    const webhookUrl = `${receiver.url}/app`;
    const shop = await openShop(app, { webhookUrl });
    const checkout = await shop.card({ amount: '10.05', notificationUrl: `${receiver.url}/shop` });

    await payByCard(checkout.payment_url, goodCard);

    const requests = await receiver.sees(2);
    expect(requests.map(({ path }) => path).toSorted()).toEqual(['/app', '/shop']);
    const [event, twin] = await Promise.all(
      requests.map((request) => eventIn(request, shop.merchant.webhookSecret)),
    );
    const { transaction_id } = await shop.statusOf(checkout);
    expect(event).toEqual(twin);
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment.capture.completed',
      api_version: '2026-01-01',
      livemode: false,
      resource_id: transaction_id,
      sequence: 1,
      data: {
        id: transaction_id,
        amount: '10.0500',
        fee: '0.3500',
        net: '9.7000',
        currency: 'USD',
        status: 'completed',
        checkout_id: checkout.checkout_id,
        failure: null,
        late: false,
      },
    });
    expect(Math.abs((event?.created ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(requests.map(({ headers }) => headers['service-version'])).toEqual(['2026-01-01', '2026-01-01']);
    expect(requests.map(({ headers }) => headers['service-attempt'])).toEqual(['1', '1']);
  });

  it.each([
    ['USD', '10.00', '0.20', '9.80', '9.30'],
    ['ZWG', '0.01', '0.01', '0.00', '0.00'],
  ] as const)('over the domestic switch costs 2 % (%s %s)', async (currency, amount, fee, net, available) => {
    const shop = await openShop(app);
    const checkout = await shop.card({ amount, currency });

    await payByCard(checkout.payment_url, '9716 0000 0000 0006');

    expect(await shop.listOf(checkout)).toMatchObject([
      {
        fee,
        net_amount: net,
        gateway: 'sandbox_domestic_switch',
        payment_method: { type: 'domestic_switch', brand: 'domestic_switch', last4: '0006' },
      },
    ]);
    const { data: balance } = await shop.api('getBalance');
    expect(balance.available[currency]).toBe(available);
  });
});

describe('a declined card', () => {
  it.each([
    ['4000000000000002', 'CARD_DECLINED', 'use_other_method'],
    ['4000000000009995', 'CARD_INSUFFICIENT_FUNDS', 'use_other_method'],
    ['4000000000000069', 'CARD_EXPIRED', 'use_other_method'],
    ['4000000000000127', 'CARD_CVV_INVALID', 'try_again'],
    ['9716000000000014', 'CARD_BLOCKED', 'contact_issuer'],
    ['4111111111111111', 'CARD_NOT_TEST_CARD', 'use_other_method'],
    ['9716000000000022', 'CARD_NOT_TEST_CARD', 'use_other_method'],
  ] as const)('(%s) fails with %s at no cost, and another card can pay', async (number, code, advice) => {
    const shop = await openShop(app);
    const checkout = await shop.card();

    const refused = await payByCard(checkout.payment_url, number);
    const between = await shop.statusOf(checkout);
    await payByCard(checkout.payment_url, goodCard);

    expect(refused).toMatchObject({ status: 200, name: 'choose' });
    expect(refused.text).toContain(refusals[code].replaceAll('"', '&quot;'));
    expect(between).toMatchObject({ status: 'pending', failure: null });
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'completed', failure: null },
      { status: 'failed', fee: '0.00', net_amount: '0.00', failure: { code, advice } },
    ]);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.declined', 'payment.capture.completed']);
  });

  it('sends an event with the reason', async () => {
    const shop = await openShop(app);
    const notificationUrl = `${receiver.url}/declined`;
    const checkout = await shop.card({ notificationUrl });
    const before = receiver.received.length;

    await payByCard(checkout.payment_url, '4000000000000002');

    const request = (await receiver.sees(before + 1)).at(-1);
    if (!request) throw new Error('nothing came');
    expect(await eventIn(request, shop.merchant.webhookSecret)).toMatchObject({
      type: 'payment.capture.declined',
      sequence: 1,
      data: { status: 'failed', net: '0.0000', failure: { code: 'CARD_DECLINED' } },
    });
  });

  it('makes the checkout fail after the fifth decline', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card();

    const pages: string[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      pages.push((await payByCard(checkout.payment_url, '4000000000000002')).name);

    expect(pages).toEqual(['choose', 'choose', 'choose', 'choose', 'failed']);
    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'failed',
      failure: { code: 'ATTEMPTS_EXHAUSTED', advice: 'none' },
    });
    expect(await shop.eventsOf(checkout)).toEqual(
      Array.from({ length: 5 }, () => 'payment.capture.declined'),
    );
    expect(await shop.available()).toBe('0.00');
  });
});

describe('a bank that is slow', () => {
  const slowCard = '4000000000000044';
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(app);
  });

  it('leaves the payment pending for 30 seconds; then it fails, and the customer can try again', async () => {
    const checkout = await shop.card();

    const waiting = await payByCard(checkout.payment_url, slowCard);
    await turnClock(shop.api, 10);
    const [pending] = await shop.listOf(checkout);
    await turnClock(shop.api, 21);
    const [failed] = await shop.listOf(checkout);
    const again = await openPage(checkout.payment_url);
    const paid = await payByCard(checkout.payment_url, goodCard);

    expect(waiting.name).toBe('bank');
    expect(pending).toMatchObject({ status: 'pending', completed_at: null });
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } });
    expect(again.text).toContain(refusals.GATEWAY_TIMEOUT);
    expect(paid.name).toBe('receipt');
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.declined',
      'payment.capture.completed',
    ]);
  });
});

describe('a card number', () => {
  it('is stored nowhere, neither in the database nor in the log', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card();

    await payByCard(checkout.payment_url, '4000000000000044');
    await payByCard((await shop.card()).payment_url, goodCard);

    const tables = await app.database.asOwner(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('sandbox', 'live', 'platform')",
    );
    const holding = tables.map(
      ({ name }) =>
        `SELECT '${String(name)}' AS name FROM ${String(name)} AS r WHERE r::text ~ '4242424242424242|4000000000000044|Moyo'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    expect(await app.database.asOwner(holding.join(' UNION ALL '))).toEqual([]);
    expect(app.lines.length).toBeGreaterThan(0);
    expect(app.lines.filter((line) => /4242 ?4242 ?4242|4000000000000044|Moyo/.test(line))).toEqual([]);
  });
});
