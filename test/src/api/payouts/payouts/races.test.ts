import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { aPayout, booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';
import { atOnce, counted, times } from '../../../../support/checks/at-once.ts';
import { startApp } from '../../../../support/service/app.ts';

let app: Place;
beforeAll(async () => {
  app = { ...(await startApp()), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});

const workers = 50;

/** Requests a payout until it is decided: with fifty waiting for one ledger, a slow machine answers SERVICE_UNAVAILABLE to some. */
async function payOut(shop: Shop, amount: string, key: string): Promise<string> {
  const headers = { 'idempotency-key': key };
  const body = aPayout('mobile_money', { amount });
  const { status, code } = await shop.api('requestPayout', { body, headers });
  if (code === 'SERVICE_UNAVAILABLE') return await payOut(shop, amount, key);
  return code === '' ? String(status) : code;
}

describe('payouts requested at once', () => {
  it('500 of 1.00 each by 50 workers, with 91.50 available: exactly 91 are accepted', async () => {
    const shop = await openPaidShop(app);

    const answers = await atOnce(
      workers,
      times(500, (at) => () => payOut(shop, '1.00', `payout-${at}`)),
    );

    expect(counted(answers)).toEqual({ 201: 91, INSUFFICIENT_BALANCE: 409 });
    expect(await booksOf(app, shop)).toMatchObject({ available: '0.50', payout_in_transit: '91.00' });
    await expectSoundBooks(app);
    await turnClock(shop.api, fiveMinutes);
    expect(await booksOf(app, shop)).toMatchObject({
      available: '0.50',
      payout_in_transit: '0.00',
      payout_clearing: '45.50',
      fees: '49.00',
    });
  });

  it('each sent five times with its idempotency key are accepted once per key, until the money is gone', async () => {
    const shop = await openPaidShop(app);

    const answers = await atOnce(
      workers,
      times(60, (at) => () => payOut(shop, '10.00', `payout-${at % 12}`)),
    );

    const known = new Set(['201', 'INSUFFICIENT_BALANCE', 'IDEMPOTENCY_IN_PROGRESS']);
    expect(answers.filter((what) => !known.has(what))).toEqual([]);
    expect(await booksOf(app, shop)).toMatchObject({ available: '1.50', payout_in_transit: '90.00' });
    const rows = await app.database.asOwner('SELECT id FROM sandbox.payouts WHERE merchant_id = $1', [
      shop.merchant.merchantId,
    ]);
    expect(rows).toHaveLength(9);
  });
});
