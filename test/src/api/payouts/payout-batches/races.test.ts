import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { eventsAbout } from '../../../../support/builders/inside.ts';
import { aPayout, booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';
import { atOnce, counted, times } from '../../../../support/checks/at-once.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const wallet = (amount: string) => aPayout('mobile_money', { amount });

/** Asks until the call is decided: a busy machine answers SERVICE_UNAVAILABLE to some. */
async function decided(ask: () => Promise<{ status: number; code: string }>): Promise<string> {
  const { status, code } = await ask();
  if (code === 'SERVICE_UNAVAILABLE' || code === 'IDEMPOTENCY_IN_PROGRESS') return await decided(ask);
  return code === '' ? String(status) : code;
}

async function batchesOf(shop: Shop) {
  return (await shop.api('listPayoutBatches', { query: { limit: 100 } })).data.items;
}

describe('batches and single payouts at once', () => {
  it('pay out what is available and no more, each item and each call once', async () => {
    const shop = await openPaidShop(app);
    const batch = (at: number) => () => {
      const headers = { 'idempotency-key': `batch-${at % 6}` };
      const body = { items: times(6, () => wallet('3.00')) };
      return decided(() => shop.api('createPayoutBatch', { body, headers }));
    };
    const single = (at: number) => () => {
      const headers = { 'idempotency-key': `payout-${at % 20}` };
      return decided(() => shop.api('requestPayout', { body: wallet('3.00'), headers }));
    };

    const answers = await atOnce(
      24,
      times(60, (at) => (at % 2 === 0 ? batch(at / 2) : single(Math.floor(at / 2)))),
    );
    await expect
      .poll(async () => (await batchesOf(shop)).filter(({ counts }) => counts.waiting > 0).length, {
        timeout: 60_000,
      })
      .toBe(0);

    const { 201: _made, INSUFFICIENT_BALANCE: _refused, ...others } = counted(answers);
    expect(others).toEqual({});
    const made = await app.database.asOwner('SELECT id FROM sandbox.payouts WHERE merchant_id = $1', [
      shop.merchant.merchantId,
    ]);
    // 91.50 is enough for thirty payouts of 3.00. A batch that is refused as a whole may leave some of it.
    expect(made.length).toBeLessThanOrEqual(30);
    const left = 9150 - made.length * 300;
    expect(await booksOf(app, shop)).toMatchObject({
      available: (left / 100).toFixed(2),
      payout_in_transit: (made.length * 3).toFixed(2),
    });
    await turnClock(shop.api, fiveMinutes);
    for (const { id, status, counts } of await batchesOf(shop)) {
      expect([status, counts.completed + counts.refused]).toEqual([
        counts.completed === 0 ? 'denied' : 'completed',
        6,
      ]);
      const types = (await eventsAbout(app, { id })).map(({ type }) => type);
      expect(types).toEqual([
        'payment.payout-batch.processing',
        counts.completed === 0 ? 'payment.payout-batch.denied' : 'payment.payout-batch.success',
      ]);
    }
    expect(await booksOf(app, shop)).toMatchObject({ payout_in_transit: '0.00' });
  });
});
