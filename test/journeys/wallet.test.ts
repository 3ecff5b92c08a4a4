import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusals } from '../../src/pages/words/en/refusals.ts';
import { words } from '../../src/pages/words/en/words.ts';
import { aWalletCheckout, turnClock } from '../support/builders/build.ts';
import { aReceiver } from '../support/receivers/receiver.ts';
import { apiOf } from '../support/service/api.ts';
import { openPage, payByCard, payByWallet, submit } from '../support/service/page.ts';
import { eventIn, openService, openShop, type Place, type Shop } from './shop.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

/** Seconds before a moment that still count as before it, since real time passes while a test runs. */
const closely = 20;

describe('a push that is approved', () => {
  it.each([
    ['0771111111', 0],
    ['+263772222222', 30],
    ['0781234567', 5],
    ['263770000001', 0],
  ])('to %s completes after %i seconds', async (phone, seconds) => {
    const checkout = await shop.push(phone, { amount: '50.00' });

    await turnClock(shop.api, seconds + 1);

    expect(checkout).toMatchObject({ requires_polling: true, gateway_name: 'sandbox_wallet_a' });
    expect(await shop.pollOf(checkout)).toMatchObject({
      transaction_status: 'completed',
      is_pending: false,
      is_success: true,
      gateway_status: 'PAID',
      failure: null,
      late: false,
    });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: false });
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'completed', fee: '1.00', net_amount: '49.00', reserve_amount: '2.50' },
    ]);
    expect(await shop.available()).toBe('46.50');
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
  });

  it('sends its events without a turn of the clock if approved at once', async () => {
    const receiver = await aReceiver();
    const checkout = await shop.push('0771111111', { notificationUrl: `${receiver.url}/hook` });

    const [told] = await receiver.sees(1);
    await receiver.close();

    const event = told && (await eventIn(told, shop.merchant.webhookSecret));
    expect(event).toMatchObject({
      type: 'payment.capture.completed',
      data: {
        checkout_id: checkout.checkout_id,
        payment_method: { type: 'wallet_a', phone_masked: '+26377*****11' },
      },
    });
    expect(await shop.pollOf(checkout)).toMatchObject({ is_success: true });
  });

  it('counts once even if the gateway calls back three times', async () => {
    const checkout = await shop.push('0770000001', { amount: '50.00' });

    const { fired } = await turnClock(shop.api, 1);
    await turnClock(shop.api, 3600);

    expect(fired.filter(({ kind }) => kind === 'payments.callback').length).toBeLessThanOrEqual(3);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
    expect(await shop.listOf(checkout)).toHaveLength(1);
    expect(await shop.available()).toBe('46.50');
  });

  it('shows the customer only part of the phone number', async () => {
    const checkout = await shop.push('0782345678');

    const page = await openPage(checkout.payment_url);
    const poll = await shop.pollOf(checkout);

    expect(page.name).toBe('approve');
    expect(page.text).toContain('078 *** 5678');
    expect(page.text).not.toContain('782345678');
    expect(poll.phone_masked).toBe('+26378*****78');
  });
});

describe('a push that takes its time', () => {
  it.each([
    ['0772222222', 30],
    ['0773333333', 30],
    ['0775555555', 45],
    ['0776666666', 119],
  ])('(%s, %i seconds) stays pending until then', async (phone, seconds) => {
    const checkout = await shop.push(phone);

    await turnClock(shop.api, seconds - closely);

    expect(await shop.pollOf(checkout)).toMatchObject({
      transaction_status: 'pending',
      is_pending: true,
      is_success: false,
      gateway_status: 'PENDING',
    });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'pending', payment_method: 'wallet_a' });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending']);
  });
});

describe('a push that fails', () => {
  it.each([
    ['0773333333', 30, 'WALLET_CANCELLED', 'CANCELLED'],
    ['0774444444', 0, 'WALLET_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
    ['0775555555', 45, 'WALLET_WRONG_PIN', 'WRONG_PIN'],
  ])('to %s is declined after %i seconds with %s', async (phone, seconds, code, gatewayStatus) => {
    const checkout = await shop.push(phone);

    await turnClock(shop.api, seconds + 1);

    expect(await shop.pollOf(checkout)).toMatchObject({
      transaction_status: 'failed',
      is_pending: false,
      is_success: false,
      gateway_status: gatewayStatus,
      failure: { code },
    });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'failed', failure: { code } });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.declined']);
    expect(await shop.available()).toBe('0.00');
  });

  it('without an answer expires its checkout after 120 seconds, and the attempt fails', async () => {
    const checkout = await shop.push('0776666666');

    await turnClock(shop.api, 120 - closely - 1);
    const before = await shop.statusOf(checkout);
    await turnClock(shop.api, closely + 2);

    expect(before.status).toBe('pending');
    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'expired',
      failure: { code: 'CHECKOUT_EXPIRED' },
    });
    expect(await shop.pollOf(checkout)).toMatchObject({
      transaction_status: 'failed',
      gateway_status: 'TIMEOUT',
      failure: { code: 'WALLET_TIMEOUT' },
    });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.declined']);
  });
});

describe('a push that is approved late', () => {
  it('expires at 120 seconds and completes at 180', async () => {
    const checkout = await shop.push('0778888888', { amount: '50.00' });

    await turnClock(shop.api, 121);
    const expired = await shop.statusOf(checkout);
    const expiredPoll = await shop.pollOf(checkout);
    await turnClock(shop.api, 57 - closely);
    const still = await shop.statusOf(checkout);
    await turnClock(shop.api, closely + 3);

    expect(expired).toMatchObject({ status: 'expired', failure: null });
    expect(expiredPoll).toMatchObject({ transaction_status: 'pending', is_pending: false });
    expect(still).toMatchObject({ status: 'expired', failure: null });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: true, failure: null });
    expect(await shop.pollOf(checkout)).toMatchObject({ is_success: true, late: true });
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'completed', late: true }]);
    expect(await shop.available()).toBe('46.50');
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.expired',
      'payment.capture.completed',
    ]);
    expect((await openPage(checkout.payment_url)).text).toContain(words.receipt.late);
  });
});

describe('the poll of a payment that was refunded', () => {
  it('still says that it succeeded; money that was handed back never did', async () => {
    const paid = await shop.push('0771111111', { amount: '50.00' });
    const stopped = await shop.push('0772222222', { amount: '50.00' });
    await shop.api('abortCheckout', { params: { id: stopped.checkout_id } });
    await turnClock(shop.api, 31);
    const { transaction_id: id } = await shop.pollOf(paid);

    await shop.api('refundTransaction', { params: { id }, body: { amount: '20.00' } });
    const partly = await shop.pollOf(paid);
    await shop.api('refundTransaction', { params: { id } });

    expect(partly).toMatchObject({ transaction_status: 'completed', is_success: true });
    expect(await shop.pollOf(paid)).toMatchObject({ transaction_status: 'reversed', is_success: true });
    expect(await shop.pollOf(stopped)).toMatchObject({ transaction_status: 'reversed', is_success: false });
  });
});

describe('a push without a phone number', () => {
  it.each([undefined, '', null])('is PHONE_REQUIRED when the number is %j', async (customerPhone) => {
    const body = aWalletCheckout('', { notificationUrl: app.notificationUrl, customerPhone });

    const refused = await shop.api('createCheckout', { body });
    const hosted = await shop.api('createCheckout', { body: { ...body, walletType: undefined } });

    expect(refused).toMatchObject({ status: 400, code: 'PHONE_REQUIRED' });
    expect(hosted.code).toBe(customerPhone === undefined ? '' : 'INVALID_PHONE');
  });
});

describe('a push that never began', () => {
  it.each([
    ['0777777777', 400, 'WALLET_INIT_FAILED'],
    ['0779999999', 503, 'PROVIDER_UNAVAILABLE'],
  ])(
    'to %s answers %i %s, stores nothing and leaves the reference available',
    async (phone, status, code) => {
      const body = aWalletCheckout(phone, { notificationUrl: app.notificationUrl });

      const refused = await shop.api('createCheckout', { body });
      const again = await shop.api('createCheckout', { body: { ...body, customerPhone: '0771111111' } });

      expect(refused).toMatchObject({ status, code, body: { retryable: status === 503 } });
      expect(again.status).toBe(201);
      const listed = await shop.api('listTransactions');
      expect(listed.data.items).toHaveLength(1);
      const told = await app.database.asOwner(
        `SELECT count(DISTINCT resource_id)::int AS checkouts FROM sandbox.events WHERE merchant_id = $1 AND type LIKE 'payment.order.%'`,
        [shop.merchant.merchantId],
      );
      expect(told).toEqual([{ checkouts: 1 }]);
    },
  );
});

describe('a push that pays the wrong amount', () => {
  it('fails, and all that was paid goes back', async () => {
    const receiver = await aReceiver();
    shop = await openShop(app, { eventTypes: ['*'] });
    const checkout = await shop.push('0770000002', {
      amount: '50.00',
      notificationUrl: `${receiver.url}/hook`,
    });

    await turnClock(shop.api, 1);

    const failure = { code: 'AMOUNT_MISMATCH' };
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'failed', failure });
    expect(await shop.listOf(checkout)).toMatchObject([
      { type: 'refund', status: 'completed', amount: '51.00', fee: '0.00', net_amount: '51.00' },
      { type: 'payment', status: 'failed', amount: '50.00', net_amount: '0.00', failure },
    ]);
    const { data: balance } = await shop.api('getBalance');
    expect([balance.available.USD, balance.pending.USD, balance.reserve.USD]).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ]);
    const told = await receiver.sees(4);
    await receiver.close();
    const events = await Promise.all(told.map((each) => eventIn(each, shop.merchant.webhookSecret)));
    expect(events.toSorted((one, other) => one.type.localeCompare(other.type))).toMatchObject([
      { type: 'payment.capture.declined', sequence: 2, data: { status: 'failed', failure } },
      { type: 'payment.capture.pending', sequence: 1 },
      {
        type: 'payment.refund.completed',
        sequence: 2,
        data: { amount: '51.0000', status: 'completed', reason: 'amount_mismatch', failure: null },
      },
      { type: 'payment.refund.created', sequence: 1, data: { amount: '51.0000', status: 'pending' } },
    ]);
  });
});

describe('polling', () => {
  it('works with the public key, by checkout id and by transaction id', async () => {
    const checkout = await shop.push('0771111111');
    const open = apiOf(app.baseUrl, shop.merchant.publicKey);

    const byCheckout = await open('getMobileStatus', { params: { id: checkout.checkout_id } });
    const byTransaction = await open('getMobileStatus', { params: { id: byCheckout.data.transaction_id } });
    const other = await open('getCheckoutStatus', { params: { id: checkout.checkout_id } });

    expect(byCheckout.status).toBe(200);
    expect(byTransaction.data).toMatchObject({ checkout_id: checkout.checkout_id, poll_after_seconds: 3 });
    expect(other).toMatchObject({ status: 403, code: 'PUBLIC_KEY_NOT_ALLOWED' });
  });

  it('finds neither a checkout without a wallet nor one of another merchant', async () => {
    const card = await shop.card();
    const { api: stranger } = await openShop(app);
    const push = await shop.push('0771111111');

    const ofCard = await shop.api('getMobileStatus', { params: { id: card.checkout_id } });
    const ofOther = await stranger('getMobileStatus', { params: { id: push.checkout_id } });

    expect([ofCard.code, ofOther.code]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  it('has its own rate limit of 30 a minute for each checkout', async () => {
    const checkout = await shop.push('0772222222');
    const other = await shop.push('0772222222');
    const poll = (id: string) => shop.api('getMobileStatus', { params: { id } });

    const answers = await Promise.all(Array.from({ length: 31 }, () => poll(checkout.checkout_id)));
    const ofOther = await poll(other.checkout_id);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ code }) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(1);
    expect(ofOther.status).toBe(200);
  });
});

describe('a wallet chosen on the hosted page', () => {
  it('shows a waiting page, then completes', async () => {
    const checkout = await shop.card({ amount: '50.00' });

    const waiting = await payByWallet(checkout.payment_url, '077 222 2222');
    const poll = await shop.pollOf(checkout);
    await turnClock(shop.api, 30);
    const receipt = await openPage(checkout.payment_url);

    expect(waiting.name).toBe('approve');
    expect(poll).toMatchObject({ is_pending: true, wallet_type: 'wallet_a' });
    expect(receipt.name).toBe('receipt');
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', payment_method: 'wallet_a' });
    expect(await shop.available()).toBe('46.50');
  });

  it('may be declined, and the customer pays by card instead', async () => {
    const checkout = await shop.card();

    await payByWallet(checkout.payment_url, '0774444444');
    await turnClock(shop.api, 1);
    const refused = await openPage(checkout.payment_url);
    const paid = await payByCard(checkout.payment_url, '4242424242424242');

    expect(refused).toMatchObject({ name: 'choose' });
    expect(refused.text).toContain(refusals.WALLET_INSUFFICIENT_FUNDS);
    expect(paid.name).toBe('receipt');
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'completed' }, { status: 'failed' }]);
  });

  it('fails after 120 seconds without an answer, and the customer may try again', async () => {
    const checkout = await shop.card();

    await payByWallet(checkout.payment_url, '0776666666');
    await turnClock(shop.api, 121);

    expect(await shop.pollOf(checkout)).toMatchObject({ failure: { code: 'WALLET_TIMEOUT' } });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'pending', failure: null });
    expect((await openPage(checkout.payment_url)).name).toBe('choose');
  });

  it.each(['0777777777', '0779999999'])(
    'uses up no attempt if its prompt cannot be sent (%s)',
    async (phone) => {
      const checkout = await shop.card();

      const refused = await payByWallet(checkout.payment_url, phone);

      expect(refused).toMatchObject({ status: 422, name: 'choose' });
      expect(await shop.listOf(checkout)).toEqual([]);
      expect((await payByCard(checkout.payment_url, '4242424242424242')).name).toBe('receipt');
    },
  );

  it('keeps the checkout open if its time runs out during the attempt', async () => {
    const checkout = await shop.card();
    await turnClock(shop.api, 30 * 60 - 20);

    await payByWallet(checkout.payment_url, '0772222222');
    await turnClock(shop.api, 22);
    const over = await shop.statusOf(checkout);
    await turnClock(shop.api, 10);

    expect(over.status).toBe('pending');
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: false });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
  });

  it('ends the checkout if its attempt fails after the checkout’s time', async () => {
    const checkout = await shop.card();
    await turnClock(shop.api, 30 * 60 - 20);

    await payByWallet(checkout.payment_url, '0773333333');
    await turnClock(shop.api, 22);
    const page = await openPage(checkout.payment_url);
    await turnClock(shop.api, 30);

    expect(page.name).toBe('approve');
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'expired' });
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'failed', failure: { code: 'WALLET_CANCELLED' } },
    ]);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.declined']);
  });

  it('can be stopped by the customer, and money that still arrives goes back', async () => {
    const checkout = await shop.card({ amount: '50.00' });

    const waiting = await payByWallet(checkout.payment_url, '0772222222');
    const stopped = await submit(waiting, 'cancel');
    await turnClock(shop.api, 30);
    const page = await openPage(checkout.payment_url);

    expect(stopped).toMatchObject({ status: 410, name: 'aborted-undecided' });
    expect(page.text).toContain(words.returned);
    expect(await shop.statusOf(checkout)).toMatchObject({
      failure: { code: 'CHECKOUT_CANCELLED', message: 'The customer cancelled on the payment page.' },
    });
    expect(await shop.available()).toBe('0.00');
  });
});
