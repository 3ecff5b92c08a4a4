import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { chargeSession, openedSession, sessionNow } from '../../../../support/builders/counter.ts';
import { savedCard } from '../../../../support/builders/vault.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

describe('a session that is charged to a saved card', () => {
  it('is paid at once, without a hosted page', async () => {
    const shop = await openShop(app);
    const card = await savedCard(shop.api);
    const session = await openedSession(shop.api);

    const { status, data } = await chargeSession(shop.api, session, { payment_method_id: card.id });

    expect(status).toBe(200);
    expect(data).toMatchObject({ requires_polling: false, transaction_id: expect.stringMatching(/^txn_/) });
    expect(data.message).toContain('was charged');
    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'paid',
      transaction_id: data.transaction_id,
    });
    expect(await shop.payments()).toMatchObject([
      { status: 'completed', payment_method: { type: 'card', last4: '4242' }, source: { id: session.id } },
    ]);
  });

  it('stays pending with the reason if the card is declined, and takes another card', async () => {
    const shop = await openShop(app);
    const [bad, good] = [
      await savedCard(shop.api, { number: '4000000000009995' }),
      await savedCard(shop.api),
    ];
    const session = await openedSession(shop.api);

    const declined = await chargeSession(shop.api, session, { payment_method_id: bad.id });
    const noted = await sessionNow(shop.api, session);
    await chargeSession(shop.api, session, { payment_method_id: good.id });

    expect(declined.data.message).toContain('declined');
    expect(noted).toMatchObject({ status: 'pending', last_error: { code: 'CARD_INSUFFICIENT_FUNDS' } });
    expect((await sessionNow(shop.api, session)).status).toBe('paid');
  });

  it('waits for a slow bank, and refuses other charges until then', async () => {
    const shop = await openShop(app);
    const card = await savedCard(shop.api, { number: '4000000000000044' });
    const session = await openedSession(shop.api);

    const slow = await chargeSession(shop.api, session, { payment_method_id: card.id });
    const again = await chargeSession(shop.api, session, { payment_method_id: card.id });
    await turnClock(shop.api, 31);

    expect(slow.data.message).toContain('has not answered');
    expect(again.code).toBe('CHARGE_IN_PROGRESS');
    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'pending',
      attempt_pending: false,
      last_error: { code: 'GATEWAY_TIMEOUT' },
    });
  });

  it('refuses a card of another kind, a deleted card, and an unknown one', async () => {
    const shop = await openShop(app);
    const [visa, local, gone] = [
      await savedCard(shop.api),
      await savedCard(shop.api, { number: '9716000000000006' }),
      await savedCard(shop.api),
    ];
    await shop.api('deletePaymentMethod', { params: { id: gone.id } });
    const [card, wallet, domestic] = [
      await openedSession(shop.api),
      await openedSession(shop.api, { payment_method: 'wallet_a' }),
      await openedSession(shop.api, { payment_method: 'domestic_switch' }),
    ];
    const foreign = await savedCard((await openShop(app)).api);

    const heard = [
      await chargeSession(shop.api, card, { payment_method_id: local.id }),
      await chargeSession(shop.api, wallet, { payment_method_id: visa.id }),
      await chargeSession(shop.api, card, { payment_method_id: gone.id }),
      await chargeSession(shop.api, card, { payment_method_id: `pm_${'0'.repeat(32)}` }),
      await chargeSession(shop.api, card, { payment_method_id: foreign.id }),
    ];

    expect(heard.map(({ code }) => code)).toEqual([
      'PAYMENT_METHOD_NOT_USABLE',
      'PAYMENT_METHOD_NOT_USABLE',
      'PAYMENT_METHOD_NOT_USABLE',
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect(await shop.payments()).toEqual([]);
    expect((await chargeSession(shop.api, domestic, { payment_method_id: local.id })).status).toBe(200);
  });

  it('is charged once if fifty calls come at once with one key', async () => {
    const shop = await openShop(app);
    const card = await savedCard(shop.api);
    const session = await openedSession(shop.api);

    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        chargeSession(shop.api, session, { payment_method_id: card.id }, 'sale-1'),
      ),
    );

    const done = answers.filter(({ status }) => status === 200);
    const rest = answers.filter(({ status }) => status !== 200);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(rest.filter(({ code }) => code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
    expect(await shop.payments()).toHaveLength(1);
  });
});
