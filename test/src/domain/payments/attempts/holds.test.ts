import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../../../generated/operations.ts';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { beginPayment } from '../../../../../src/domain/payments/attempts/begin/make-attempt.ts';
import { beginCapture, expireHold } from '../../../../../src/domain/payments/attempts/capture-hold.ts';
import { settleHold } from '../../../../../src/domain/payments/attempts/settle-hold.ts';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { fingerprintOf } from '../../../../../src/engine/calls/once.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { capture, heldCheckout, release } from '../../../../support/builders/holds.ts';
import { payByCard, submit } from '../../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const [created, authorized] = ['payment.authorization.created', 'payment.capture.authorized'];

const captured = {
  status: 'completed',
  hold: 'captured',
  reason: null,
  events: [created, authorized, 'payment.capture.completed'],
  available: '91.50',
};
const voided = (reason: string) => ({
  status: 'voided',
  hold: 'voided',
  reason,
  events: [created, authorized, 'payment.authorization.voided'],
  available: '0.00',
});

type Named = { readonly checkout_id: string };

async function endOf(shop: Shop, checkout: Named) {
  const { status, authorization } = await shop.statusOf(checkout);
  return {
    status,
    hold: authorization?.status,
    reason: authorization?.void_reason,
    events: await shop.eventsOf(checkout),
    available: await shop.available(),
  };
}

async function paymentOf(shop: Shop, checkout: Named): Promise<string> {
  return readId('txn', String((await shop.statusOf(checkout)).transaction_id));
}

const rounds = 6;
const everyRound = <T>(play: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: rounds }, play));

describe('at the same moment', () => {
  it('ten captures are one', async () => {
    const rows = await everyRound(async () => {
      const shop = await openShop(app);
      const checkout = await heldCheckout(shop.api);
      const all = await Promise.all(Array.from({ length: 10 }, () => capture(shop.api, checkout)));
      return { good: all.filter(({ status }) => status === 200).length, end: await endOf(shop, checkout) };
    });

    for (const row of rows) expect(row).toEqual({ good: 1, end: captured });
  });

  it('a capture, a release and the expiry leave one truth', async () => {
    const ends = await everyRound(async () => {
      const shop = await openShop(app);
      const checkout = await heldCheckout(shop.api);
      const paymentId = await paymentOf(shop, checkout);
      const expire = () => asMerchant(app, shop.merchant, (act) => expireHold(act, { paymentId }));
      const [taken, given] = await Promise.all([
        capture(shop.api, checkout),
        release(shop.api, checkout),
        expire(),
        capture(shop.api, checkout),
        expire(),
      ]);
      await turnClock(shop.api, 60);
      return { taken: taken.status, given: given.status, end: await endOf(shop, checkout) };
    });

    for (const { end } of ends)
      expect([captured, voided('requested'), voided('expired')]).toContainEqual(end);
    for (const { given, end } of ends) expect(given === 200).toBe(end.reason === 'requested');
  });

  it('two answers of the gateway about one capture book it once', async () => {
    const ends = await everyRound(async () => {
      const shop = await openShop(app);
      const checkout = await heldCheckout(shop.api);
      const paymentId = await paymentOf(shop, checkout);
      const answer = () =>
        asMerchant(
          app,
          shop.merchant,
          async (act) => void (await settleHold(act, paymentId, { kind: 'captured', gatewayStatus: 'PAID' })),
        );
      await Promise.all([capture(shop.api, checkout), answer(), answer(), answer()]);
      return await endOf(shop, checkout);
    });

    for (const end of ends) expect(end).toEqual(captured);
  });
});

/** An attempt at a manual checkout whose answer has not arrived, and what the gateway may say of it. */
async function anAttempt() {
  const shop = await openShop(app);
  const checkout = await shop.card({ amount: '100.00', capture: 'manual' });
  const expiry = { month: 12, year: 2040 };
  const instrument = { type: 'card', number: '4242424242424242', expiry, cvv: '737' } as const;
  const checkoutId = readId('chk', checkout.checkout_id);
  const { id } = await asMerchant(app, shop.merchant, (act) => beginPayment(act, { checkoutId, instrument }));
  const hold = (amount = 1_000_000n) =>
    asMerchant(
      app,
      shop.merchant,
      async (act) =>
        void (await settlePayment(act, id, {
          kind: 'authorized',
          gatewayReference: `sandbox_hold_card_success_${id.replaceAll('-', '')}`,
          gatewayStatus: 'AUTHORIZED',
          amount: amountOf(amount),
          currency: 'USD',
        })),
    );
  return { shop, checkout, id, hold };
}

describe('an amount that is held', () => {
  it('twice, by two reports of the gateway, is held once', async () => {
    const { shop, checkout, hold } = await anAttempt();

    await Promise.all([hold(), hold(), hold()]);

    expect(await shop.eventsOf(checkout)).toEqual([created, authorized]);
  });

  it('is not captured after its end, even if the job that releases it is late', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);
    await app.database.asOwner(
      'UPDATE sandbox.authorizations SET expires_at = created_at WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    const late = await capture(shop.api, checkout);

    expect([late.code, late.body['details']]).toEqual(['AUTHORIZATION_NOT_HELD', { status: 'expired' }]);
    expect(await endOf(shop, checkout)).toEqual({
      status: 'authorized',
      hold: 'held',
      reason: null,
      events: [created, authorized],
      available: '0.00',
    });
  });

  it('after the merchant aborted the checkout is released', async () => {
    const { shop, checkout, hold } = await anAttempt();
    await shop.api('abortCheckout', { params: { id: checkout.checkout_id } });

    await hold();
    await turnClock(shop.api, 1);

    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'failed',
      authorization: { status: 'voided', void_reason: 'unwanted' },
    });
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'voided', late: true }]);
    expect(await shop.available()).toBe('0.00');
  });

  it('after its attempt had failed is released, and another attempt keeps its own', async () => {
    const { shop, checkout, id, hold } = await anAttempt();
    const declined = { kind: 'declined', reason: 'GATEWAY_TIMEOUT' } as const;
    await asMerchant(
      app,
      shop.merchant,
      async (act) =>
        void (await settlePayment(act, id, {
          ...declined,
          gatewayReference: null,
          gatewayStatus: 'TIMEOUT',
        })),
    );
    await payByCard(checkout.payment_url, '4242424242424242');

    await hold();
    await turnClock(shop.api, 1);

    expect((await shop.listOf(checkout)).map(({ status }) => status)).toEqual(['authorized', 'voided']);
    expect((await capture(shop.api, checkout)).data.status).toBe('captured');
  });

  it('after its attempt had failed, and told twice with another amount, is released once', async () => {
    const { shop, checkout, id, hold } = await anAttempt();
    const declined = { kind: 'declined', reason: 'GATEWAY_TIMEOUT', gatewayReference: null } as const;
    await asMerchant(
      app,
      shop.merchant,
      async (act) => void (await settlePayment(act, id, { ...declined, gatewayStatus: 'TIMEOUT' })),
    );

    await hold(1_010_000n);
    await hold(1_010_000n);
    await hold();
    await turnClock(shop.api, 1);

    expect(await shop.statusOf(checkout)).toMatchObject({
      authorization: { status: 'voided', amount: '101.00' },
    });
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'failed', failure: { code: 'AMOUNT_MISMATCH' } },
    ]);
  });

  it('and is not the amount that was asked is released, and the checkout fails', async () => {
    const { shop, checkout, hold } = await anAttempt();

    await hold(1_010_000n);
    await turnClock(shop.api, 1);

    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'failed',
      failure: { code: 'AMOUNT_MISMATCH' },
      authorization: { status: 'voided', amount: '101.00', void_reason: 'unwanted' },
    });
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'failed' }]);
  });
});

describe('a capture that the gateway decides after 30 seconds', () => {
  const body = { amount: '60.11' };
  const headers = { 'idempotency-key': 'capture-1' };
  const pending = 'payment.capture.pending';

  /** What a process leaves if it dies after it asked the gateway, and the call that repeats its request. */
  async function aCaptureThatWasLost(shop: Shop) {
    const checkout = await heldCheckout(shop.api, body);
    const params = { id: checkout.checkout_id };
    const wanted = { checkoutId: readId('chk', params.id), amount: undefined };
    const { id } = await asMerchant(app, shop.merchant, (act) => beginCapture(act, wanted));
    const { method, path } = operations.captureCheckout;
    await app.database.asOwner(
      `INSERT INTO sandbox.idempotency_keys (merchant_id, method, path, key, fingerprint, state, intention_id, lease_until, expires_at)
        VALUES ($1, $2, $3, 'capture-1', $4, 'started', $5, now(), now() + interval '1 day')`,
      [
        shop.merchant.merchantId,
        method,
        path.replace('{id}', params.id),
        fingerprintOf(app.secrets, JSON.stringify(body)),
        id,
      ],
    );
    return { checkout, repeat: () => shop.api('captureCheckout', { params, body, headers }) };
  }

  it('is told as pending, once, if the process that asked died', async () => {
    const shop = await openShop(app);
    const { checkout } = await aCaptureThatWasLost(shop);

    await turnClock(shop.api, 11);
    const told = await shop.eventsOf(checkout);
    await turnClock(shop.api, 20);

    expect(told).toEqual([created, authorized, pending]);
    expect(await shop.eventsOf(checkout)).toEqual([...told, 'payment.capture.completed']);
  });

  it.each([0, 11])('is told as pending once if it is repeated after %i seconds', async (seconds) => {
    const shop = await openShop(app);
    const { checkout, repeat } = await aCaptureThatWasLost(shop);

    if (seconds > 0) await turnClock(shop.api, seconds);
    const repeated = await repeat();
    await turnClock(shop.api, 12);

    expect(repeated).toMatchObject({ status: 200, data: { status: 'capturing' } });
    expect(await shop.eventsOf(checkout)).toEqual([created, authorized, pending]);
  });

  it('is told as pending although its payment was, while the customer answered a challenge', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ amount: '100.00', capture: 'manual' });
    await submit(await payByCard(checkout.payment_url, '4000000000003220'), 'authorise');

    await capture(shop.api, checkout, body.amount);

    expect(await shop.eventsOf(checkout)).toEqual([pending, created, authorized, pending]);
  });
});
