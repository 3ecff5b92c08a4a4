import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import {
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

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

type Named = { readonly id: string };
const start = '2028-04-01T08:00:00.000Z';

const change = (subscription: Named, plan_id: string, prorate?: boolean) =>
  shop.api('updateSubscription', {
    params: { id: subscription.id },
    body: { plan_id, ...(prorate !== undefined && { prorate }) },
  });

/** A subscription of 30.00 for April 2028 and the months before it, each paid at once by wallet. */
async function aPaidApril(about: Record<string, unknown> = {}, start_at = start) {
  const terms = { amount: '30.00', ...about };
  const subscription = await subscribed(shop.api, terms, { ...paidBy('0771111111'), start_at });
  await turnTo(shop.api, start);
  await turnClock(shop.api, 60);
  const statuses = (await invoicesOf(shop.api, subscription)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['paid']));
  return subscription;
}

const totals = async (subscription: Named) =>
  (await invoicesOf(shop.api, subscription)).map(({ total, status }) => `${total} ${status}`);

/** The payment of the newest invoice. */
async function latestPayment(subscription: Named): Promise<string> {
  const invoice = (await invoicesOf(shop.api, subscription)).at(-1);
  if (!invoice?.transaction_id) throw new Error('the invoice is not paid');
  return invoice.transaction_id;
}

const refund = (id: string, amount?: string) =>
  shop.api('refundTransaction', { params: { id }, ...(amount !== undefined && { body: { amount } }) });
const dispute = (transaction_id: string, amount: string) =>
  shop.api('openTestDispute', { body: { transaction_id, amount } });

describe('a change of the plan without proration', () => {
  it('bills the new price from the next period, and nothing now', async () => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });
    await turnTo(shop.api, '2028-04-10T08:00:00.000Z');

    const { status, data } = await change(subscription, plan_id);
    const now = await totals(subscription);
    await turnTo(shop.api, '2028-05-01T09:00:00.000Z');

    expect([status, data]).toMatchObject([
      200,
      { plan_id, amount: '50.00', current_period_end: '2028-05-01T08:00:00.000Z' },
    ]);
    expect(now).toEqual(['30.00 paid']);
    expect(await totals(subscription)).toEqual(['30.00 paid', '50.00 paid']);
    expect((await paymentsOf(shop.api)).map(({ amount }) => amount)).toEqual(['50.00', '30.00']);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'activated', 'updated']);
  });

  it('keeps the day of the month if the interval is the same, over short months', async () => {
    const about = { ...paidBy('0771111111'), start_at: '2027-01-31T08:00:00.000Z' };
    const subscription = await subscribed(shop.api, { amount: '30.00' }, about);
    await turnTo(shop.api, '2027-02-10T08:00:00.000Z');
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });
    await change(subscription, plan_id);

    await turnTo(shop.api, '2027-04-30T09:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ due_date, total }) => `${due_date} ${total}`)).toEqual([
      '2027-01-31 30.00',
      '2027-02-28 50.00',
      '2027-03-31 50.00',
      '2027-04-30 50.00',
    ]);
  });

  it('keeps the day of the month if a change to another interval is taken back in a short month', async () => {
    const about = { ...paidBy('0771111111'), start_at: '2027-01-31T08:00:00.000Z' };
    const subscription = await subscribed(shop.api, { amount: '30.00' }, about);
    await turnTo(shop.api, '2027-02-10T08:00:00.000Z');
    const weekly = await createdPlan(shop.api, { amount: '9.00', interval: 'week' });
    const daily = await createdPlan(shop.api, { amount: '2.00', interval: 'day' });
    await change(subscription, weekly.plan_id);
    await change(subscription, daily.plan_id);
    await change(subscription, subscription.plan_id);

    await turnTo(shop.api, '2027-04-30T09:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ due_date, total }) => `${due_date} ${total}`)).toEqual([
      '2027-01-31 30.00',
      '2027-02-28 30.00',
      '2027-03-31 30.00',
      '2027-04-30 30.00',
    ]);
  });

  it('counts from the end of the period that runs if changes to two other intervals follow each other', async () => {
    const subscription = await aPaidApril();
    const weekly = await createdPlan(shop.api, { amount: '9.00', interval: 'week' });
    const daily = await createdPlan(shop.api, { amount: '2.00', interval: 'day', max_cycles: 2 });
    await change(subscription, weekly.plan_id);
    await change(subscription, daily.plan_id);

    await turnTo(shop.api, '2028-05-05T08:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ due_date, total }) => `${due_date} ${total}`)).toEqual([
      '2028-04-01 30.00',
      '2028-05-01 2.00',
      '2028-05-02 2.00',
    ]);
  });

  it('counts the periods and the cycles of the new plan from then on', async () => {
    const subscription = await aPaidApril();
    const terms = { amount: '5.00', interval: 'week', max_cycles: 2 };
    const { plan_id } = await createdPlan(shop.api, terms);
    await change(subscription, plan_id);

    await turnTo(shop.api, '2028-06-30T08:00:00.000Z');

    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ due_date, total }) => `${due_date} ${total}`)).toEqual([
      '2028-04-01 30.00',
      '2028-05-01 5.00',
      '2028-05-08 5.00',
    ]);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'completed',
      canceled_at: '2028-05-15T08:00:00.000Z',
    });
  });

  it('collects an open invoice at the price that it says', async () => {
    const about = { ...paidBy('0774444444'), start_at: start };
    const subscription = await subscribed(shop.api, { amount: '30.00' }, about);
    await turnTo(shop.api, start);
    await turnClock(shop.api, 60);
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });
    await change(subscription, plan_id);

    await turnTo(shop.api, '2028-04-09T08:00:00.000Z');

    const amounts = (await paymentsOf(shop.api)).map(({ amount }) => amount);
    expect(amounts).toEqual(['30.00', '30.00', '30.00', '30.00']);
  });

  it.each([
    ['cancel', 'pause', 'canceled'],
    ['pause', 'cancel', 'paused'],
  ])('ends an unpaid period as its own plan says: %s, not %s', async (before, after, status) => {
    const about = { ...paidBy('0774444444'), start_at: start };
    const subscription = await subscribed(shop.api, { on_exhausted: before }, about);
    await turnTo(shop.api, start);
    await turnClock(shop.api, 60);
    const { plan_id } = await createdPlan(shop.api, { on_exhausted: after });
    await change(subscription, plan_id);

    await turnTo(shop.api, '2028-04-09T08:00:00.000Z');

    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status,
      collection_state: 'exhausted',
    });
  });

  it('ends an unpaid period that names no plan, billed by the release before, as the subscription says', async () => {
    const about = { ...paidBy('0774444444'), start_at: start };
    const subscription = await subscribed(shop.api, { on_exhausted: 'cancel' }, about);
    await turnTo(shop.api, start);
    await turnClock(shop.api, 60);
    await app.database.asOwner(
      'UPDATE sandbox.subscription_cycles SET plan_id = NULL, anchor_at = NULL, anchor_cycles = NULL WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    await turnTo(shop.api, '2028-04-09T08:00:00.000Z');

    expect((await subscriptionNow(shop.api, subscription)).status).toBe('canceled');
  });

  it('before the first period changes what it will cost', async () => {
    const subscription = await subscribed(shop.api, { trial_days: 14 }, paidBy('0771111111'));
    const { plan_id } = await createdPlan(shop.api, { amount: '20.00', trial_days: 30 });

    const { data } = await change(subscription, plan_id, true);
    await turnClock(shop.api, 15 * 86_400);

    expect(data).toMatchObject({ amount: '20.00', next_billing_at: subscription.next_billing_at });
    expect(await totals(subscription)).toEqual(['20.00 paid']);
  });

  it('to the same plan changes nothing and sends nothing', async () => {
    const subscription = await subscribed(shop.api);

    const { data } = await change(subscription, subscription.plan_id, true);

    expect(data).toEqual(await subscriptionNow(shop.api, subscription));
    expect(await billingEventTypes(app, subscription)).toEqual(['created']);
  });
});

describe('a change of the plan with proration', () => {
  it('begins a period now, and deducts the unused time to the cent', async () => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { name: 'Tea plus', amount: '50.00' });
    // A third of April is over: 20 of 30 days of 30.00 are left.
    await turnTo(shop.api, '2028-04-11T08:00:00.000Z');

    const { data } = await change(subscription, plan_id, true);
    await turnClock(shop.api, 60);

    const [, invoice] = await invoicesOf(shop.api, subscription);
    const credit = 50 - Number(invoice?.total);
    expect(credit).toBeGreaterThan(19.98);
    expect(credit).toBeLessThanOrEqual(20);
    expect(invoice?.items[0]?.description).toBe(`Tea plus (less ${credit.toFixed(2)} for unused time)`);
    expect(data.current_period_start?.slice(0, 10)).toBe('2028-04-11');
    expect(data.current_period_end?.slice(0, 10)).toBe('2028-05-11');
    expect((await paymentsOf(shop.api)).map(({ amount, status }) => `${amount} ${status}`)).toEqual([
      `${invoice?.total} completed`,
      '30.00 completed',
    ]);
    await turnTo(shop.api, '2028-05-12T08:00:00.000Z');
    expect(await totals(subscription)).toEqual(['30.00 paid', `${invoice?.total} paid`, '50.00 paid']);
  });

  it('begins now although the same change was planned for the end of the period', async () => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00', max_cycles: 2 });
    await change(subscription, plan_id);
    await turnTo(shop.api, '2028-04-11T08:00:00.000Z');

    const { data } = await change(subscription, plan_id, true);
    await turnClock(shop.api, 60);
    const again = await change(subscription, plan_id, true);
    await turnTo(shop.api, '2028-07-01T08:00:00.000Z');

    expect(data.current_period_start?.slice(0, 10)).toBe('2028-04-11');
    expect(again.data).toMatchObject({ current_period_end: data.current_period_end });
    // 20 of 30 days of 30.00 are deducted. Nothing is billed on 1 May.
    const invoices = await invoicesOf(shop.api, subscription);
    expect(invoices.map(({ due_date }) => due_date)).toEqual(['2028-04-01', '2028-04-11', '2028-05-11']);
    expect(Number(invoices[1]?.total)).toBeCloseTo(30, 1);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'completed',
    });
    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'activated',
      'updated',
      'updated',
      'expired',
    ]);
  });

  it('is refused while an invoice is open, also if the same change was planned', async () => {
    const subscription = await subscribed(shop.api);
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });
    await change(subscription, plan_id);

    const refused = await change(subscription, plan_id, true);

    expect(refused).toMatchObject({ status: 409, code: 'SUBSCRIPTION_UNPAID' });
  });

  it('changes nothing once the planned change has begun, or if it is planned again', async () => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });
    await change(subscription, plan_id);
    await change(subscription, plan_id);
    await turnTo(shop.api, '2028-05-02T08:00:00.000Z');

    const { status } = await change(subscription, plan_id, true);

    expect([status, await totals(subscription)]).toEqual([200, ['30.00 paid', '50.00 paid']]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'activated', 'updated']);
  });

  it('there and back again makes no money', async () => {
    const subscription = await aPaidApril();
    const dear = await createdPlan(shop.api, { amount: '300.00' });
    await change(subscription, dear.plan_id, true);
    await turnClock(shop.api, 60);
    const [, first] = await invoicesOf(shop.api, subscription);
    const dearer = await createdPlan(shop.api, { amount: '301.00' });

    await change(subscription, dearer.plan_id, true);

    const [, , second] = await invoicesOf(shop.api, subscription);
    // Almost all of 30.00 was deducted first, and almost all of 300.00 then, not only what the invoice said.
    expect(Number(first?.total)).toBeGreaterThanOrEqual(270);
    expect(Number(first?.total)).toBeLessThan(270.1);
    expect(Number(second?.total)).toBeGreaterThanOrEqual(1);
    expect(Number(second?.total)).toBeLessThan(1.1);
  });

  it.each([
    ['refunded', refund],
    ['disputed', dispute],
  ] as const)('deducts nothing for the half of a payment that was %s', async (_how, giveBack) => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });
    await turnTo(shop.api, '2028-04-11T08:00:00.000Z');
    const given = await giveBack(await latestPayment(subscription), '15.00');

    await change(subscription, plan_id, true);

    // 20 of 30 days of the 15.00 that the merchant kept.
    const [, invoice] = await invoicesOf(shop.api, subscription);
    const credit = 50 - Number(invoice?.total);
    expect(given.status).toBe(201);
    expect(credit).toBeGreaterThan(9.98);
    expect(credit).toBeLessThanOrEqual(10);
  });

  it('deducts nothing for a period whose payment was refunded in full', async () => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { name: 'Tea plus', amount: '50.00' });
    await turnTo(shop.api, '2028-04-11T08:00:00.000Z');
    await refund(await latestPayment(subscription));

    const changed = await change(subscription, plan_id, true);

    const [, invoice] = await invoicesOf(shop.api, subscription);
    expect(changed.status).toBe(200);
    expect(invoice).toMatchObject({ total: '50.00', items: [{ description: 'Tea plus' }] });
  });

  it('still deducts what an earlier period had left when only the payment after it was refunded', async () => {
    const subscription = await aPaidApril();
    const dear = await createdPlan(shop.api, { amount: '300.00' });
    await change(subscription, dear.plan_id, true);
    await turnClock(shop.api, 60);
    await refund(await latestPayment(subscription));
    const dearer = await createdPlan(shop.api, { amount: '301.00' });

    await change(subscription, dearer.plan_id, true);

    // Almost all of the 30.00 that April cost.
    const [, , invoice] = await invoicesOf(shop.api, subscription);
    expect(Number(invoice?.total)).toBeGreaterThanOrEqual(271);
    expect(Number(invoice?.total)).toBeLessThan(271.1);
  });

  it('deducts nothing for a period whose invoice was voided: nobody paid it', async () => {
    const subscription = await subscribed(shop.api, { amount: '30.00' });
    await shop.api('voidInvoice', { params: { id: subscription.latest_invoice_id ?? '' } });
    const { plan_id } = await createdPlan(shop.api, { name: 'Tea plus', amount: '50.00' });

    const changed = await change(subscription, plan_id, true);

    const [first, second] = await invoicesOf(shop.api, subscription);
    expect([changed.status, first?.status]).toEqual([200, 'void']);
    expect(second).toMatchObject({ total: '50.00', items: [{ description: 'Tea plus' }] });
  });

  it('while a cancellation is planned ends the subscription with the period that it begins', async () => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });
    await cancel(shop.api, subscription, { at_period_end: true });
    await turnTo(shop.api, '2028-04-11T08:00:00.000Z');

    const { data } = await change(subscription, plan_id, true);
    await turnTo(shop.api, '2028-05-12T08:00:00.000Z');

    expect(data).toMatchObject({ plan_id, cancel_at_period_end: true, cycle_count: 2 });
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'canceled',
      canceled_at: data.current_period_end,
    });
  });

  it('is refused while an invoice is open', async () => {
    const subscription = await subscribed(shop.api);
    const { plan_id } = await createdPlan(shop.api, { amount: '50.00' });

    const refused = await change(subscription, plan_id, true);

    expect(refused).toMatchObject({ status: 409, code: 'SUBSCRIPTION_UNPAID' });
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ amount: '12.00' });
  });

  it('is refused when the unused time is worth as much as the plan costs', async () => {
    const subscription = await aPaidApril();
    const { plan_id } = await createdPlan(shop.api, { amount: '10.00' });

    const refused = await change(subscription, plan_id, true);
    const later = await change(subscription, plan_id);

    expect([refused.code, later.status]).toEqual(['PLAN_NOT_COMPATIBLE', 200]);
    expect(await totals(subscription)).toEqual(['30.00 paid']);
  });
});

/** Put on a plan of 50.00 with proration on 11 April, which leaves 20.00 of April, and not paid from then on. */
async function anUnpaidChange(after: Record<string, unknown> = {}, start_at = start) {
  const subscription = await aPaidApril({}, start_at);
  const { plan_id } = await createdPlan(shop.api, { amount: '50.00', ...after });
  await turnTo(shop.api, '2028-04-11T08:00:00.000Z');
  // Nobody answers the prompts any more.
  await app.database.asOwner(
    `UPDATE sandbox.subscriptions SET wallet_phone = '+263774444444' WHERE merchant_id = $1`,
    [shop.merchant.merchantId],
  );
  await change(subscription, plan_id, true);
  return subscription;
}

const about30 = [expect.closeTo(30, 1), 'sent'];
const rounded = async (subscription: Named) =>
  (await invoicesOf(shop.api, subscription)).map(({ total, status }) => [Number(total), status]);

describe('a prorated invoice that nobody pays', () => {
  it('leaves what it had deducted to the resumption, also after a second pause', async () => {
    // Neither a paid period before nor the periods of another subscription count.
    const weekly = { ...paidBy('0771111111'), start_at: '2028-04-03T08:00:00.000Z' };
    await subscribed(shop.api, { amount: '7.00', interval: 'week' }, weekly);
    const subscription = await anUnpaidChange({}, '2028-03-01T08:00:00.000Z');
    await turnTo(shop.api, '2028-04-19T08:00:00.000Z');
    const given = await subscriptionNow(shop.api, subscription);
    await resume(shop.api, subscription);
    const first = await rounded(subscription);
    await pause(shop.api, subscription);
    await resume(shop.api, subscription);

    expect(given).toMatchObject({ status: 'paused', collection_state: 'exhausted' });
    expect(first.at(-1)).toEqual(about30);
    expect((await rounded(subscription)).at(-1)).toEqual(about30);
    const invoice = (await invoicesOf(shop.api, subscription)).at(-1);
    expect(invoice?.items[0]?.description).toMatch(/\(less (19\.99|20\.00) for unused time\)$/);
  });

  it('leaves it also if other periods were billed before the last try', async () => {
    const subscription = await anUnpaidChange({ interval: 'week', interval_count: 1 });
    await turnTo(shop.api, '2028-04-18T08:00:05.000Z');
    await turnClock(shop.api, 86_400);
    await resume(shop.api, subscription);

    expect(await rounded(subscription)).toEqual([
      [30, 'paid'],
      [expect.closeTo(30, 1), 'void'],
      [50, 'void'],
      about30,
    ]);
  });

  it('leaves less if a part of what was paid was given back meanwhile', async () => {
    const subscription = await anUnpaidChange();
    const [april] = await invoicesOf(shop.api, subscription);
    await turnTo(shop.api, '2028-04-19T08:00:00.000Z');
    await refund(april?.transaction_id ?? '', '15.00');
    await resume(shop.api, subscription);

    expect((await rounded(subscription)).at(-1)).toEqual([expect.closeTo(40, 1), 'sent']);
  });

  it('leaves nothing if its period was waived and a later one began', async () => {
    const subscription = await anUnpaidChange({ interval: 'week' });
    await turnClock(shop.api, 60);
    const { latest_invoice_id: id } = await subscriptionNow(shop.api, subscription);
    const waived = await shop.api('voidInvoice', { params: { id: id ?? '' } });
    await turnTo(shop.api, '2028-04-18T08:05:00.000Z');
    await pause(shop.api, subscription);
    await resume(shop.api, subscription);

    expect(waived.status).toBe(200);
    expect((await totals(subscription)).slice(2)).toEqual(['50.00 void', '50.00 sent']);
  });

  it('leaves nothing if a plan that costs less than that was planned meanwhile', async () => {
    const subscription = await anUnpaidChange();
    await change(subscription, (await createdPlan(shop.api, { amount: '19.00' })).plan_id);
    await pause(shop.api, subscription);
    await resume(shop.api, subscription);

    expect((await totals(subscription)).at(-1)).toBe('19.00 sent');
  });
});

describe('a change of the plan', () => {
  it('is refused for another currency, an inactive plan, an unknown one and a paused subscription', async () => {
    const subscription = await subscribed(shop.api);
    const foreign = await createdPlan(shop.api, { currency: 'ZWG' });
    const old = await createdPlan(shop.api);
    await shop.api('updateSubscriptionPlan', { params: { id: old.plan_id }, body: { status: 'inactive' } });

    const refusals = [
      await change(subscription, foreign.plan_id),
      await change(subscription, old.plan_id),
      await change(subscription, `plan_${'0'.repeat(32)}`),
    ];
    await pause(shop.api, subscription);
    refusals.push(await change(subscription, (await createdPlan(shop.api)).plan_id));

    expect(refusals.map(({ status, code }) => `${status} ${code}`)).toEqual([
      '409 PLAN_NOT_COMPATIBLE',
      '409 PLAN_INACTIVE',
      '404 NOT_FOUND',
      '409 SUBSCRIPTION_NOT_ACTIVE',
    ]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'suspended']);
  });

  it('bills one period for each change, when ten are asked for at the same moment', async () => {
    const subscription = await aPaidApril();
    const plans = await Promise.all(
      Array.from({ length: 10 }, (_, at) => createdPlan(shop.api, { amount: `${100 + at}.00` })),
    );

    const answers = await Promise.all(plans.map(({ plan_id }) => change(subscription, plan_id, true)));

    // A change leaves an open invoice, which the others are refused for until it is paid.
    const changed = answers.filter(({ status }) => status === 200).length;
    expect(changed).toBeGreaterThan(0);
    expect(await totals(subscription)).toHaveLength(1 + changed);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });
});

describe('a plan with a tax', () => {
  it('is billed and charged with it, and a pause for an unpaid period deducts nothing', async () => {
    const subscription = await aPaidApril({ tax_rate: '15.00' });
    const failing = { pay_by: { wallet_type: 'wallet_a', customer_phone: '0774444444' } };
    await shop.api('updateSubscription', { params: { id: subscription.id }, body: failing });
    await turnTo(shop.api, '2028-05-10T08:00:00.000Z');
    const paused = await subscriptionNow(shop.api, subscription);

    await resume(shop.api, subscription);

    expect(subscription).toMatchObject({ amount: '30.00', tax_rate: '15.00' });
    expect(paused.status).toBe('paused');
    expect(await totals(subscription)).toEqual(['34.50 paid', '34.50 void', '34.50 sent']);
    expect((await paymentsOf(shop.api)).at(-1)?.amount).toBe('34.50');
    const [invoice] = await invoicesOf(shop.api, subscription);
    expect(invoice).toMatchObject({ subtotal: '30.00', tax: '4.50', items: [{ tax_rate: '15.00' }] });
  });

  it('is billed by the plan, whatever the release before left in the subscription', async () => {
    const subscription = await aPaidApril();
    await app.database.asOwner(
      'UPDATE sandbox.subscriptions SET tax_basis_points = 1500 WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    await turnTo(shop.api, '2028-05-02T08:00:00.000Z');

    expect(await totals(subscription)).toEqual(['30.00 paid', '30.00 paid']);
    expect((await subscriptionNow(shop.api, subscription)).tax_rate).toBeNull();
  });

  it.each([
    ['50.00', '15.00', undefined, '57.50', '34.50'],
    ['50.00', undefined, undefined, '50.00', '27.00'],
    ['50.00', '15.00', '17.25', '57.50', '46.00'],
  ])('deducts 23.00 of 34.50 from %s with %s %% tax, or half if %s was refunded', async (...row) => {
    const [amount, tax_rate, refunded, full, expected] = row;
    const subscription = await aPaidApril({ tax_rate: '15.00' });
    const { plan_id } = await createdPlan(shop.api, { name: 'Tea plus', amount, tax_rate });
    await turnTo(shop.api, '2028-04-11T08:00:00.000Z');
    if (refunded !== undefined) await refund(await latestPayment(subscription), refunded);

    const { data } = await change(subscription, plan_id, true);

    const [, invoice] = await invoicesOf(shop.api, subscription);
    const [total, less] = [Number(invoice?.total), Number(full) - Number(expected)];
    expect(data.tax_rate).toBe(tax_rate ?? null);
    expect(Number(full) - total).toBeLessThanOrEqual(less + 0.011);
    expect(Number(full) - total).toBeGreaterThan(less - 0.02);
    const net = Number(amount) - Number(invoice?.subtotal);
    expect(invoice?.items[0]?.description).toBe(`Tea plus (less ${net.toFixed(2)} for unused time)`);
  });
});
