import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { anAdvance, anOffer, aSplit, balanceOf } from '../../../support/builders/partners.ts';
import { aPayout } from '../../../support/builders/payouts.ts';
import { atOnce, counted, times } from '../../../support/checks/at-once.ts';
import { startApp } from '../../../support/service/app.ts';
import { payByCard } from '../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = { ...(await startApp()), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});

/** Calls until it is decided: under load a slow machine answers SERVICE_UNAVAILABLE to some. */
async function insisting(call: () => Promise<{ status: number; code: string }>): Promise<string> {
  const { status, code } = await call();
  if (code === 'SERVICE_UNAVAILABLE') return await insisting(call);
  return code === '' ? String(status) : code;
}

async function paid(shop: Shop, splitId: string): Promise<void> {
  const checkout = await shop.card({ amount: '10.00', splitId });
  const page = await payByCard(checkout.payment_url, '4242424242424242');
  if (page.name !== 'receipt') throw new Error(page.text);
}

describe('settlements at once', () => {
  it('40 of 9.15 with shares of 20 % and an advance, among payouts, refunds and early repayments: every cent is booked once', async () => {
    const shop = await openShop(app);
    const { id: split, partners } = await aSplit(shop.api, ['20.00', '0.50']);
    const advance = await anAdvance(shop.api, { amount: '60.00', fee: '6.00', holdback_rate: '30.00' });
    const partner = partners[0];
    const payOut = () =>
      insisting(() =>
        shop.api('requestPayout', {
          body: { ...aPayout('mobile_money', { amount: '2.00' }), subaccount_id: partner },
        }),
      );
    const repay = () => insisting(() => shop.api('repayCapitalAdvance', { params: { id: advance } }));
    const refund = async () => {
      const payment = (await shop.payments()).find(({ status }) => status === 'completed');
      const params = { id: payment?.id ?? '' };
      return await insisting(() => shop.api('refundTransaction', { params, body: { amount: '1.00' } }));
    };
    const deeds = times(40, (nth) => async () => {
      await paid(shop, split);
      if (nth % 4 === 1) return `payout ${await payOut()}`;
      if (nth % 4 === 2) return `refund ${await refund()}`;
      return nth > 20 && nth % 8 === 7 ? `repay ${await repay()}` : 'paid';
    });

    const answers = counted(await atOnce(10, deeds));

    const payouts = answers['payout 201'] ?? 0;
    expect(
      Object.keys(answers).filter((what) =>
        /^(payout|repay|refund) (?!20|INSUFFICIENT|REFUND_EXCEEDS)/.test(what),
      ),
    ).toEqual([]);
    // 1.83 of each payment, less the payouts.
    expect(await balanceOf(shop.api, partner)).toBe((73.2 - 2 * payouts).toFixed(2));
    // 0.04 of each.
    expect(await balanceOf(shop.api, partners[1])).toBe('1.60');
    const { data } = await shop.api('getCapitalAdvance', { params: { id: advance } });
    expect(data).toMatchObject({ status: 'repaid', amount_repaid: '66.00', amount_remaining: '0.00' });
    // Each repayment says what remains after it and all before it: none of two at once overlooks the other.
    const rest = await app.database.asOwner(
      `SELECT amount_remaining FROM (SELECT amount_remaining, 660000 - sum(amount) OVER (ORDER BY amount_remaining DESC) AS left_over
        FROM sandbox.capital_repayments WHERE merchant_id = $1) r WHERE amount_remaining <> left_over`,
      [shop.merchant.merchantId],
    );
    expect(rest).toEqual([]);
    const told = await app.database.asOwner(
      `SELECT count(*) FILTER (WHERE type = 'split.settled')::int AS shares, count(*) FILTER (WHERE type = 'capital.repaid')::int AS repaid
        FROM sandbox.events WHERE merchant_id = $1`,
      [shop.merchant.merchantId],
    );
    expect(told).toEqual([{ shares: 80, repaid: 1 }]);
    await expectSoundBooks(app);
  });
});

describe('two offers in one currency, accepted at once', () => {
  it('become one advance', async () => {
    const shop = await openShop(app);
    const offers = [await anOffer(shop.api), await anOffer(shop.api)];
    const accept = (id: string) => insisting(() => shop.api('acceptCapitalOffer', { params: { id } }));

    const answers = await Promise.all([...offers, ...offers].map(accept));

    expect(counted(answers)).toEqual({ 201: 1, OFFER_NOT_AVAILABLE: 3 });
    expect(await shop.available()).toBe('500.00');
  });

  it('and an advance that ten calls repay at once is repaid once', async () => {
    const shop = await openShop(app);
    const id = await anAdvance(shop.api, { amount: '100.00', fee: '0.01' });
    await payByCard((await shop.card()).payment_url, '4242424242424242');

    const answers = await Promise.all(
      times(10, () => insisting(() => shop.api('repayCapitalAdvance', { params: { id } }))),
    );

    expect(counted(answers)).toEqual({ 200: 10 });
    const { data } = await shop.api('getCapitalAdvance', { params: { id } });
    expect(data.amount_repaid).toBe('100.01');
    expect(await shop.available()).toBe('9.14');
  });
});
