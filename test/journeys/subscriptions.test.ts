import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnClock } from '../support/builders/build.ts';
import {
  billingEvents,
  billingEventTypes,
  createdPlan,
  invoicesOf,
  paidBy,
  subscribed,
  subscriptionNow,
  turnTo,
} from '../support/builders/subscriptions.ts';
import { aReceiver } from '../support/receivers/receiver.ts';
import { eventIn, openService, openShop, type Place, type Shop } from './shop.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

/** A leap year, far enough ahead that only a turned clock reaches it. */
const start = '2028-01-31T08:00:00.000Z';

const year = [
  '2028-01-31',
  '2028-02-29',
  '2028-03-31',
  '2028-04-30',
  '2028-05-31',
  '2028-06-30',
  '2028-07-31',
  '2028-08-31',
  '2028-09-30',
  '2028-10-31',
  '2028-11-30',
  '2028-12-31',
];

describe('a year of monthly periods from 31 January', () => {
  it('is billed and paid by wallet on the right days, with its events in order', async () => {
    const receiver = await aReceiver();
    shop = await openShop(app, { webhookUrl: `${receiver.url}/app` });
    await app.database.asOwner(
      `UPDATE platform.webhook_endpoints SET event_types = '{*}' WHERE app_id = $1`,
      [shop.merchant.appId],
    );
    const subscription = await subscribed(shop.api, {}, { ...paidBy('0771111111'), start_at: start });
    await turnTo(shop.api, start);

    await turnTo(shop.api, '2029-01-30T08:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ created_at }) => created_at)).toEqual(year.map((day) => `${day}T08:00:00.000Z`));
    expect(invoices.map(({ due_date }) => due_date)).toEqual(year);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(12);
    expect(invoices[0]).toMatchObject({
      status: 'paid',
      total: '12.00',
      reference: subscription.id,
      customer: { name: 'Rudo Ncube' },
      items: [{ description: 'Tea club', quantity: 1, unit_amount: '12.00' }],
    });
    expect(invoices.every(({ status, transaction_id }) => status === 'paid' && transaction_id)).toBe(true);
    const paid = await shop.api('listTransactions', { query: { type: 'payment', limit: 100 } });
    expect(paid.data.items.map(({ status, source }) => ({ status, source }))).toEqual(
      Array.from({ length: 12 }, () => ({
        status: 'completed',
        source: { type: 'subscription', id: subscription.id },
      })),
    );
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'active',
      entitled: true,
      collection_state: 'ok',
      cycle_count: 12,
      current_period_start: '2028-12-31T08:00:00.000Z',
      next_billing_at: '2029-01-31T08:00:00.000Z',
      latest_invoice_id: invoices.at(-1)?.id,
    });
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'activated']);

    const made = await app.database.asOwner('SELECT FROM sandbox.events WHERE merchant_id = $1', [
      shop.merchant.merchantId,
    ]);
    const requests = await receiver.sees(made.length);
    await receiver.close();
    const events = await Promise.all(requests.map((one) => eventIn(one, shop.merchant.webhookSecret)));
    const billed = events.filter(({ type }) => type !== 'merchant.account.balance-updated');
    // The plan: one event. The subscription: created and activated. Each period: three of its invoice, two of its checkout, two
    // of its payment.
    expect(billed).toHaveLength(3 + 12 * 7);
    // At least one for each period: its bookings may fall into two different minutes.
    expect(events.length - billed.length).toBeGreaterThanOrEqual(12);
    for (const invoice of invoices) {
      const told = events.filter(({ resource_id }) => resource_id === invoice.id);
      expect(told.map(({ type, sequence }) => [type, sequence])).toEqual([
        ['invoicing.invoice.created', 1],
        ['invoicing.invoice.sent', 2],
        ['invoicing.invoice.paid', 3],
      ]);
    }
    expect(
      events.filter(({ resource_id }) => resource_id === subscription.id).map(({ sequence }) => sequence),
    ).toEqual([1, 2]);
  });

  it('ends the same whether the clock is turned in one step or day by day', async () => {
    const other = await openShop(app);
    const terms = { ...paidBy('0774444444'), start_at: start };
    const plan = { interval: 'week', on_exhausted: 'cancel' };
    const monthly = { ...paidBy('0771111111'), start_at: start };
    const ofShop = [
      await subscribed(shop.api, {}, monthly),
      await subscribed(shop.api, plan, terms),
      await subscribed(shop.api, {}, { start_at: start }),
    ];
    const ofOther = [
      await subscribed(other.api, {}, monthly),
      await subscribed(other.api, plan, terms),
      await subscribed(other.api, {}, { start_at: start }),
    ];
    await turnTo(shop.api, '2028-01-31T07:00:00.000Z');
    await turnTo(other.api, '2028-01-31T07:00:00.000Z');

    await turnTo(shop.api, '2028-04-30T09:00:00.000Z');
    for (let day = 0; day < 91; day += 1) await turnClock(other.api, 86_400);

    for (const [place, one] of ofShop.entries()) {
      const two = ofOther[place] ?? one;
      expect(await storyOf(other, two)).toEqual(await storyOf(shop, one));
    }
  });
});

/** Everything that happened to a subscription and when, without ids and numbers. */
async function storyOf({ api }: Shop, subscription: { readonly id: string }) {
  const invoices = await invoicesOf(api, subscription);
  const told = await billingEvents(app, subscription);
  const now = await subscriptionNow(api, subscription);
  return {
    invoices: invoices.map(({ status, created_at, paid_at, voided_at }) => [
      status,
      created_at,
      paid_at,
      voided_at,
    ]),
    told: told.slice(1).map(({ type, sequence, at }) => [type, sequence, at]),
    now: [now.status, now.collection_state, now.next_billing_at, now.cycle_count, now.canceled_at],
  };
}

describe('a wallet that does not pay', () => {
  it.each([
    ['pause', 'paused', 'suspended'],
    ['cancel', 'canceled', 'cancelled'],
  ] as const)(
    'is asked on days 0, 1, 3 and 7, and then on_exhausted %s decides',
    async (on_exhausted, status, told) => {
      const subscription = await subscribed(
        shop.api,
        { on_exhausted },
        { ...paidBy('0774444444'), start_at: start },
      );
      await turnTo(shop.api, start);
      await turnTo(shop.api, '2028-02-06T08:00:00.000Z');
      const before = await subscriptionNow(shop.api, subscription);

      await turnTo(shop.api, '2028-03-31T08:00:00.000Z');

      expect(before).toMatchObject({ status: 'active', entitled: true, collection_state: 'retrying' });
      expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
        status,
        entitled: false,
        collection_state: 'exhausted',
        next_billing_at: null,
        cycle_count: 1,
        cancel_reason: status === 'canceled' ? 'exhausted' : null,
      });
      const events = await billingEvents(app, subscription);
      expect(events.map(({ type, at }) => [type, at.slice(0, 19)]).slice(1)).toEqual([
        ['payment-failed', '2028-01-31T08:00:00'],
        ['payment-failed', '2028-02-01T08:00:00'],
        ['payment-failed', '2028-02-03T08:00:00'],
        ['payment-failed', '2028-02-07T08:00:00'],
        [told, '2028-02-07T08:00:00'],
      ]);
      expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(events.slice(1).map(({ data }) => data['collection_state'])).toEqual([
        'retrying',
        'retrying',
        'retrying',
        'exhausted',
        'exhausted',
      ]);
      expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'void' }]);
      const tried = await shop.api('listTransactions');
      expect(tried.data.items.map(({ status: each }) => each)).toEqual([
        'failed',
        'failed',
        'failed',
        'failed',
      ]);
      expect(await shop.available()).toBe('0.00');
    },
  );

  it('is asked four times even if it is unreachable', async () => {
    const unreachable = [];
    for (const phone of ['0777777777', '0779999999', '0776666666', '0770000002'])
      unreachable.push(await subscribed(shop.api, {}, { ...paidBy(phone), start_at: start }));
    await turnTo(shop.api, start);

    await turnTo(shop.api, '2028-02-08T08:00:00.000Z');

    for (const subscription of unreachable) {
      expect(await billingEventTypes(app, subscription)).toEqual([
        'created',
        'payment-failed',
        'payment-failed',
        'payment-failed',
        'payment-failed',
        'suspended',
      ]);
      expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'void' }]);
    }
    expect(await shop.available()).toBe('0.00');
  });

  it('pays the period if its money arrives late, and is not asked again', async () => {
    const subscription = await subscribed(shop.api, {}, { ...paidBy('0778888888'), start_at: start });
    await turnTo(shop.api, start);

    await turnTo(shop.api, '2028-02-20T08:00:00.000Z');

    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'payment-failed', 'activated']);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ collection_state: 'ok' });
    expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'paid' }]);
    const { data } = await shop.api('listTransactions');
    expect(data.items).toMatchObject([{ status: 'completed', late: true }]);
  });
});

describe('periods that are shorter than the time their tries take', () => {
  it('are each billed, while the customer is asked for one payment at a time', async () => {
    const plan = { interval: 'day', on_exhausted: 'cancel' };
    const subscription = await subscribed(shop.api, plan, { ...paidBy('0776666666'), start_at: start });
    await turnTo(shop.api, start);

    await turnTo(shop.api, '2028-02-20T08:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ created_at, status }) => [created_at.slice(0, 10), status])).toEqual(
      ['01-31', '02-01', '02-02', '02-03', '02-04', '02-05', '02-06', '02-07'].map((day) => [
        `2028-${day}`,
        'void',
      ]),
    );
    const overlapping = await app.database.asOwner(
      `SELECT FROM sandbox.checkouts a JOIN sandbox.checkouts b ON a.merchant_id = b.merchant_id AND a.source_id = b.source_id AND a.id < b.id
        WHERE replace(a.source_id::text, '-', '') = $1 AND b.created_at < a.completed_at`,
      [subscription.id.replace('sub_', '')],
    );
    expect(overlapping).toEqual([]);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ cancel_reason: 'exhausted' });
  });
});

describe('a plan', () => {
  it('bills when its trial is over, and ends after max_cycles periods', async () => {
    const plan = await createdPlan(shop.api, { trial_days: 14, max_cycles: 2, interval_count: 3 });
    const subscription = await subscribed(shop.api, plan.plan_id, {
      ...paidBy('0771111111'),
      start_at: start,
    });
    const before = await subscriptionNow(shop.api, subscription);
    await turnTo(shop.api, start);
    const inTrial = await subscriptionNow(shop.api, subscription);

    await turnTo(shop.api, '2028-08-14T08:00:01.000Z');

    expect(before).toMatchObject({ entitled: false, trial_ends_at: '2028-02-14T08:00:00.000Z' });
    expect(inTrial).toMatchObject({ entitled: true, cycle_count: 0, current_period_start: null });
    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ status, created_at }) => [status, created_at])).toEqual([
      ['paid', '2028-02-14T08:00:00.000Z'],
      ['paid', '2028-05-14T08:00:00.000Z'],
    ]);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      entitled: false,
      cancel_reason: 'completed',
      canceled_at: '2028-08-14T08:00:00.000Z',
      cycle_count: 2,
    });
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'activated', 'expired']);
  });
});
