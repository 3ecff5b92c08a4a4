import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnClock } from '../support/builders/build.ts';
import { openPage, payByCard, submit } from '../support/service/page.ts';
import { openService, openShop, type Place, type Shop } from './shop.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const halfAnHour = 30 * 60;
const goodCard = {
  method: 'card',
  number: '4242424242424242',
  expiry: '12/40',
  holder: 'T. Moyo',
  cvv: '737',
} as const;

describe('an unpaid checkout', () => {
  it('is open for 30 minutes, then expires without a payment event', async () => {
    const checkout = await shop.card();

    await turnClock(shop.api, halfAnHour - 60);
    const before = await shop.statusOf(checkout);
    const { fired } = await turnClock(shop.api, 61);

    expect(before.status).toBe('pending');
    expect(fired).toEqual([
      { kind: 'checkout.expire', resource_id: checkout.checkout_id, due_at: before.expires_at },
    ]);
    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'expired',
      payment_method: null,
      failure: { code: 'CHECKOUT_EXPIRED', advice: 'try_again' },
    });
    expect(await shop.eventsOf(checkout)).toEqual([]);
  });

  it('takes no payment after its expiry, even from a page that was already open', async () => {
    const checkout = await shop.card();
    const open = await openPage(checkout.payment_url);

    await turnClock(shop.api, halfAnHour + 1);
    const tried = await submit(open, 'pay', goodCard);

    expect(tried).toMatchObject({ status: 410, name: 'expired' });
    expect(await shop.listOf(checkout)).toEqual([]);
    expect(await shop.available()).toBe('0.00');
  });

  it('expires even after declined attempts', async () => {
    const checkout = await shop.card();

    await payByCard(checkout.payment_url, '4000000000000002');
    await turnClock(shop.api, halfAnHour + 1);

    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'expired', payment_method: 'card' });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.declined']);
  });
});

describe('a completed payment', () => {
  it('stays completed when the checkout’s time is over', async () => {
    const checkout = await shop.card();

    await payByCard(checkout.payment_url, goodCard.number);
    const { fired } = await turnClock(shop.api, 40 * 24 * 3600);

    const kinds = fired.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['ledger.tell-balances', 'platform-billing.bill']);
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: false });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.completed']);
  });
});

describe('a payment at the moment of the expiry', () => {
  it('either completes or does not, and sends one event', async () => {
    const rounds = Array.from({ length: 12 }, async () => {
      const own = await openShop(app);
      const checkout = await own.card();
      await turnClock(own.api, halfAnHour - 20);
      const open = await openPage(checkout.payment_url);
      await Promise.all([submit(open, 'pay', goodCard), turnClock(own.api, 20)]);
      await turnClock(own.api, 3600);
      return await outcomeOf(own, checkout);
    });

    const outcomes = await Promise.all(rounds);

    for (const outcome of outcomes) expect([paid, unpaid]).toContainEqual(outcome);
  });

  const paid = { status: 'completed', late: false, events: ['payment.capture.completed'], available: '9.15' };
  const unpaid = { status: 'expired', late: false, events: [], available: '0.00' };
});

async function outcomeOf(own: Shop, checkout: Awaited<ReturnType<Shop['card']>>) {
  const { status, late } = await own.statusOf(checkout);
  return { status, late, events: await own.eventsOf(checkout), available: await own.available() };
}
