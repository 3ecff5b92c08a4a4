import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewCard } from '../../../../../src/domain/payers/payment-methods/renew-card.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { chargeSession, openedSession, sessionNow } from '../../../../support/builders/counter.ts';
import { eventsAbout } from '../../../../support/builders/inside.ts';
import { turnTo } from '../../../../support/builders/subscriptions.ts';
import { methodNow, savedCard } from '../../../../support/builders/vault.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const renewed = { number: '4000000000000408', expiry: '08/28' };

describe('a saved card that the bank renews', () => {
  it('gets its new expiry when its last month begins, and goes on being charged', async () => {
    const shop = await openShop(app);
    const saved = await savedCard(shop.api, renewed);
    await turnTo(shop.api, '2028-07-31T23:59:00Z');
    const before = await methodNow(shop.api, saved.id);

    await turnTo(shop.api, '2028-10-01T08:00:00Z');
    const after = await methodNow(shop.api, saved.id);
    const session = await openedSession(shop.api);
    await chargeSession(shop.api, session, { payment_method_id: saved.id });

    expect(before).toMatchObject({ exp_month: 8, exp_year: 2028, status: 'active' });
    expect(after).toMatchObject({ exp_month: 8, exp_year: 2031, last4: '0408', status: 'active' });
    expect((await sessionNow(shop.api, session)).status).toBe('paid');
    const events = (await eventsAbout(app, saved)).map(({ type, at }) => `${type} ${at.slice(0, 10)}`);
    expect(events.at(-1)).toBe('vault.payment-token.updated 2028-08-01');
  });

  it('expires at the end of its new last month', async () => {
    const shop = await openShop(app);
    const saved = await savedCard(shop.api, renewed);
    await turnTo(shop.api, '2028-08-02T00:00:00Z');

    await turnTo(shop.api, '2031-08-31T00:00:00Z');
    const last = await methodNow(shop.api, saved.id);
    await turnTo(shop.api, '2031-09-02T00:00:00Z');

    expect([last.status, (await methodNow(shop.api, saved.id)).status]).toEqual(['active', 'expired']);
  });

  it('is left alone once it is deleted', async () => {
    const shop = await openShop(app);
    const saved = await savedCard(shop.api, renewed);
    await shop.api('deletePaymentMethod', { params: { id: saved.id } });

    await turnTo(shop.api, '2028-09-02T00:00:00Z');

    const types = (await eventsAbout(app, saved)).map(({ type }) => type);
    expect(types).toEqual(['vault.payment-token.created', 'vault.payment-token.deleted']);
  });

  it('is renewed once by a callback that comes again, and never backwards', async () => {
    const shop = await openShop(app);
    const saved = await savedCard(shop.api);
    const paymentMethodId = readId('pm', saved.id);
    const report = (year: number, last4?: string) =>
      asMerchant(app, shop.merchant, (act) =>
        renewCard(act, {
          paymentMethodId,
          renewed: { expiry: { month: 1, year }, ...(last4 !== undefined && { last4 }) },
        }),
      );

    await Promise.all([report(2045, '9876'), report(2045, '9876'), report(2045, '9876')]);
    await report(2044);

    expect(await methodNow(shop.api, saved.id)).toMatchObject({ exp_year: 2045, last4: '9876' });
    const types = (await eventsAbout(app, saved)).map(({ type }) => type);
    expect(types).toEqual(['vault.payment-token.created', 'vault.payment-token.updated']);
  });
});
