import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { times } from '../../../../support/at-once.ts';
import { turnClock } from '../../../../support/build.ts';
import { goodCard, openedSession, sessionNow } from '../../../../support/counter.ts';
import { openPage, submit } from '../../../../support/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const counted = (heard: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(heard, (what) => what)].map(([what, all]) => [what, all.length]));

async function chargeWith(shop: Shop, id: string, key: string | undefined, phone = '0772222222') {
  return await shop.api('chargeVirtualTerminalSession', {
    params: { id },
    body: { customer_phone: phone },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

async function attemptsOf(shop: Shop) {
  const { data } = await shop.api('listTransactions', { query: { type: 'payment' } });
  return data.items;
}

describe('a charge that is sent fifty times at once', () => {
  it('with one key is one charge: equal answers, or a first one that is still running', async () => {
    const shop = await openShop(app);
    const { id } = await openedSession(shop.api, { payment_method: 'wallet_a' });

    const answers = await Promise.all(times(50, () => chargeWith(shop, id, 'charge-1')));
    const later = await chargeWith(shop, id, 'charge-1');
    const other = await chargeWith(shop, id, 'charge-1', '0771111111');

    const done = answers.filter(({ status }) => status === 200);
    const rest = answers.filter(({ status }) => status !== 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(rest.map(({ code }) => code))).toEqual(
      new Set(rest.length > 0 ? ['IDEMPOTENCY_IN_PROGRESS'] : []),
    );
    expect(new Set([...done, later].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await attemptsOf(shop)).toHaveLength(1);
    await turnClock(shop.api, 30);
    expect(await sessionNow(shop.api, { id })).toMatchObject({ status: 'paid' });
  }, 30_000);

  it('with a key each is one charge: the others hear of it', async () => {
    const shop = await openShop(app);
    const { id } = await openedSession(shop.api, { payment_method: 'wallet_a' });

    const answers = await Promise.all(times(50, (at) => chargeWith(shop, id, `charge-${at}`)));

    expect(counted(answers.map(({ code, status }) => code || String(status)))).toEqual({
      200: 1,
      CHARGE_IN_PROGRESS: 49,
    });
    expect(await attemptsOf(shop)).toHaveLength(1);
  }, 30_000);

  it('and is made with one key is one session', async () => {
    const shop = await openShop(app);
    const headers = { 'idempotency-key': 'session-1' };
    const body = { amount: '2.00', currency: 'USD' };

    const answers = await Promise.all(
      times(50, () => shop.api('createVirtualTerminalSession', { body, headers })),
    );

    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ body: answer }) => JSON.stringify(answer))).size).toBe(1);
    expect((await shop.api('listVirtualTerminalSessions')).data.items).toHaveLength(1);
  }, 30_000);
});

describe('a session', () => {
  it('that twenty-five pay at once is paid once', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);
    const page = await openPage(session.payment_url);

    // A page is shown sixty times a minute, and each of them looks at it again.
    const pages = await Promise.all(times(25, () => submit(page, 'pay', goodCard)));

    // Who comes while the first is asked waits, or reads the receipt.
    expect(pages.filter(({ name }) => !['receipt', 'bank'].includes(name)).map(({ name }) => name)).toEqual(
      [],
    );
    expect(await attemptsOf(shop)).toHaveLength(1);
    expect(await sessionNow(shop.api, session)).toMatchObject({ status: 'paid' });
  }, 30_000);

  it('that is paid, canceled and charged at once ends in one way, and its money with it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const shop = await openShop(app);
      const session = await openedSession(shop.api);
      const page = await openPage(session.payment_url);

      const [canceled] = await Promise.all([
        shop.api('cancelVirtualTerminalSession', { params: { id: session.id } }),
        submit(page, 'pay', goodCard),
        shop.api('chargeVirtualTerminalSession', { params: { id: session.id } }),
      ]);
      await turnClock(shop.api, 60);

      const { status } = await sessionNow(shop.api, session);
      const payments = (await attemptsOf(shop)).map((payment) => payment.status);
      expect(canceled.status === 200 ? 'canceled' : 'paid').toBe(status);
      expect(payments).toEqual(status === 'paid' ? ['completed'] : payments.length === 0 ? [] : ['reversed']);
    }
  }, 60_000);
});
