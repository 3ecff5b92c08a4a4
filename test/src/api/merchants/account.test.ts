import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../../src/platform/ids.ts';
import { openService, openShop, type Place } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { apiOf } from '../../../support/service/api.ts';
import { payByCard, payByWallet } from '../../../support/service/page.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

describe('the balance', () => {
  it('is zero in both currencies at first', async () => {
    const shop = await openShop(app);

    const { data } = await shop.api('getBalance');

    expect(data).toMatchObject({
      available: { USD: '0.00', ZWG: '0.00' },
      pending: { USD: '0.00', ZWG: '0.00' },
      reserve: { USD: '0.00', ZWG: '0.00' },
    });
  });

  it('grows by the net amounts, as in the worked example', async () => {
    const shop = await openShop(app);
    const [first, second] = [await shop.card({ amount: '100.00' }), await shop.card({ amount: '50.00' })];

    await payByCard(first.payment_url, '4242424242424242');
    const afterFirst = (await shop.api('getBalance')).data;
    await payByWallet(second.payment_url, '0771111111');
    await turnClock(shop.api, 1);
    const afterSecond = (await shop.api('getBalance')).data;

    expect([afterFirst.available.USD, afterFirst.pending.USD, afterFirst.reserve.USD]).toEqual([
      '91.50',
      '0.00',
      '5.00',
    ]);
    expect([afterSecond.available.USD, afterSecond.pending.USD, afterSecond.reserve.USD]).toEqual([
      '138.00',
      '0.00',
      '7.50',
    ]);
  });

  it.each([
    ['0.01', '0.00', '0.00'],
    ['0.02', '0.01', '0.00'],
    ['0.29', '0.27', '0.01'],
    ['1.00', '0.91', '0.05'],
    ['9.99', '9.14', '0.50'],
    ['1000000.00', '915000.00', '50000.00'],
  ])('after a card payment of %s is %s available and %s in reserve', async (amount, available, reserve) => {
    const shop = await openShop(app);
    const checkout = await shop.card({ amount });

    await payByCard(checkout.payment_url, '4242424242424242');

    const { data } = await shop.api('getBalance');
    expect([data.available.USD, data.pending.USD, data.reserve.USD]).toEqual([available, '0.00', reserve]);
  });

  it('is one per merchant and mode', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card();
    await payByCard(checkout.payment_url, '4242424242424242');

    const other = await openShop(app);
    const live = await app.aMerchant({ mode: 'live' });

    expect(await other.available()).toBe('0.00');
    expect((await apiOf(app.baseUrl, live.secretKey)('getBalance')).data.available.USD).toBe('0.00');
  });
});

describe('the profile', () => {
  it('shows the merchant and the app of the key', async () => {
    const webhookUrl = 'https://shop.example/hooks';
    const shop = await openShop(app, { businessName: 'Tea House', webhookUrl, rateLimit: 77 });

    const { data } = await shop.api('getProfile');

    expect(data).toMatchObject({
      merchant_id: showId('mer', shop.merchant.merchantId),
      business_name: 'Tea House',
      country: 'ZW',
      status: 'active',
      livemode: false,
      currencies: ['USD', 'ZWG'],
      app: {
        id: showId('app', shop.merchant.appId),
        mode: 'sandbox',
        api_version: '2026-01-01',
        webhook_url: webhookUrl,
        event_types: ['payment.capture.completed', 'payment.capture.declined'],
      },
      kyc: { tier: 1, status: 'approved' },
      two_factor: { enrolled: false },
      settlement: { wallet_delay_days: 0, card_delay_days: 0, reserve_percent: '5.00', reserve_days: 90 },
      limits: { rate_limit: 77, rate_window_seconds: 60 },
      platform_billing: { status: 'not_started', amount_due: '0.00', new_payments: true },
    });
  });

  it('shows the terms of live for a live key', async () => {
    const live = await app.aMerchant({ mode: 'live', totp: true });

    const { data } = await apiOf(app.baseUrl, live.secretKey)('getProfile');

    expect(data).toMatchObject({
      livemode: true,
      app: { mode: 'live', webhook_url: null, features: [] },
      two_factor: { enrolled: true },
      settlement: { wallet_delay_days: 1, card_delay_days: 2 },
    });
  });

  it('contains no secret', async () => {
    const shop = await openShop(app, { totp: true });
    const { secretKey, publicKey, restrictedKey, webhookSecret, totpSecret } = shop.merchant;

    const { body } = await shop.api('getProfile');

    const text = JSON.stringify(body);
    const secrets = [secretKey, publicKey, restrictedKey, webhookSecret, totpSecret ?? ''];
    expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
  });
});
