import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/build.ts';
import { openedSession, sessionNow } from '../../../../support/counter.ts';
import { savedCard } from '../../../../support/vault.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

function charge(shop: Shop, session: { readonly id: string }, card: string, key?: string) {
  return shop.api('chargeVirtualTerminalSession', {
    params: { id: session.id },
    body: { payment_method_id: card },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

async function attemptsOf(shop: Shop) {
  return (await shop.api('listTransactions', { query: { type: 'payment' } })).data.items;
}

describe('a session that is charged to a saved card', () => {
  it('is paid at once, without a customer at a page', async () => {
    const shop = await openShop(app);
    const card = await savedCard(shop.api);
    const session = await openedSession(shop.api);

    const { status, data } = await charge(shop, session, card.id);

    expect(status).toBe(200);
    expect(data).toMatchObject({ requires_polling: false, transaction_id: expect.stringMatching(/^txn_/) });
    expect(data.message).toContain('was charged');
    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'paid',
      transaction_id: data.transaction_id,
    });
    expect(await attemptsOf(shop)).toMatchObject([
      { status: 'completed', payment_method: { type: 'card', last4: '4242' }, source: { id: session.id } },
    ]);
  });

  it('is pending with the reason when the card is declined, and takes another', async () => {
    const shop = await openShop(app);
    const [bad, good] = [
      await savedCard(shop.api, { number: '4000000000009995' }),
      await savedCard(shop.api),
    ];
    const session = await openedSession(shop.api);

    const declined = await charge(shop, session, bad.id);
    const noted = await sessionNow(shop.api, session);
    await charge(shop, session, good.id);

    expect(declined.data.message).toContain('declined');
    expect(noted).toMatchObject({ status: 'pending', last_error: { code: 'CARD_INSUFFICIENT_FUNDS' } });
    expect((await sessionNow(shop.api, session)).status).toBe('paid');
  });

  it('waits for a slow bank, and is charged by nobody else meanwhile', async () => {
    const shop = await openShop(app);
    const card = await savedCard(shop.api, { number: '4000000000000044' });
    const session = await openedSession(shop.api);

    const slow = await charge(shop, session, card.id);
    const again = await charge(shop, session, card.id);
    await turnClock(shop.api, 31);

    expect(slow.data.message).toContain('has not answered');
    expect(again.code).toBe('CHARGE_IN_PROGRESS');
    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'pending',
      attempt_pending: false,
      last_error: { code: 'GATEWAY_TIMEOUT' },
    });
  });

  it('is not charged to a card of another kind, one that was deleted, or one that is not there', async () => {
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
      await charge(shop, card, local.id),
      await charge(shop, wallet, visa.id),
      await charge(shop, card, gone.id),
      await charge(shop, card, `pm_${'0'.repeat(32)}`),
      await charge(shop, card, foreign.id),
    ];

    expect(heard.map(({ code }) => code)).toEqual([
      'PAYMENT_METHOD_NOT_USABLE',
      'PAYMENT_METHOD_NOT_USABLE',
      'PAYMENT_METHOD_NOT_USABLE',
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect(await attemptsOf(shop)).toEqual([]);
    expect((await charge(shop, domestic, local.id)).status).toBe(200);
  });

  it('fifty times at once with one key is charged once', async () => {
    const shop = await openShop(app);
    const card = await savedCard(shop.api);
    const session = await openedSession(shop.api);

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => charge(shop, session, card.id, 'sale-1')),
    );

    const done = answers.filter(({ status }) => status === 200);
    const rest = answers.filter(({ status }) => status !== 200);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(rest.filter(({ code }) => code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
    expect(await attemptsOf(shop)).toHaveLength(1);
  }, 30_000);
});
