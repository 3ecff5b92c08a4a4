import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { invoiceNow } from '../../../../support/builders/invoices.ts';
import {
  billingEvents,
  billingEventTypes,
  cancel,
  createdPlan,
  invoicesOf,
  paidBy,
  pause,
  resume,
  subscribed,
  subscriptionNow,
  turnTo,
} from '../../../../support/builders/subscriptions.ts';
import { createdCustomer } from '../../../../support/builders/vault.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const day = 86_400;
const start = '2028-01-31T08:00:00.000Z';

describe('POST /v1/subscriptions', () => {
  it('bills the first period at once, and records an event', async () => {
    const subscription = await subscribed(shop.api, {}, { customer: { name: 'Rudo', phone: '0771234567' } });

    const [invoice] = await invoicesOf(shop.api, subscription);
    expect(subscription).toMatchObject({
      status: 'active',
      entitled: true,
      collection_state: 'ok',
      amount: '12.00',
      customer: { id: null, name: 'Rudo', email: null, phone: '+263771234567' },
      wallet_type: null,
      phone_masked: null,
      payment_method_id: null,
      cycle_count: 1,
      latest_invoice_id: invoice?.id,
      cancel_at_period_end: false,
      canceled_at: null,
    });
    expect(subscription.current_period_end).toBe(subscription.next_billing_at);
    expect(invoice).toMatchObject({ status: 'sent', total: '12.00', hosted_url: expect.any(String) });
    expect(await billingEvents(app, subscription)).toMatchObject([
      { type: 'created', sequence: 1, data: { ...subscription, amount: '12.0000' } },
    ]);
  });

  it('copies a saved customer; later changes of the customer do not reach the copy', async () => {
    const customer = await createdCustomer(shop.api, { name: 'Rudo Moyo', email: 'rudo@example.com' });
    const about = { customer: undefined, customer_id: customer.id };
    const subscription = await subscribed(shop.api, {}, about);
    await shop.api('updateCustomer', { params: { id: customer.id }, body: { name: 'Rudo Dube' } });

    expect((await subscriptionNow(shop.api, subscription)).customer).toEqual({
      id: customer.id,
      name: 'Rudo Moyo',
      email: 'rudo@example.com',
      phone: null,
    });
  });

  it('copies the terms of the plan; only a new name of the plan shows on later invoices', async () => {
    const plan = await createdPlan(shop.api, { interval: 'week' });
    const subscription = await subscribed(shop.api, plan.plan_id);
    await shop.api('updateSubscriptionPlan', { params: { id: plan.plan_id }, body: { name: 'Coffee club' } });

    await turnClock(shop.api, 7 * day + 1);

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ items, total }) => [items[0]?.description, total])).toEqual([
      ['Tea club', '12.00'],
      ['Coffee club', '12.00'],
    ]);
  });

  it.each([
    ['2028-01-31T11:59:00.000Z', '2028-01-31'],
    // In the evening the page, which shows times of Harare, would say that it was due on the day before it was issued.
    ['2028-01-31T22:30:00.000Z', '2028-02-01'],
  ])('has an invoice that leaves half a day to pay: %s', async (start_at, due) => {
    const subscription = await subscribed(shop.api, {}, { start_at });
    await turnTo(shop.api, start_at);
    await turnTo(shop.api, `${due}T23:50:00.000Z`);
    const [before] = await invoicesOf(shop.api, subscription);
    await turnClock(shop.api, 660);

    const [after] = await invoicesOf(shop.api, subscription);
    expect([before, after]).toMatchObject([
      { due_date: due, overdue: false },
      { due_date: due, overdue: true },
    ]);
  });

  it('starts now if the start is in the past', async () => {
    const subscription = await subscribed(shop.api, {}, { start_at: '2001-01-31T08:00:00Z' });

    expect(subscription.current_period_start).toBe(subscription.created_at);
  });

  it.each([
    [{ wallet_type: 'wallet_a' }, 400, 'PHONE_REQUIRED'],
    [{ customer_phone: '0771111111' }, 400, 'PHONE_REQUIRED'],
    [{ wallet_type: 'wallet_a', customer_phone: '0711111111' }, 400, 'PHONE_WALLET_MISMATCH'],
    [{ wallet_type: 'wallet_b', customer_phone: '0771111111' }, 400, 'PHONE_WALLET_MISMATCH'],
    [{ wallet_type: 'wallet_a', customer_phone: '12' }, 400, 'INVALID_PHONE'],
    [{ wallet_type: 'wallet_b', customer_phone: '0881111111' }, 409, 'WALLET_NOT_AVAILABLE'],
    [{ wallet_type: 'wallet_c', customer_phone: '0711111111' }, 409, 'WALLET_NOT_AVAILABLE'],
    [{ customer: undefined }, 400, 'VALIDATION_ERROR'],
    [{ customer_id: `cus_${'0'.repeat(32)}` }, 400, 'VALIDATION_ERROR'],
    [{ customer: undefined, customer_id: `cus_${'0'.repeat(32)}` }, 404, 'NOT_FOUND'],
    [{ plan_id: `plan_${'0'.repeat(32)}` }, 404, 'NOT_FOUND'],
    [{ plan_id: 'plan' }, 400, 'VALIDATION_ERROR'],
    [{ start_at: 'tomorrow' }, 400, 'VALIDATION_ERROR'],
    [{ amount: '1.00' }, 400, 'UNKNOWN_FIELD'],
  ])('refuses %j and stores nothing', async (about, status, code) => {
    const { plan_id } = await createdPlan(shop.api);
    const body = { plan_id, customer: { name: 'Rudo' }, ...about };

    expect(await shop.api('createSubscription', { body })).toMatchObject({ status, code });
    const lists = [await shop.api('listSubscriptions'), await shop.api('listInvoices')];
    expect(lists.map(({ data }) => data.items)).toEqual([[], []]);
  });

  it('refuses a wallet that does not take the plan’s currency', async () => {
    const { plan_id } = await createdPlan(shop.api, { currency: 'ZWG' });
    const body = {
      plan_id,
      customer: { name: 'Rudo' },
      wallet_type: 'wallet_b',
      customer_phone: '0881111111',
    };

    expect(await shop.api('createSubscription', { body })).toMatchObject({ code: 'WALLET_NOT_AVAILABLE' });
  });
});

describe('GET /v1/subscriptions', () => {
  it('lists subscriptions newest first, by status', async () => {
    const { plan_id } = await createdPlan(shop.api);
    const [one, two, three] = [
      await subscribed(shop.api, plan_id),
      await subscribed(shop.api, plan_id),
      await subscribed(shop.api, plan_id),
    ];
    await pause(shop.api, two);
    await cancel(shop.api, three);

    const lists = await Promise.all(
      [{}, { status: 'active' }, { status: 'paused' }, { status: 'canceled' }].map(
        async (query) => (await shop.api('listSubscriptions', { query })).data.items,
      ),
    );

    expect(lists.map((items) => items.map(({ id }) => id))).toEqual([
      [three.id, two.id, one.id],
      [one.id],
      [two.id],
      [three.id],
    ]);
  });
});

describe('the subscriptions of a customer or a plan, and their invoices', () => {
  it('are listed alone, also page by page and by status, and an invoice says its period', async () => {
    const { data: customer } = await shop.api('createCustomer', { body: { name: 'Rudo' } });
    const own = { customer: undefined, customer_id: customer.id };
    const [one, two] = [await createdPlan(shop.api), await createdPlan(shop.api)];
    const first = await subscribed(shop.api, one.plan_id, own);
    const second = await subscribed(shop.api, two.plan_id, own);
    const other = await subscribed(shop.api, one.plan_id);
    await pause(shop.api, second);

    const subscriptions = async (query: object) =>
      (await shop.api('listSubscriptions', { query: { ...query } })).data.items.map(({ id }) => id);
    const billed = (await shop.api('listInvoices', { query: { subscription_id: first.id } })).data.items;
    const { current_period_start, current_period_end } = first;
    expect(billed).toMatchObject([{ period_start: current_period_start, period_end: current_period_end }]);
    const events = (await shop.api('listEvents', { query: { resource_id: billed[0]?.id ?? '' } })).data.items;
    expect(events.map(({ type, data }) => [type, Reflect.get(data, 'period_end')])).toEqual([
      ['invoicing.invoice.sent', current_period_end],
      ['invoicing.invoice.created', current_period_end],
    ]);

    const invoices = async (query: object) =>
      (await shop.api('listInvoices', { query: { ...query } })).data.items.map(
        (item) => item.subscription_id,
      );
    const of = { customer_id: customer.id };
    const page = (await shop.api('listSubscriptions', { query: { ...of, limit: 1 } })).data;

    expect(await subscriptions(of)).toEqual([second.id, first.id]);
    expect(await subscriptions({ ...of, status: 'active' })).toEqual([first.id]);
    expect(await subscriptions({ plan_id: one.plan_id })).toEqual([other.id, first.id]);
    expect(await subscriptions({ ...of, plan_id: two.plan_id })).toEqual([second.id]);
    expect(await subscriptions({ ...of, cursor: page.next_cursor })).toEqual([first.id]);
    expect(await invoices(of)).toEqual([second.id, first.id]);
    expect(await invoices({ subscription_id: other.id })).toEqual([other.id]);
    expect(await invoices({ ...of, subscription_id: other.id })).toEqual([]);
    const wrong = await shop.api('listInvoices', { query: { subscription_id: customer.id } });
    expect(wrong).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});

describe('a pause', () => {
  it('voids the open invoice and bills nothing until the subscription is resumed, when a new period begins', async () => {
    const subscription = await subscribed(shop.api, {}, { start_at: start });
    await turnTo(shop.api, '2028-02-02T08:00:00.000Z');
    const paused = await pause(shop.api, subscription);
    await turnTo(shop.api, '2028-06-15T10:00:00.000Z');
    const meanwhile = await invoicesOf(shop.api, subscription);

    const resumed = await resume(shop.api, subscription);

    expect(paused).toMatchObject({
      status: 200,
      data: { status: 'paused', entitled: false, collection_state: 'ok', next_billing_at: null },
    });
    expect(meanwhile).toMatchObject([{ status: 'void' }]);
    const begun = resumed.data.current_period_start ?? '';
    expect(begun.slice(0, 16)).toBe('2028-06-15T10:00');
    expect(resumed.data).toMatchObject({
      status: 'active',
      entitled: true,
      cycle_count: 2,
      next_billing_at: begun.replace('-06-', '-07-'),
    });
    expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'void' }, { status: 'sent' }]);
    const told = await billingEvents(app, subscription);
    expect(told.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['created', 1],
      ['payment-failed', 2],
      ['suspended', 3],
      ['re-activated', 4],
    ]);
    expect(told.at(-1)?.data).toMatchObject({ ...resumed.data, amount: '12.0000' });
  });

  it('lets later periods be counted from the resumption', async () => {
    const subscription = await subscribed(shop.api, {}, { start_at: start, ...paidBy('0771111111') });
    await turnTo(shop.api, '2028-02-15T08:00:00.000Z');
    await pause(shop.api, subscription);
    await resume(shop.api, subscription);
    await turnClock(shop.api, 1);

    await turnTo(shop.api, '2028-05-15T09:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ created_at, status }) => [created_at.slice(0, 10), status])).toEqual([
      ['2028-01-31', 'paid'],
      ['2028-02-15', 'paid'],
      ['2028-03-15', 'paid'],
      ['2028-04-15', 'paid'],
      ['2028-05-15', 'paid'],
    ]);
  });

  it('does not shorten a trial, nor bring a later start forward', async () => {
    const trial = await subscribed(shop.api, { trial_days: 30 }, { start_at: start });
    const later = await subscribed(shop.api, {}, { start_at: '2028-03-01T08:00:00.000Z' });
    await turnTo(shop.api, '2028-02-02T08:00:00.000Z');
    for (const one of [trial, later]) await pause(shop.api, one);
    await turnTo(shop.api, '2028-02-05T08:00:00.000Z');

    const resumed = [await resume(shop.api, trial), await resume(shop.api, later)];

    expect(resumed.map(({ data }) => data.next_billing_at)).toEqual([
      '2028-03-01T08:00:00.000Z',
      '2028-03-01T08:00:00.000Z',
    ]);
    expect(resumed.map(({ data }) => data.entitled)).toEqual([true, false]);
    await turnTo(shop.api, '2028-03-01T08:00:00.000Z');
    const now = [await subscriptionNow(shop.api, trial), await subscriptionNow(shop.api, later)];
    expect(now.map(({ cycle_count }) => cycle_count)).toEqual([1, 1]);
  });

  it('in the last period of max_cycles adds no further period', async () => {
    const about = { start_at: start, ...paidBy('0771111111') };
    const subscription = await subscribed(shop.api, { max_cycles: 1 }, about);
    await turnTo(shop.api, '2028-02-10T08:00:00.000Z');
    await pause(shop.api, subscription);
    const resumed = await resume(shop.api, subscription);

    await turnTo(shop.api, '2028-03-01T08:00:00.000Z');

    expect(resumed.data).toMatchObject({ cycle_count: 1, next_billing_at: '2028-02-29T08:00:00.000Z' });
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'completed',
      canceled_at: '2028-02-29T08:00:00.000Z',
    });
    expect(await invoicesOf(shop.api, subscription)).toHaveLength(1);
    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'activated',
      'suspended',
      're-activated',
      'expired',
    ]);
  });
});

describe('a cancellation', () => {
  it('now voids the open invoice, and is final', async () => {
    const subscription = await subscribed(shop.api);

    const canceled = await cancel(shop.api, subscription, { reason: 'Moved away' });

    expect(canceled.data).toMatchObject({
      status: 'canceled',
      entitled: false,
      next_billing_at: null,
      cancel_reason: 'Moved away',
      canceled_at: expect.any(String),
    });
    await turnClock(shop.api, 40 * day);
    expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'void' }]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'cancelled']);
  });

  it('needs no body', async () => {
    const { id } = await subscribed(shop.api);

    expect(await shop.api('cancelSubscription', { params: { id } })).toMatchObject({ status: 200 });
  });

  it('at the end of the period lets the period run out, and its invoice stays payable', async () => {
    const subscription = await subscribed(shop.api, { interval: 'day' }, { start_at: start });
    await turnTo(shop.api, '2028-01-31T09:00:00.000Z');

    const asked = await cancel(shop.api, subscription, { at_period_end: true, reason: 'Too dear' });
    const again = await cancel(shop.api, subscription, { at_period_end: true });
    await turnTo(shop.api, '2028-02-20T08:00:00.000Z');

    expect([asked.status, again.status]).toEqual([200, 200]);
    expect(again.data).toMatchObject({ status: 'active', entitled: true, cancel_at_period_end: true });
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      collection_state: 'exhausted',
      canceled_at: '2028-02-01T08:00:00.000Z',
      cancel_reason: 'Too dear',
    });
    expect(await invoicesOf(shop.api, subscription)).toMatchObject([{ status: 'sent' }]);
    expect((await billingEventTypes(app, subscription)).at(-1)).toBe('cancelled');
  });

  it('at the end of a trial bills nothing', async () => {
    const subscription = await subscribed(shop.api, { trial_days: 10 });
    await cancel(shop.api, subscription, { at_period_end: true });

    await turnClock(shop.api, 11 * day);

    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      canceled_at: subscription.trial_ends_at,
    });
    expect(await invoicesOf(shop.api, subscription)).toEqual([]);
  });

  it('of a paused subscription takes effect now, even if asked for the end of the period', async () => {
    const subscription = await subscribed(shop.api);
    await pause(shop.api, subscription);

    expect((await cancel(shop.api, subscription, { at_period_end: true })).data.status).toBe('canceled');
  });

  it('at the end of the period no longer applies after a pause and a resumption', async () => {
    const subscription = await subscribed(shop.api, { interval: 'week' }, paidBy('0771111111'));
    await cancel(shop.api, subscription, { at_period_end: true });
    await pause(shop.api, subscription);
    const { data } = await resume(shop.api, subscription);

    await turnClock(shop.api, 1);

    expect(data).toMatchObject({ cancel_at_period_end: false, cancel_reason: null });
    await turnClock(shop.api, 7 * day + 1);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ status: 'active', cycle_count: 3 });
  });
});

const edit = (
  subscription: { readonly id: string },
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => shop.api('updateSubscription', { params: { id: subscription.id }, body, headers });

describe('a planned cancellation', () => {
  it('is taken back with its reason, or planned by the same field, with one event for each change', async () => {
    const about = { ...paidBy('0771111111'), start_at: start };
    const subscription = await subscribed(shop.api, { interval: 'day' }, about);
    await turnTo(shop.api, '2028-01-31T09:00:00.000Z');
    await cancel(shop.api, subscription, { at_period_end: true, reason: 'Too dear' });

    const back = await edit(subscription, { cancel_at_period_end: false });
    const same = [await edit(subscription, { cancel_at_period_end: false }), await edit(subscription, {})];
    await turnTo(shop.api, '2028-02-01T09:00:00.000Z');
    const wentOn = await subscriptionNow(shop.api, subscription);
    const once = { 'idempotency-key': 'ends-after-all' };
    await edit(subscription, { cancel_at_period_end: true }, once);
    const replayed = await edit(subscription, { cancel_at_period_end: true }, once);
    await turnTo(shop.api, '2028-02-03T09:00:00.000Z');

    const kept = { status: 'active', cancel_at_period_end: false, cancel_reason: null };
    expect([back, ...same].map(({ status, data }) => ({ status, data }))).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 200, data: kept })),
    );
    expect(wentOn).toMatchObject({ ...kept, cycle_count: 2 });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      canceled_at: '2028-02-02T08:00:00.000Z',
    });
    const told = await billingEvents(app, subscription);
    expect(told.map(({ type }) => type)).toEqual([
      'created',
      'activated',
      'updated',
      'updated',
      'updated',
      'cancelled',
    ]);
    expect(told.slice(2, 4).map(({ data }) => data)).toMatchObject([
      { cancel_at_period_end: true, cancel_reason: 'Too dear' },
      { cancel_at_period_end: false, cancel_reason: null },
    ]);
  });

  it('leaves a change of the plan waiting until it is taken back, which one call can do', async () => {
    const subscription = await subscribed(shop.api, { interval: 'day' }, { start_at: start });
    const [dear, dearer] = [
      await createdPlan(shop.api, { interval: 'day', amount: '20.00' }),
      await createdPlan(shop.api, { interval: 'day', amount: '30.00' }),
    ];
    await turnTo(shop.api, '2028-01-31T09:00:00.000Z');
    await cancel(shop.api, subscription, { at_period_end: true });

    const waits = await edit(subscription, { plan_id: dear.plan_id });
    const goesOn = await edit(subscription, { plan_id: dearer.plan_id, cancel_at_period_end: false });
    await turnTo(shop.api, '2028-02-01T09:00:00.000Z');

    expect(waits.data).toMatchObject({ plan_id: dear.plan_id, cancel_at_period_end: true });
    expect(goesOn.data).toMatchObject({ plan_id: dearer.plan_id, cancel_at_period_end: false });
    expect((await invoicesOf(shop.api, subscription)).map(({ total }) => total)).toEqual(['12.00', '30.00']);
  });

  it('is neither taken back nor planned with a change that is refused, or once the subscription is paused', async () => {
    const subscription = await subscribed(shop.api);
    await cancel(shop.api, subscription, { at_period_end: true });
    const foreign = await createdPlan(shop.api, { currency: 'ZWG' });

    const refused = await edit(subscription, { plan_id: foreign.plan_id, cancel_at_period_end: false });
    const before = await subscriptionNow(shop.api, subscription);
    await pause(shop.api, subscription);
    const paused = await edit(subscription, { cancel_at_period_end: false });

    expect([refused.code, paused.code]).toEqual(['PLAN_NOT_COMPATIBLE', 'SUBSCRIPTION_NOT_ACTIVE']);
    expect(before.cancel_at_period_end).toBe(true);
  });

  it('ends the subscription or is taken back, when both happen at the same moment, and changes at once are all kept', async () => {
    const subscription = await subscribed(shop.api, { interval: 'day' }, { start_at: start });
    const { plan_id } = await createdPlan(shop.api, { interval: 'day', amount: '20.00' });
    await turnTo(shop.api, '2028-01-31T09:00:00.000Z');
    await Promise.all([
      edit(subscription, { cancel_at_period_end: true }),
      edit(subscription, { cancel_at_period_end: true }),
      edit(subscription, { plan_id }),
    ]);
    const both = await subscriptionNow(shop.api, subscription);
    const told = await billingEventTypes(app, subscription);

    const [back] = await Promise.all([
      edit(subscription, { cancel_at_period_end: false }),
      turnTo(shop.api, '2028-02-01T09:00:00.000Z'),
    ]);

    expect(both).toMatchObject({ plan_id, cancel_at_period_end: true });
    expect(told.filter((type) => type === 'updated')).toHaveLength(2);
    const { status, cycle_count } = await subscriptionNow(shop.api, subscription);
    expect([`${back.status} ${status} ${cycle_count}`]).toEqual([
      expect.stringMatching(/^(200 active 2|409 canceled 1)$/),
    ]);
  });
});

describe('a move that the status does not allow', () => {
  it.each([
    ['pause', [pause], pause, 'SUBSCRIPTION_NOT_ACTIVE', 'paused'],
    ['pause', [cancel], pause, 'SUBSCRIPTION_NOT_ACTIVE', 'canceled'],
    ['resume', [], resume, 'SUBSCRIPTION_NOT_PAUSED', 'active'],
    ['resume', [cancel], resume, 'SUBSCRIPTION_NOT_PAUSED', 'canceled'],
    ['cancel', [cancel], cancel, 'SUBSCRIPTION_CANCELED', 'canceled'],
  ] as const)('is refused: %s after %j', async (_name, before, move, code, status) => {
    const subscription = await subscribed(shop.api);
    for (const one of before) await one(shop.api, subscription);
    const told = await billingEventTypes(app, subscription);

    const refused = await move(shop.api, subscription);

    expect(refused).toMatchObject({ status: 409, code, body: { details: { status } } });
    expect(await billingEventTypes(app, subscription)).toEqual(told);
    expect(await invoicesOf(shop.api, subscription)).toHaveLength(1);
  });

  it('is not found for an unknown subscription', async () => {
    const nobody = { id: `sub_${'0'.repeat(32)}` };

    for (const move of [pause, resume, cancel])
      expect(await move(shop.api, nobody)).toMatchObject({
        status: 404,
        body: { details: { resource: 'subscription' } },
      });
  });
});

describe('voiding an invoice of a subscription', () => {
  it('ends the tries of its cycle; the next period is billed as usual', async () => {
    const about = { start_at: start, ...paidBy('0774444444') };
    const subscription = await subscribed(shop.api, {}, about);
    await turnTo(shop.api, '2028-02-01T09:00:00.000Z');
    const retrying = await subscriptionNow(shop.api, subscription);
    const id = retrying.latest_invoice_id ?? '';

    const voided = await shop.api('voidInvoice', { params: { id } });
    await turnTo(shop.api, '2028-02-29T09:00:00.000Z');

    expect([retrying.collection_state, voided.status]).toEqual(['retrying', 200]);
    expect(await invoiceNow(shop.api, { id })).toMatchObject({ status: 'void' });
    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'payment-failed',
      'payment-failed',
      'payment-failed',
    ]);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ status: 'active', cycle_count: 2 });
  });
});
