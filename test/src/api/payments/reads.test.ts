import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPayment, openService, openShop, type Place } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { aLink } from '../../../support/builders/counter.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

describe('reading a refund', () => {
  it('shows what refundTransaction answered, and how it went on', async () => {
    const shop = await openShop(app);
    const id = await aPayment(shop);
    const { data: made } = await shop.api('refundTransaction', { params: { id }, body: { amount: '5.11' } });

    const pending = await shop.api('getRefund', { params: { id: made.refund_id } });
    await turnClock(shop.api, 31);
    const completed = await shop.api('getRefund', { params: { id: made.refund_id } });

    expect(pending.data).toEqual(made);
    expect(completed.data).toMatchObject({ ...made, status: 'completed', completed_at: expect.any(String) });
  });

  it('says that nothing is left of a payment that was refunded, or handed back unwanted', async () => {
    const shop = await openShop(app);
    const id = await aPayment(shop);
    const { data: made } = await shop.api('refundTransaction', { params: { id } });
    const checkout = await shop.card();
    await shop.api('payAsTestPayer', {
      body: { checkout_id: checkout.checkout_id, scenario: 'wrong_amount' },
    });
    await turnClock(shop.api, 60);
    const unwanted = (await shop.listOf(checkout)).find(({ type }) => type === 'refund');

    const read = [made.refund_id, String(unwanted?.source.id)].map((refund) =>
      shop.api('getRefund', { params: { id: refund } }),
    );

    expect((await Promise.all(read)).map(({ data }) => data.amount_refundable)).toEqual(['0.00', '0.00']);
  });

  it('finds no refund of another merchant, and none that never was', async () => {
    const [shop, other] = [await openShop(app), await openShop(app)];
    const { data } = await shop.api('refundTransaction', { params: { id: await aPayment(shop) } });

    const refused = await Promise.all(
      [data.refund_id, `ref_${'0'.repeat(32)}`, 'nothing'].map((id) =>
        other.api('getRefund', { params: { id } }),
      ),
    );

    expect(refused.map(({ status, body }) => [status, body['details']])).toEqual(
      refused.map(() => [404, { resource: 'refund' }]),
    );
  });
});

describe('reading a payment link', () => {
  it('shows it as the list does', async () => {
    const [shop, other] = [await openShop(app), await openShop(app)];
    const { data: made } = await shop.api('createPaymentLink', { body: aLink() });

    const read = await shop.api('getPaymentLink', { params: { id: made.id } });
    const { items } = (await shop.api('listPaymentLinks')).data;
    const foreign = await other.api('getPaymentLink', { params: { id: made.id } });

    expect(read.data).toEqual(items[0]);
    expect([foreign.status, foreign.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the list of wallets', () => {
  it('says which is live, and agrees with what a checkout accepts', async () => {
    const shop = await openShop(app);

    const { items } = (await shop.api('listWallets')).data;

    expect(items.map(({ wallet_type, status }) => [wallet_type, status])).toEqual([
      ['wallet_a', 'live'],
      ['wallet_b', 'announced'],
      ['wallet_c', 'announced'],
    ]);
    for (const { wallet_type, status, currencies, prefixes } of items) {
      const about = { walletType: wallet_type, currency: currencies[0] };
      const body = {
        ...about,
        amount: '5.00',
        merchantTransactionId: wallet_type,
        returnUrl: 'https://shop.example/return',
        notificationUrl: app.notificationUrl,
        customerPhone: `0${prefixes[0]}1234567`,
      };
      const tried = await shop.api('createCheckout', { body });
      expect(tried.code).toBe(status === 'live' ? '' : 'WALLET_NOT_AVAILABLE');
    }
  });
});
