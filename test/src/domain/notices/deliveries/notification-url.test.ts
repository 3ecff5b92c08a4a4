import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { aReceiver, type Received, type Receiver } from '../../../../support/receivers/receiver.ts';
import { payByCard } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;
let receiver: Receiver;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
  receiver = await aReceiver();
});
afterEach(() => receiver.close());

/** The types that the specification sends to a `notificationUrl`. */
const known = [
  'payment.capture.completed',
  'payment.capture.declined',
  'payment.refund.pending',
  'payment.refund.completed',
];

const typeOf = ({ body }: Received): string => (JSON.parse(body) as { type: string }).type;
const heard = () => receiver.received.map(typeOf);

/** Delivered to this receiver, by the service's own record: nothing is still on its way. */
async function settled(): Promise<void> {
  const open = `SELECT FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND url LIKE $2 AND finished_at IS NULL`;
  const values = [shop.merchant.merchantId, `${receiver.url}%`];
  await expect.poll(() => app.database.asOwner(open, values)).toEqual([]);
}

describe('a notification URL', () => {
  it.each([
    ['answers 400 to', 400],
    ['does not answer', 'hang'],
  ] as const)(
    'is told of a wallet payment at once when it %s types that the specification does not send',
    async (_, reaction) => {
      receiver.answer((request) => (known.includes(typeOf(request)) ? 204 : reaction));
      const startedAt = performance.now();

      await shop.push('0771111111', { notificationUrl: `${receiver.url}/hook` });

      await expect.poll(heard, { timeout: 150_000 }).toContain('payment.capture.completed');
      const seconds = (performance.now() - startedAt) / 1000;
      // 33 seconds if it waited for the retries of the others.
      expect(seconds, `${seconds.toFixed(1)} s`).toBeLessThan(25);
      await settled();
      expect(heard()).toEqual(['payment.capture.completed']);
    },
    180_000,
  );

  it('is told once that nobody answered a wallet prompt', async () => {
    const checkout = await shop.push('0776666666', { notificationUrl: `${receiver.url}/hook` });

    await turnClock(shop.api, 125);

    await settled();
    expect(heard()).toEqual(['payment.capture.declined']);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.declined']);
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'expired' });
  });

  it('is told of a refund when it is undecided and when it is completed', async () => {
    const checkout = await shop.card({ amount: '20.00', notificationUrl: `${receiver.url}/hook` });
    await payByCard(checkout.payment_url, '4242424242424242');
    const { transaction_id: id = '' } = await shop.statusOf(checkout);

    await shop.api('refundTransaction', { params: { id }, body: { amount: '5.13' } });
    await shop.api('refundTransaction', { params: { id }, body: { amount: '5.11' } });
    await turnClock(shop.api, 31);
    await shop.api('refundTransaction', { params: { id } });

    await settled();
    expect(heard().toSorted()).toEqual([
      'payment.capture.completed',
      'payment.refund.completed',
      'payment.refund.completed',
      'payment.refund.pending',
    ]);
  });

  it.each([
    ['one more type', ['payment.capture.pending'], ['payment.capture.pending', 'payment.capture.completed']],
    ['all types', ['*'], ['payment.capture.pending', 'payment.capture.completed']],
    ['a type that did not happen', ['payment.capture.refunded'], ['payment.capture.completed']],
  ])('is also sent what its app subscribes to: %s', async (_, eventTypes, expected) => {
    shop = await openShop(app, { eventTypes });

    await shop.push('0771111111', { notificationUrl: `${receiver.url}/hook` });

    await expect.poll(heard).toContain('payment.capture.completed');
    await settled();
    expect(heard()).toEqual(expected);
  });

  it('is sent a replay of what it hears and of what it heard before, and of nothing else', async () => {
    shop = await openShop(app, { eventTypes: ['payment.capture.refunded'] });
    const checkout = await shop.push('0771111111', { notificationUrl: `${receiver.url}/hook` });
    await expect.poll(heard).toContain('payment.capture.completed');
    const { transaction_id: id } = await shop.pollOf(checkout);
    await shop.api('refundTransaction', { params: { id }, body: { amount: '1.00' } });
    await expect.poll(heard).toContain('payment.capture.refunded');
    await app.database.asOwner(
      `UPDATE platform.webhook_endpoints SET event_types = '{payment.capture.declined}' WHERE app_id = $1`,
      [shop.merchant.appId],
    );

    const { data } = await shop.api('listEvents', { query: { resource_id: id } });
    const replayed = await Promise.all(
      data.items.map(async ({ id: event, type }) => {
        const { status } = await shop.api('replayEvent', { params: { id: event } });
        return `${type} ${status}`;
      }),
    );

    expect(replayed.toSorted()).toEqual([
      'payment.capture.completed 201',
      'payment.capture.pending 409',
      'payment.capture.refunded 201',
    ]);
  });
});
