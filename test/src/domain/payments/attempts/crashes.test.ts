import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../../../generated/operations.ts';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { normalisePhone } from '../../../../../src/domain/money/wallets/phone.ts';
import { beginPayment } from '../../../../../src/domain/payments/attempts/begin/make-attempt.ts';
import { openCheckout } from '../../../../../src/domain/payments/checkouts/open-checkout.ts';
import { fingerprintOf } from '../../../../../src/engine/calls/once.ts';
import { newId, readId, showId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { aWalletCheckout, turnClock } from '../../../../support/builders/build.ts';
import { openPage, payByCard } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

/** What a process leaves if it dies after the first transaction of a push, before or after it asked the wallet. */
async function aPushThatWasLost(phone: string) {
  const wanted = {
    appId: shop.merchant.appId,
    reference: `order-${newId()}`,
    amount: amountOf(500_000n),
    currency: 'USD',
    returnUrl: 'https://shop.example/return',
    notificationUrl: app.notificationUrl,
    wallet: 'wallet_a',
    capture: 'automatic',
    customer: { name: null, email: null, phone: normalisePhone(phone) },
    description: null,
    metadata: null,
    splitId: undefined,
  } as const;
  const instrument = { type: 'wallet', wallet: 'wallet_a', phone: wanted.customer.phone } as const;
  const id = await asMerchant(app, shop.merchant, async (act) => {
    const checkout = await openCheckout(act, wanted);
    await beginPayment(act, { checkoutId: checkout.id, instrument });
    return checkout.id;
  });
  return { checkout_id: showId('chk', id) };
}

/** The same by card on the hosted page: the card number is lost with the process. */
async function aCardPaymentThatWasLost() {
  const checkout = await shop.card();
  const expiry = { month: 12, year: 2040 };
  const instrument = { type: 'card', number: '4242424242424242', expiry, cvv: '737' } as const;
  await asMerchant(app, shop.merchant, (act) =>
    beginPayment(act, { checkoutId: readId('chk', checkout.checkout_id), instrument }),
  );
  return checkout;
}

describe('a push whose answer was lost', () => {
  it.each([
    ['0771111111', 11, 'completed', null],
    ['0779876543', 11, 'completed', null],
    ['0772222222', 31, 'completed', null],
    ['0773333333', 31, 'failed', 'WALLET_CANCELLED'],
    ['0774444444', 11, 'failed', 'WALLET_INSUFFICIENT_FUNDS'],
    ['0776666666', 121, 'failed', 'WALLET_TIMEOUT'],
    ['0777777777', 11, 'failed', 'WALLET_TIMEOUT'],
    ['0779999999', 11, 'failed', 'WALLET_TIMEOUT'],
  ])(
    'to %s is found again by its number: after %i seconds it is %s',
    async (phone, seconds, status, failure) => {
      const checkout = await aPushThatWasLost(phone);

      await turnClock(shop.api, seconds);

      const poll = await shop.pollOf(checkout);
      expect([poll.transaction_status, poll.failure?.code ?? null]).toEqual([status, failure]);
      expect(await shop.eventsOf(checkout)).toEqual([
        ...(seconds > 11 ? ['payment.capture.pending'] : []),
        status === 'completed' ? 'payment.capture.completed' : 'payment.capture.declined',
      ]);
      const end = failure === 'WALLET_TIMEOUT' ? ['payment.order.voided'] : [];
      expect(await shop.orderEventsOf(checkout)).toEqual([
        'payment.order.created',
        ...(status === 'completed' ? ['payment.order.approved'] : end),
      ]);
      expect(await shop.available()).toBe(status === 'completed' ? '46.50' : '0.00');
    },
  );

  it('sends its first event when it is known to have begun, and not before', async () => {
    const checkout = await aPushThatWasLost('0772222222');
    const before = await shop.orderEventsOf(checkout);

    await turnClock(shop.api, 11);

    expect(before).toEqual([]);
    expect(await shop.orderEventsOf(checkout)).toEqual(['payment.order.created']);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending']);
  });

  it('completes late if it is paid late', async () => {
    const checkout = await aPushThatWasLost('0778888888');

    await turnClock(shop.api, 121);
    const expired = await shop.statusOf(checkout);
    await turnClock(shop.api, 180);

    expect(expired.status).toBe('expired');
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: true });
  });

  it('is handed back if the wrong amount is paid', async () => {
    const checkout = await aPushThatWasLost('0770000002');

    await turnClock(shop.api, 11);

    expect(await shop.listOf(checkout)).toMatchObject([
      { type: 'refund', status: 'completed', amount: '51.00' },
      { type: 'payment', status: 'failed', failure: { code: 'AMOUNT_MISMATCH' } },
    ]);
  });

  it('is ended by an abort, and its money goes back', async () => {
    const checkout = await aPushThatWasLost('0771111111');

    await shop.api('abortCheckout', { params: { id: checkout.checkout_id } });
    await turnClock(shop.api, 11);

    expect(await shop.pollOf(checkout)).toMatchObject({ transaction_status: 'reversed' });
    expect(await shop.orderEventsOf(checkout)).toEqual(['payment.order.created', 'payment.order.cancelled']);
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.cancelled',
      'payment.capture.reversed',
      'payment.refund.created',
      'payment.refund.completed',
    ]);
  });
});

describe('a card payment whose answer was lost', () => {
  it('is declined if the gateway does not know it, and the customer pays again', async () => {
    const checkout = await aCardPaymentThatWasLost();

    const waiting = await openPage(checkout.payment_url);
    await turnClock(shop.api, 11);
    const [undecided] = await shop.listOf(checkout);
    await turnClock(shop.api, 20);
    const [attempt] = await shop.listOf(checkout);
    const paid = await payByCard(checkout.payment_url, '4242424242424242');

    expect(waiting.name).toBe('bank');
    // Not declined yet: the charge might still be on its way.
    expect(undecided).toMatchObject({ status: 'pending' });
    expect(attempt).toMatchObject({ status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } });
    expect(paid.name).toBe('receipt');
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.declined',
      'payment.capture.completed',
    ]);
  });

  it('keeps its checkout from expiring until it is decided', async () => {
    const checkout = await shop.card();
    await turnClock(shop.api, 30 * 60 - 12);
    const expiry = { month: 12, year: 2040 };
    const instrument = { type: 'card', number: '4242424242424242', expiry, cvv: '737' } as const;
    await asMerchant(app, shop.merchant, (act) =>
      beginPayment(act, { checkoutId: readId('chk', checkout.checkout_id), instrument }),
    );

    await turnClock(shop.api, 13);
    const [undecided] = await shop.listOf(checkout);
    await turnClock(shop.api, 35);

    expect(undecided).toMatchObject({ status: 'pending' });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'expired' });
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } },
    ]);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.declined']);
  });
});

describe('a creation that is repeated after the process died', () => {
  const headers = { 'idempotency-key': 'order-1' };
  const { method, path } = operations.createCheckout;

  /** What the first transaction stored, and an idempotency key whose lease is over. */
  async function aCreationThatWasLost(phone: string) {
    const lost = await aPushThatWasLost(phone);
    const { merchantTransactionId } = await shop.statusOf(lost);
    const about = { amount: '50.00', merchantTransactionId, notificationUrl: app.notificationUrl };
    const body = aWalletCheckout(phone, about);
    await app.database.asOwner(
      `INSERT INTO sandbox.idempotency_keys (merchant_id, method, path, key, fingerprint, state, intention_id, lease_until, expires_at)
        SELECT merchant_id, $2, $3, 'order-1', $4, 'started', id, now(), now() + interval '1 day'
        FROM sandbox.transactions WHERE merchant_id = $1`,
      [shop.merchant.merchantId, method, path, fingerprintOf(app.secrets, JSON.stringify(body))],
    );
    return { lost, again: () => shop.api('createCheckout', { body, headers }) };
  }

  it('gets the answer that the first call would have got, and prompts once', async () => {
    const { lost, again } = await aCreationThatWasLost('0772222222');

    const answered = await again();
    await turnClock(shop.api, 31);

    expect(answered).toMatchObject({ status: 201, data: lost });
    expect(await shop.listOf(lost)).toMatchObject([{ status: 'completed' }]);
    expect(await shop.eventsOf(lost)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
  });

  it('is refused if the number has no wallet, and stores nothing', async () => {
    const { again } = await aCreationThatWasLost('0777777777');

    const answered = await again();
    const listed = await shop.api('listTransactions');

    expect(answered).toMatchObject({ status: 400, code: 'WALLET_INIT_FAILED' });
    expect(listed.data.items).toEqual([]);
  });

  it('keeps the attempt if the provider is unavailable, since the first call may have prompted', async () => {
    const { lost, again } = await aCreationThatWasLost('0779999999');

    const answered = await again();

    expect(answered).toMatchObject({ status: 201, data: lost });
    expect(await shop.listOf(lost)).toMatchObject([{ status: 'pending' }]);
  });

  it.each([
    ['was aborted', 0],
    ['has expired', 121],
  ])('sends no prompt for a checkout that %s in the meantime', async (_what, seconds) => {
    const { lost, again } = await aCreationThatWasLost('0778888888');
    if (seconds > 0) await turnClock(shop.api, seconds);
    else await shop.api('abortCheckout', { params: { id: lost.checkout_id } });
    const wallet = app.service.contexts.sandbox.gateways.byName('sandbox_wallet_a');
    const charge = wallet && vi.spyOn(wallet, 'charge');

    const answered = await again();

    expect(answered).toMatchObject({ status: 201, data: lost });
    expect(charge).toHaveBeenCalledTimes(0);
  });

  it.each(['0777777777', '0779999999'])(
    'keeps the attempt of %s that was decided in the meantime',
    async (phone) => {
      const { lost, again } = await aCreationThatWasLost(phone);
      await turnClock(shop.api, 11);

      const answered = await again();

      expect(answered).toMatchObject({ status: 201, data: lost });
      expect(await shop.listOf(lost)).toMatchObject([{ status: 'failed' }]);
    },
  );
});
