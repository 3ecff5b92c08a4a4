import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { chargeSession, goodCard, openedSession, sessionNow } from '../../../../support/builders/counter.ts';
import { counted, times } from '../../../../support/checks/at-once.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

describe('a charge that is sent fifty times at once', () => {
  it('is one charge with one key; the others get the same answer or “in progress”', async () => {
    const shop = await openShop(app);
    const { id } = await openedSession(shop.api, { payment_method: 'wallet_a' });

    const answers = await Promise.all(
      times(50, () => chargeSession(shop.api, { id }, { customer_phone: '0772222222' }, 'charge-1')),
    );
    const later = await chargeSession(shop.api, { id }, { customer_phone: '0772222222' }, 'charge-1');
    const other = await chargeSession(shop.api, { id }, { customer_phone: '0771111111' }, 'charge-1');

    const done = answers.filter(({ status }) => status === 200);
    const rest = answers.filter(({ status }) => status !== 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(rest.map(({ code }) => code))).toEqual(
      new Set(rest.length > 0 ? ['IDEMPOTENCY_IN_PROGRESS'] : []),
    );
    expect(new Set([...done, later].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await shop.payments()).toHaveLength(1);
    await turnClock(shop.api, 30);
    expect(await sessionNow(shop.api, { id })).toMatchObject({ status: 'paid' });
  });

  it('is one charge with a key each; the others are refused', async () => {
    const shop = await openShop(app);
    const { id } = await openedSession(shop.api, { payment_method: 'wallet_a' });

    const answers = await Promise.all(
      times(50, (at) => chargeSession(shop.api, { id }, { customer_phone: '0772222222' }, `charge-${at}`)),
    );

    expect(counted(answers.map(({ code, status }) => code || String(status)))).toEqual({
      200: 1,
      CHARGE_IN_PROGRESS: 49,
    });
    expect(await shop.payments()).toHaveLength(1);
  });

  it('opens one session with one key', async () => {
    const shop = await openShop(app);
    const headers = { 'idempotency-key': 'session-1' };
    const body = { amount: '2.00', currency: 'USD' };

    const answers = await Promise.all(
      times(50, () => shop.api('createVirtualTerminalSession', { body, headers })),
    );

    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ body: answer }) => JSON.stringify(answer))).size).toBe(1);
    expect((await shop.api('listVirtualTerminalSessions')).data.items).toHaveLength(1);
  });
});

describe('a session', () => {
  it('is paid once by twenty-five payers at once', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);
    const page = await openPage(session.payment_url);

    // The page's rate limit is sixty a minute, and each payer loads it twice.
    const pages = await Promise.all(times(25, () => submit(page, 'pay', goodCard)));

    // The others see the waiting page or the receipt.
    expect(pages.filter(({ name }) => !['receipt', 'bank'].includes(name)).map(({ name }) => name)).toEqual(
      [],
    );
    expect(await shop.payments()).toHaveLength(1);
    expect(await sessionNow(shop.api, session)).toMatchObject({ status: 'paid' });
  });

  it('ends in one way if it is paid, canceled and charged at once, and its money agrees', async () => {
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
      const payments = (await shop.payments()).map((payment) => payment.status);
      expect(canceled.status === 200 ? 'canceled' : 'paid').toBe(status);
      expect(payments).toEqual(status === 'paid' ? ['completed'] : payments.length === 0 ? [] : ['reversed']);
    }
  });
});
