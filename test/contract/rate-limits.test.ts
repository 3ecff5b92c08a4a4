import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as clock from '../../src/platform/clock.ts';
import { aWalletCheckout, openedCheckout } from '../support/builders/build.ts';
import { apiOf } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('RATE_LIMIT_EXCEEDED', () => {
  it('answers the 61st request in 60 seconds, and its Retry-After is exact to the second', async () => {
    let nowMs = clock.monotonicMs() + 0.37;
    vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
    const api = apiOf(app.baseUrl, (await app.aMerchant({ rateLimit: 60 })).secretKey);
    for (let sent = 0; sent < 60; sent += 1) {
      expect((await api('getProfile')).headers.get('ratelimit')).toMatch(
        new RegExp(`^"default";r=${59 - sent};t=`),
      );
      nowMs += 333.3;
    }

    const refused = await api('getProfile');
    const seconds = Number(refused.headers.get('retry-after'));
    nowMs += (seconds - 1) * 1000;
    const early = await api('getProfile');
    nowMs += 1000;
    const inTime = await api('getProfile');

    // The first was sent 60 * 333.3 ms ago.
    expect([refused.code, seconds, refused.body['details']]).toEqual([
      'RATE_LIMIT_EXCEEDED',
      41,
      { limit: 60, window_seconds: 60 },
    ]);
    expect([early.status, inTime.status]).toEqual([429, 200]);
  });

  it('counts each key separately', async () => {
    const merchant = await app.aMerchant({ rateLimit: 1 });
    const api = apiOf(app.baseUrl, merchant.secretKey);
    await api('getProfile');

    const [again, other] = [
      await api('getProfile'),
      await apiOf(app.baseUrl, merchant.restrictedKey)('getProfile'),
    ];

    expect([again.status, other.status]).toEqual([429, 200]);
  });

  it('does not count mobile-status, which has a limit of 30 for each id, with a name of its own', async () => {
    const api = apiOf(app.baseUrl, (await app.aMerchant({ rateLimit: 2 })).secretKey);
    const [one, two] = [
      await openedCheckout(api, aWalletCheckout('0772222222')),
      await openedCheckout(api, aWalletCheckout('0772222222')),
    ];
    for (let polled = 0; polled < 30; polled += 1)
      await api('getMobileStatus', { params: { id: one.checkout_id } });

    const refused = await api('getMobileStatus', { params: { id: one.checkout_id } });
    const other = await api('getMobileStatus', { params: { id: two.checkout_id } });

    expect(refused.body['details']).toEqual({ limit: 30, window_seconds: 60 });
    expect(refused.headers.get('ratelimit-policy')).toBe('"mobile-status";q=30;w=60');
    expect(other.status).toBe(200);
  });
});
