import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnClock } from '../support/builders/build.ts';
import { eventsOfMerchant } from '../support/builders/inside.ts';
import { sentInvoice } from '../support/builders/invoices.ts';
import { aPayout, openPaidShop } from '../support/builders/payouts.ts';
import { createdPlan, paidBy, subscribed } from '../support/builders/subscriptions.ts';
import { savedCard } from '../support/builders/vault.ts';
import { openService, type Place, type Shop } from './shop.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const day = 86_400;
const eightDays = 8 * day;
/** Chooses the turns. */
const seed = 20_261_122;

/** Eight days in any number of turns, each of at least a second. */
const partitions = fc
  .uniqueArray(fc.integer({ min: 1, max: eightDays - 1 }), { minLength: 2, maxLength: 12 })
  .map((moments) => [...moments.toSorted((a, b) => a - b), eightDays])
  .map((ends) => ends.map((end, index) => end - (ends[index - 1] ?? 0)));

/** Much that ends within eight days, begun just before the clock is turned: jobs are due, or run already. */
async function begin(shop: Shop, begunAt: number): Promise<void> {
  const { api } = shop;
  const card = async (number: string) => {
    const { id, customer_id } = await savedCard(api, { number });
    return { customer: undefined, customer_id, payment_method_id: id };
  };
  const cards = [
    await card('4000000000000002'),
    await card('4000000000000044'),
    await card('4242424242424242'),
  ];
  const paused = await createdPlan(api, { interval: 'month' });
  const canceled = await createdPlan(api, { interval: 'week', on_exhausted: 'cancel' });
  const { transaction_id: id } = await shop.statusOf(await soldTo(shop));
  await sentInvoice(api, { due_date: new Date(begunAt + 3 * day * 1000).toISOString().slice(0, 10) });
  await shop.card();
  await api('requestPayout', { body: aPayout('mobile_money', { amount: '5.17' }) });
  await api('refundTransaction', { params: { id: id ?? '' }, body: { amount: '1.11' } });
  await Promise.all([
    ...['0771111111', '0772222222', '0773333333', '0776666666', '0778888888', '0770000002'].map((phone) =>
      shop.push(phone),
    ),
    ...['0771111111', '0774444444', '0775555555', '0776666666', '0777777777'].map((phone) =>
      subscribed(api, paused.plan_id, paidBy(phone)),
    ),
    ...cards.map((payer) => subscribed(api, canceled.plan_id, payer)),
    subscribed(api, canceled.plan_id),
  ]);
}

/** The paid checkout that `openPaidShop` made. */
async function soldTo(shop: Shop): Promise<{ checkout_id: string }> {
  const [payment] = await shop.payments();
  return { checkout_id: payment?.checkout_id ?? '' };
}

/** How everything stands, and every event with its day; without ids. The balance is told by the minute, so its events are left out. */
async function storyOf(shop: Shop, begunAt: number): Promise<Record<string, readonly string[]>> {
  const values = [shop.merchant.merchantId];
  const statuses = await app.database.asOwner(
    `SELECT 'subscription ' || status || ' ' || collection_state || ' ' || coalesce(wallet_phone, payment_method_id::text IS NOT NULL || '') AS line
       FROM sandbox.subscriptions WHERE merchant_id = $1
     UNION ALL SELECT 'cycle ' || tries || ' tries, ' || failures || ' failures, ' || coalesce(outcome, 'open') FROM sandbox.subscription_cycles WHERE merchant_id = $1
     UNION ALL SELECT 'invoice ' || status FROM sandbox.invoices WHERE merchant_id = $1
     UNION ALL SELECT 'checkout ' || source_type || ' ' || status || ' ' || coalesce(failure, '') FROM sandbox.checkouts WHERE merchant_id = $1
     UNION ALL SELECT 'transaction ' || type || ' ' || status || ' ' || coalesce(failure, '') || ' ' || coalesce(method_phone, '') FROM sandbox.transactions WHERE merchant_id = $1
     UNION ALL SELECT 'payout ' || status FROM sandbox.payouts WHERE merchant_id = $1
     UNION ALL SELECT 'job ' || kind || ' ' || state FROM sandbox.jobs WHERE merchant_id = $1 AND kind <> 'ledger.tell-balances'`,
    values,
  );
  const events = (await eventsOfMerchant(app, shop.merchant)).filter(
    ({ type }) => type !== 'merchant.account.balance-updated',
  );
  const balances = (await shop.api('getBalance')).data;
  return {
    statuses: statuses.map(({ line }) => String(line)).toSorted(),
    events: events
      .map(({ type, at }) => `${type} on day ${Math.round((Date.parse(at) - begunAt) / 1000 / day)}`)
      .toSorted(),
    balances: [balances.available.USD, balances.pending.USD, balances.reserve.USD],
  };
}

async function play(turns: readonly number[], begunAt: number): Promise<Record<string, readonly string[]>> {
  const shop = await openPaidShop(app);
  await begin(shop, begunAt);
  for (const seconds of turns) await turnClock(shop.api, seconds);
  return await storyOf(shop, begunAt);
}

describe('turning the sandbox clock by eight days', () => {
  it('ends the same in one turn, day by day and in steps of any size, though jobs run when it is turned', async () => {
    const begunAt = Date.now();
    const days = Array.from({ length: 8 }, () => day);

    const [stepwise = {}, ...others] = await Promise.all(
      [days, [eightDays], ...fc.sample(partitions, { numRuns: 1, seed })].map((turns) =>
        play(turns, begunAt),
      ),
    );

    for (const other of others) expect(other).toEqual(stepwise);
    expect(stepwise['statuses']).toEqual(
      expect.arrayContaining(['subscription paused exhausted +263774444444']),
    );
    expect(stepwise['statuses']?.filter((line) => line.includes('retrying'))).toEqual([]);
  });

  it('leaves one order of what happens when it is turned twice at once', async () => {
    const shop = await openPaidShop(app);
    const { plan_id } = await createdPlan(shop.api, { interval: 'day' });
    for (let n = 0; n < 12; n += 1) await subscribed(shop.api, plan_id, paidBy('0771111111'));

    const turns = [1, 2].map(() => turnClock(shop.api, 4 * day));
    await Promise.all(turns);

    const invoices = await app.database.asOwner(
      `SELECT count(*)::int AS made, count(*) FILTER (WHERE unpaid_at > paid_at)::int AS unpaid_after_paid,
         count(paid_at)::int AS paid FROM sandbox.invoices WHERE merchant_id = $1`,
      [shop.merchant.merchantId],
    );
    expect(invoices).toEqual([{ made: 108, unpaid_after_paid: 0, paid: 108 }]);
  });
});
