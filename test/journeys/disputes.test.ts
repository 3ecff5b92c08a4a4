import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnClock } from '../support/builders/build.ts';
import { days, disputed, disputeOf, paymentOf, submit } from '../support/builders/disputes.ts';
import { aPayout } from '../support/builders/payouts.ts';
import { aPayment, expectSoundBooks, openService, openShop, type Place, type Shop } from './shop.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

const dispute = (transaction_id: string, about = {}) =>
  shop.api('openTestDispute', { body: { transaction_id, ...about } });
const refund = (id: string, body = {}) => shop.api('refundTransaction', { params: { id }, body });
const accept = (id: string) => shop.api('acceptDispute', { params: { id } });
const payOut = (amount: string) => shop.api('requestPayout', { body: aPayout('bank_transfer', { amount }) });
const all = async () => (await shop.api('listDisputes', { query: { limit: 100 } })).data.items;
const cents = (text: string) => BigInt(text.replace('.', ''));

function inOrder<T>(list: readonly T[], seed: number): T[] {
  const placed = list.map((item, index) => ({ item, at: (index * 7919 + seed * 104_729) % 1009 }));
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

const ofMerchant = (text: string) => place.database.asOwner(text, [shop.merchant.merchantId]);
const jobs = () =>
  ofMerchant(`SELECT kind, key FROM sandbox.jobs WHERE merchant_id = $1 AND kind LIKE 'disputes.%'`);

/** What the balance must come to: all that came in, less fees, refunds, disputes that took money, and payouts. */
async function expected(): Promise<bigint> {
  const [row] = await ofMerchant(`SELECT (
      (SELECT sum(amount - fee) FROM sandbox.transactions WHERE merchant_id = $1 AND type = 'payment' AND status <> 'failed')
      - (SELECT coalesce(sum(amount), 0) FROM sandbox.refunds WHERE merchant_id = $1 AND status <> 'failed')
      - (SELECT coalesce(sum(amount), 0) FROM sandbox.disputes WHERE merchant_id = $1 AND status IN ('needs_response', 'under_review', 'lost'))
      - (SELECT coalesce(sum(amount), 0) FROM sandbox.payouts WHERE merchant_id = $1 AND status <> 'failed')) / 100 AS cents`);
  return BigInt(String(row?.['cents']).replace(/\..*/, ''));
}

async function balance(): Promise<bigint> {
  const { available, pending, reserve } = (await shop.api('getBalance')).data;
  return cents(available.USD) + cents(pending.USD) + cents(reserve.USD);
}

describe('disputes, refunds and payouts at once', () => {
  it.each([1, 2, 3])('give out no more of a payment than was paid (order %i)', async (seed) => {
    const payments: string[] = [];
    for (let made = 0; made < 5; made += 1) payments.push(await aPayment(shop));
    const calls = payments.flatMap((id) => [
      () => dispute(id),
      () => dispute(id, { amount: '30.00' }),
      () => dispute(id, { early_warning: true }),
      () => refund(id, { amount: '60.00' }),
      () => refund(id),
      () => payOut('70.00'),
    ]);

    const answers = await Promise.all(inOrder(calls, seed).map((call) => call()));

    const codes = new Set(answers.map(({ status, code }) => code || status));
    const known = [201, 'TRANSACTION_DISPUTED', 'TRANSACTION_NOT_REFUNDABLE', 'REFUND_EXCEEDS_REMAINING'];
    expect([...codes].filter((code) => ![...known, 'INSUFFICIENT_BALANCE'].includes(code))).toEqual([]);
    for (const id of payments) {
      const { amount_refunded: refunded, amount_refundable: left, status } = await paymentOf(shop, id);
      const disputes = (await all()).filter(({ transaction_id: of }) => of === id);
      const taken = disputes.filter(({ opened_at: at }) => at !== null);
      const sum = taken.reduce((total, { amount }) => total + cents(amount), cents(refunded));
      expect(disputes.filter(({ resolved_at: at }) => at === null).length).toBeLessThanOrEqual(1);
      expect(sum + cents(left)).toBe(status === 'reversed' ? sum : 10_000n);
      expect(sum).toBeLessThanOrEqual(10_000n);
    }
    expect(await balance()).toBe(await expected());
    await expectSoundBooks(place);
  });

  it('are each decided once, however many answers come at the moment they are due', async () => {
    const made: string[] = [];
    for (let count = 0; count < 4; count += 1) made.push((await disputed(shop)).id);
    await turnClock(shop.api, days(7) - 30);

    const answers = await Promise.all([
      ...made.flatMap((id) => [accept(id), submit(shop, id), accept(id), submit(shop, id, 'No.')]),
      turnClock(shop.api, 60).then(() => ({ status: 200, code: '' })),
    ]);

    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['DISPUTE_CLOSED']));
    expect(refused.length).toBeGreaterThanOrEqual(made.length * 3);
    await turnClock(shop.api, days(8));
    for (const id of made) {
      const { status } = await disputeOf(shop, id);
      expect(['won', 'lost']).toContain(status);
    }
    const told = await ofMerchant(`SELECT resource_id, count(*)::int AS times FROM sandbox.events
      WHERE merchant_id = $1 AND type = 'customer.dispute.resolved' GROUP BY resource_id`);
    expect(told.map(({ times }) => times)).toEqual(made.map(() => 1));
    expect(await jobs()).toEqual([]);
    expect(await balance()).toBe(await expected());
    await expectSoundBooks(place);
  });
});

describe('a dispute over a year of the clock', () => {
  it('is won or lost once, and leaves the books sound when the clock leaps', async () => {
    const [won, lost, missed] = [await disputed(shop), await disputed(shop), await disputed(shop)];
    const warned = await disputed(shop, { early_warning: true, amount: '40.00' });
    await submit(shop, won.id);
    await submit(shop, lost.id, 'We disagree.');

    await turnClock(shop.api, days(366));

    const ends = [won, lost, missed, warned].map(async ({ id }) => (await disputeOf(shop, id)).status);
    expect(await Promise.all(ends)).toEqual(['won', 'lost', 'lost', 'lost']);
    // 386.00 net came in; 100.00, 100.00 and 40.00 were lost, and the whole reserve is released.
    expect((await shop.api('getBalance')).data).toMatchObject({
      available: { USD: '146.00' },
      reserve: { USD: '0.00' },
    });
    expect(await jobs()).toEqual([]);
    await expectSoundBooks(place);
  });
});
