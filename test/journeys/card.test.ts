import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api.ts';
import { type App, startApp } from '../support/app.ts';
import { openedCheckout } from '../support/build.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('a card checkout', () => {
  it('opens', async () => {
    const merchant = await app.aMerchant();
    const api = apiOf(app.baseUrl, merchant.secretKey);

    const opened = await openedCheckout(api);

    expect(opened.requires_polling).toBe(false);
  });
});
