import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { goodCard } from '../../../../support/builders/counter.ts';
import { runAgain, setMerchantStatus } from '../../../../support/builders/inside.ts';
import { invoiceNow, startInvoice } from '../../../../support/builders/invoices.ts';
import {
  billingEvents,
  billingEventTypes,
  cancel,
  createdPlan,
  invoicesOf,
  paidBy,
  pause,
  paymentsOf,
  resume,
  subscribed,
  subscriptionNow,
  turnTo,
} from '../../../../support/builders/subscriptions.ts';
import { createdCustomer, savedCard } from '../../../../support/builders/vault.ts';
import { atOnce, times } from '../../../../support/checks/at-once.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const start = '2028-01-31T08:00:00.000Z';

/** The newest invoice, with its address. */
async function latest(subscription: { readonly id: string }) {
  const invoice = (await invoicesOf(shop.api, subscription)).at(-1);
  if (!invoice?.hosted_url) throw new Error('no invoice was sent');
  return { ...invoice, url: invoice.hosted_url };
}

const payments = () => paymentsOf(shop.api);

describe('the invoice of a cycle', () => {
  it('paid on its page activates the subscription, and no try fails', async () => {
    const subscription = await subscribed(shop.api);

    const paid = await submit(await startInvoice(await latest(subscription)), 'pay', goodCard);
    await turnClock(shop.api, 8 * 86_400);

    expect(paid.name).toBe('receipt');
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'active',
      collection_state: 'ok',
      entitled: true,
    });
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'activated']);
  });

  it('counts a failed try on days 1, 3 and 7 while nobody pays it', async () => {
    const subscription = await subscribed(shop.api, { on_exhausted: 'cancel' }, { start_at: start });
    await turnTo(shop.api, start);
    const { url } = await latest(subscription);

    await turnTo(shop.api, '2028-02-08T08:00:00.000Z');

    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'payment-failed',
      'payment-failed',
      'payment-failed',
      'cancelled',
    ]);
    expect((await openPage(url)).status).toBe(410);
  });

  it('paid on its page between two tries ends the tries', async () => {
    const about = { ...paidBy('0774444444'), start_at: start };
    const subscription = await subscribed(shop.api, {}, about);
    await turnTo(shop.api, '2028-02-02T08:00:00.000Z');

    await submit(await startInvoice(await latest(subscription)), 'pay', goodCard);
    await turnTo(shop.api, '2028-02-20T08:00:00.000Z');

    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ collection_state: 'ok' });
    expect((await payments()).map(({ status }) => status)).toEqual(['completed', 'failed', 'failed']);
    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'payment-failed',
      'payment-failed',
      'activated',
    ]);
  });

  it('can be neither paid on its page nor voided while a wallet prompt waits', async () => {
    const about = { ...paidBy('0772222222'), start_at: start };
    const subscription = await subscribed(shop.api, {}, about);
    await turnTo(shop.api, start);
    const invoice = await latest(subscription);

    const page = await openPage(invoice.url);
    const voided = await shop.api('voidInvoice', { params: { id: invoice.id } });
    await turnClock(shop.api, 60);

    expect(page.name).toBe('busy');
    expect(voided).toMatchObject({ status: 409, code: 'CHARGE_IN_PROGRESS' });
    expect(await invoiceNow(shop.api, invoice)).toMatchObject({ status: 'paid' });
    expect(await payments()).toMatchObject([{ status: 'completed' }]);
  });

  it('paid on its page is not paid again by late money of an earlier prompt, which goes back', async () => {
    const about = { ...paidBy('0778888888'), start_at: start };
    const subscription = await subscribed(shop.api, {}, about);
    await turnTo(shop.api, '2028-01-31T08:02:10.000Z');

    await submit(await startInvoice(await latest(subscription)), 'pay', goodCard);
    await turnClock(shop.api, 86_400);

    expect((await payments()).map(({ status }) => status)).toEqual(['completed', 'reversed']);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'payment-failed', 'activated']);
    // 12.00 by card, less the fee of 3.5 %, less the reserve.
    expect(await shop.available()).toBe('10.98');
  });
});

describe('the money of an attempt that is under way', () => {
  it.each([
    ['paused', pause],
    ['canceled', cancel],
  ] as const)('goes back when the subscription is %s', async (status, move) => {
    const about = { ...paidBy('0772222222'), start_at: start };
    const subscription = await subscribed(shop.api, {}, about);
    await turnTo(shop.api, start);

    const moved = await move(shop.api, subscription);
    await turnClock(shop.api, 3600);

    expect(moved.data).toMatchObject({ status });
    expect(await payments()).toMatchObject([{ status: 'reversed' }]);
    expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'void' }]);
    expect((await billingEventTypes(app, subscription)).slice(1)).toEqual([
      status === 'paused' ? 'suspended' : 'cancelled',
    ]);
    expect(await shop.available()).toBe('0.00');
  });

  it('is decided before the period that begins with a resumption is tried', async () => {
    const about = { ...paidBy('0772222222'), start_at: start };
    const subscription = await subscribed(shop.api, {}, about);
    await turnTo(shop.api, start);
    await pause(shop.api, subscription);
    await resume(shop.api, subscription);
    await turnClock(shop.api, 1);

    await turnClock(shop.api, 600);

    const [second, first] = await payments();
    const apartMs = Date.parse(second?.created_at ?? '') - Date.parse(first?.created_at ?? '');
    expect(apartMs).toBeGreaterThanOrEqual(120_000);
    expect((await payments()).map(({ status }) => status)).toEqual(['completed', 'reversed']);
    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'suspended',
      're-activated',
      'activated',
    ]);
  });
});

describe('a saved card', () => {
  it('is charged for each period until it is deleted; then the invoice waits for the customer', async () => {
    const customer = await createdCustomer(shop.api);
    const card = await savedCard(shop.api, {}, customer.id);
    const about = {
      customer: undefined,
      customer_id: customer.id,
      payment_method_id: card.id,
      start_at: start,
    };
    const subscription = await subscribed(shop.api, {}, about);
    await turnTo(shop.api, '2028-03-30T08:00:00.000Z');
    await shop.api('deletePaymentMethod', { params: { id: card.id } });

    await turnTo(shop.api, '2028-04-02T08:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid', 'sent']);
    expect(await payments()).toMatchObject(
      times(2, () => ({ payment_method: { type: 'card', last4: '4242' }, source: { id: subscription.id } })),
    );
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      payment_method_id: card.id,
      collection_state: 'retrying',
    });
  });

  it('is refused if it is another customer’s, unknown or deleted', async () => {
    const [customer, other] = [await createdCustomer(shop.api), await createdCustomer(shop.api)];
    const card = await savedCard(shop.api, {}, customer.id);
    const { plan_id } = await createdPlan(shop.api);
    const ask = (customer_id: string, id = card.id) =>
      shop.api('createSubscription', { body: { plan_id, customer_id, payment_method_id: id } });

    const refused = [await ask(other.id), await ask(customer.id, `pm_${'0'.repeat(32)}`)];
    await shop.api('deletePaymentMethod', { params: { id: card.id } });
    refused.push(await ask(customer.id));

    expect(refused.map(({ code }) => code)).toEqual([
      'PAYMENT_METHOD_NOT_USABLE',
      'NOT_FOUND',
      'PAYMENT_METHOD_NOT_USABLE',
    ]);
  });

  it('is refused without a saved customer, and together with a wallet', async () => {
    const card = await savedCard(shop.api);
    const { plan_id } = await createdPlan(shop.api);
    const payment_method_id = card.id;

    const refused = [
      await shop.api('createSubscription', {
        body: { plan_id, customer: { name: 'Rudo' }, payment_method_id },
      }),
      await shop.api('createSubscription', {
        body: { plan_id, customer_id: card.customer_id, payment_method_id, ...paidBy('0771111111') },
      }),
    ];

    expect(refused.map(({ code }) => code)).toEqual(['VALIDATION_ERROR', 'VALIDATION_ERROR']);
  });
});

describe('the event of a failed try', () => {
  it('says why it failed, where that is known', async () => {
    const { plan_id } = await createdPlan(shop.api);
    const ways = [
      paidBy('0774444444'),
      paidBy('0776666666'),
      paidBy('0777777777'),
      paidBy('0779999999'),
      // Nobody is asked: the customer has not paid on the page within a day.
      {},
    ];
    const made = [];
    for (const way of ways) made.push(await subscribed(shop.api, plan_id, way));
    await turnClock(shop.api, 86_400);

    const told = [];
    for (const one of made) {
      const events = await billingEvents(app, one);
      told.push(events.find(({ type }) => type === 'payment-failed')?.data);
    }

    expect(told).toMatchObject([
      { failure: { code: 'WALLET_INSUFFICIENT_FUNDS', advice: 'use_other_method' } },
      { failure: { code: 'WALLET_TIMEOUT', advice: 'try_again' } },
      { failure: { code: 'WALLET_INIT_FAILED', advice: 'use_other_method' } },
      { failure: { code: 'WALLET_TIMEOUT' } },
      { failure: null },
    ]);
  });
});

describe('another way to pay', () => {
  type Named = { readonly id: string };
  const edit = (subscription: Named, body: Record<string, unknown>) =>
    shop.api('updateSubscription', { params: { id: subscription.id }, body });
  const payBy = (subscription: Named, pay_by: Record<string, unknown>) => edit(subscription, { pay_by });

  it('collects from the next try on: first another number, then a saved card', async () => {
    const card = await savedCard(shop.api);
    const about = { customer: undefined, customer_id: card.customer_id, start_at: start };
    const subscription = await subscribed(shop.api, {}, { ...about, ...paidBy('0774444444') });
    await turnTo(shop.api, '2028-01-31T09:00:00.000Z');

    const wallet = await payBy(subscription, paidBy('0771111111'));
    await payBy(subscription, paidBy('0771111111'));
    await turnTo(shop.api, '2028-02-01T09:00:00.000Z');
    const saved = await payBy(subscription, { payment_method_id: card.id });
    await turnTo(shop.api, '2028-02-29T09:00:00.000Z');

    expect(wallet).toMatchObject({
      status: 200,
      data: { wallet_type: 'wallet_a', phone_masked: '+26377*****11', payment_method_id: null },
    });
    expect(saved.data).toMatchObject({
      wallet_type: null,
      phone_masked: null,
      payment_method_id: card.id,
      collection_state: 'ok',
    });
    const tried = (await payments()).map(({ status, payment_method: by }) => `${by?.type} ${status}`);
    expect(tried).toEqual(['card completed', 'wallet_a completed', 'wallet_a failed']);
    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'payment-failed',
      'updated',
      'activated',
      'updated',
    ]);
  });

  it('is judged as at creation, and refused with everything beside it', async () => {
    const subscription = await subscribed(shop.api, {}, paidBy('0771111111'));
    const [card, foreign] = [await savedCard(shop.api), await savedCard((await openShop(app)).api)];
    const { plan_id } = await createdPlan(shop.api);
    const ways = [
      { wallet_type: 'wallet_a' },
      { customer_phone: '0771111112' },
      { wallet_type: 'wallet_a', customer_phone: '0711111111' },
      { wallet_type: 'wallet_c', customer_phone: '0711111111' },
      { ...paidBy('0771111112'), payment_method_id: card.id },
      { payment_method_id: card.id },
      { payment_method_id: foreign.id },
    ];

    const refused = [];
    for (const way of ways) refused.push(await edit(subscription, { pay_by: way, plan_id }));
    const now = await subscriptionNow(shop.api, subscription);
    await pause(shop.api, subscription);
    refused.push(await payBy(subscription, paidBy('0771111112')));

    expect(refused.map(({ code }) => code)).toEqual([
      'PHONE_REQUIRED',
      'PHONE_REQUIRED',
      'PHONE_WALLET_MISMATCH',
      'WALLET_NOT_AVAILABLE',
      'VALIDATION_ERROR',
      'PAYMENT_METHOD_NOT_USABLE',
      'NOT_FOUND',
      'SUBSCRIPTION_NOT_ACTIVE',
    ]);
    expect(now).toMatchObject({ plan_id: subscription.plan_id, wallet_type: 'wallet_a' });
  });

  it('is whole when two are set at once, and the period that is billed at that moment is paid once', async () => {
    const card = await savedCard(shop.api);
    const about = { customer: undefined, customer_id: card.customer_id, start_at: start };
    const subscription = await subscribed(shop.api, {}, { ...about, ...paidBy('0771111111') });
    await turnTo(shop.api, '2028-01-31T07:59:00.000Z');

    const [wallet, saved] = await Promise.all([
      payBy(subscription, paidBy('0771111112')),
      payBy(subscription, { payment_method_id: card.id }),
      turnTo(shop.api, '2028-01-31T09:00:00.000Z'),
    ]);

    const { wallet_type, payment_method_id } = await subscriptionNow(shop.api, subscription);
    expect([wallet.status, saved.status]).toEqual([200, 200]);
    expect(wallet_type === null).toBe(payment_method_id !== null);
    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['paid']);
    expect((await payments()).filter(({ status }) => status === 'completed')).toHaveLength(1);
  });
});

describe('a job that runs again', () => {
  it('neither bills nor collects a period twice', async () => {
    const about = { ...paidBy('0772222222'), start_at: start };
    const subscription = await subscribed(shop.api, {}, about);
    const { id } = subscription;
    const again = (kind: 'subscriptions.renew' | 'subscriptions.collect') =>
      runAgain(app, shop.merchant, kind, { subscriptionId: readId('sub', id), periodStart: start });
    await turnTo(shop.api, '2028-01-31T08:00:10.000Z');

    await again('subscriptions.renew');
    await turnClock(shop.api, 1);
    await turnClock(shop.api, 3600);
    await again('subscriptions.collect');
    await again('subscriptions.renew');
    await turnClock(shop.api, 3600);

    expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'paid' }]);
    expect(await payments()).toMatchObject([{ status: 'completed' }]);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ cycle_count: 1 });
    const left = await app.database.asOwner(`SELECT kind FROM sandbox.jobs WHERE key = 'again'`);
    expect(left).toEqual([]);
  });
});

/** Two periods begin in so many days, and their job runs only afterwards. */
async function twoPeriodsLate(days = 30): Promise<void> {
  await app.database.asOwner(
    'UPDATE sandbox.merchant_states SET clock_offset_ms = clock_offset_ms + $2 * 86400000::bigint, turned_at = NULL WHERE merchant_id = $1',
    [shop.merchant.merchantId, days],
  );
  await app.database.asOwner(
    `UPDATE sandbox.jobs SET due_at = now() WHERE kind = 'subscriptions.renew' AND merchant_id = $1`,
    [shop.merchant.merchantId],
  );
}

const statuses = async () => (await shop.api('listInvoices')).data.items.map(({ status }) => status);
/** A payment begins some milliseconds after the job that opens its checkout. */
const secondsBetween = async () => {
  const [second, first] = (await payments()).map(({ created_at: at }) => Date.parse(at));
  return Math.round((Number(second) - Number(first)) / 1000);
};

describe('periods that are charged late', () => {
  beforeEach(async () => {
    await subscribed(shop.api, {}, { ...paidBy('0771111111'), start_at: start });
    await turnTo(shop.api, '2028-01-31T07:59:00.000Z');
  });

  it('wait for the end of a suspension of the merchant, and then for each other', async () => {
    await setMerchantStatus(app, shop.merchant, 'suspended');
    const collecting = () =>
      app.database.asOwner(
        `SELECT due_at > now() + interval '20 hours' AS "putOff" FROM sandbox.jobs WHERE kind = 'subscriptions.collect' AND merchant_id = $1`,
        [shop.merchant.merchantId],
      );
    await twoPeriodsLate();
    // Jobs that a worker finds when it looks for work.
    await expect.poll(collecting, { timeout: 60_000 }).toEqual([{ putOff: true }, { putOff: true }]);
    await setMerchantStatus(app, shop.merchant, 'active');

    expect(await payments()).toEqual([]);
    expect(await statuses()).toEqual(['sent', 'sent']);
    await turnClock(shop.api, 2 * 86_400);
    expect(await statuses()).toEqual(['paid', 'paid']);
    expect(await secondsBetween()).toBeGreaterThanOrEqual(86_400 / 2);
  });

  it('wait for each other if the service was down, and billed them at the same moment', async () => {
    // One that was charged in time, so that the latest try is not the first one.
    await turnTo(shop.api, '2028-02-01T08:00:00.000Z');
    await twoPeriodsLate(60);
    await expect.poll(async () => (await statuses()).length, { timeout: 60_000 }).toBe(3);
    await turnClock(shop.api, 86_400);

    expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
    expect(await secondsBetween()).toBeGreaterThanOrEqual(86_400 / 2);
  });
});

const cancelAtPeriodEnd: typeof cancel = (api, named) => cancel(api, named, { at_period_end: true });

describe('calls at once', () => {
  it('that pause, resume and cancel, fifty of them, leave one state and the events that led to it', async () => {
    const subscription = await subscribed(shop.api, {}, paidBy('0772222222'));
    type Answer = { readonly status: number; readonly code: string };
    const moves = [pause, resume, pause, resume, cancelAtPeriodEnd];
    const move = async (place: number): Promise<Answer> =>
      await (moves[place % moves.length] ?? pause)(shop.api, subscription);

    const answers = await atOnce(
      50,
      times(50, (place) => () => move(place)),
    );
    const now = await subscriptionNow(shop.api, subscription);
    await cancel(shop.api, subscription);
    await turnClock(shop.api, 3600);

    expect(answers.every(({ status, code }) => status === 200 || code.startsWith('SUBSCRIPTION_'))).toBe(
      true,
    );
    const types = await billingEventTypes(app, subscription);
    const count = (wanted: string) => types.filter((type) => type === wanted).length;
    const resumptions = count('re-activated');
    // Each pause but the last was followed by a resumption. Canceling at the end of the period cancels only a paused subscription.
    const pausesLeft = { active: 0, paused: 1, canceled: 1 }[now.status];
    expect(count('suspended') - resumptions).toBe(pausesLeft);
    expect(count('cancelled')).toBe(1);
    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices).toHaveLength(1 + resumptions);
    expect(invoices.filter(({ status }) => status !== 'void')).toEqual([]);
    expect(await shop.available()).toBe('0.00');
  });

  it('that cancel, fifty of them, succeed once', async () => {
    const subscription = await subscribed(shop.api);

    const answers = await atOnce(
      50,
      times(50, () => () => cancel(shop.api, subscription)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'cancelled']);
  });

  it('that void an invoice and pause its subscription leave the invoice void', async () => {
    for (let round = 0; round < 10; round += 1) {
      const subscription = await subscribed(shop.api);
      const id = subscription.latest_invoice_id ?? '';

      const [paused, voided] = await Promise.all([
        pause(shop.api, subscription),
        shop.api('voidInvoice', { params: { id } }),
      ]);

      expect(paused.status).toBe(200);
      expect([200, 409]).toContain(voided.status);
      expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'void' }]);
    }
  });
});
