import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCardCheckout, turnClock } from '../support/builders/build.ts';
import { aReceiver } from '../support/receivers/receiver.ts';
import { openPage, payByCard, submit } from '../support/service/page.ts';
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

const abort = ({ checkout_id: id }: { checkout_id: string }) => shop.api('abortCheckout', { params: { id } });

describe('aborting a checkout', () => {
  it('makes it failed, and aborting twice has the effect of aborting once', async () => {
    const checkout = await shop.card();

    const first = await abort(checkout);
    const second = await abort(checkout);

    expect(first).toMatchObject({ status: 200, data: { status: 'failed', aborted: true } });
    expect(second).toMatchObject({ status: 200, data: first.data });
    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'failed',
      failure: { code: 'CHECKOUT_ABORTED', advice: 'none' },
    });
    expect(await shop.eventsOf(checkout)).toEqual([]);
  });

  it('closes the page, so the customer can no longer pay', async () => {
    const checkout = await shop.card();
    const open = await openPage(checkout.payment_url);

    await abort(checkout);
    const tried = await submit(open, 'pay', {
      method: 'card',
      number: '4242424242424242',
      expiry: '12/40',
      holder: 'T. Moyo',
      cvv: '737',
    });

    expect(tried).toMatchObject({ status: 410, name: 'aborted' });
    expect(await shop.listOf(checkout)).toEqual([]);
  });

  it('is refused if the checkout was paid, has failed or has expired', async () => {
    const [paid, failed, expired] = [await shop.card(), await shop.push('0774444444'), await shop.card()];
    await payByCard(paid.payment_url, '4242424242424242');
    await turnClock(shop.api, 1801);

    const refused = await Promise.all([paid, failed, expired].map(abort));

    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'CHECKOUT_NOT_PENDING']),
    );
    expect(refused.map(({ body }) => body['details'])).toEqual([
      { status: 'completed' },
      { status: 'failed' },
      { status: 'expired' },
    ]);
  });

  it('is allowed only to the merchant who owns the checkout', async () => {
    const checkout = await shop.card();
    const stranger = await openShop(app);

    const refused = await stranger.api('abortCheckout', { params: { id: checkout.checkout_id } });

    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'pending' });
  });

  it('does not make the reference available again', async () => {
    const body = aCardCheckout({ notificationUrl: app.notificationUrl });
    const { data: checkout } = await shop.api('createCheckout', { body });

    await abort(checkout);
    const again = await shop.api('createCheckout', { body });

    expect(again).toMatchObject({ status: 409, code: 'DUPLICATE_REQUEST' });
    expect(again.body['details']).toMatchObject({
      existing: { checkout_id: checkout.checkout_id, status: 'failed' },
    });
  });
});

describe('money that arrives after an abort', () => {
  it('goes back: the payment and its refund are listed, the balance does not change, and events are sent', async () => {
    const receiver = await aReceiver();
    shop = await openShop(app, { eventTypes: ['*'] });
    const checkout = await shop.push('0772222222', {
      amount: '50.00',
      notificationUrl: `${receiver.url}/hook`,
    });

    await abort(checkout);
    const between = await shop.pollOf(checkout);
    await turnClock(shop.api, 31);

    expect(between).toMatchObject({ transaction_status: 'pending', is_pending: false });
    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'failed',
      failure: { code: 'CHECKOUT_ABORTED' },
    });
    const [refund, payment] = await shop.listOf(checkout);
    expect(payment).toMatchObject({
      type: 'payment',
      status: 'reversed',
      late: true,
      amount: '50.00',
      fee: '0.00',
    });
    expect(refund).toMatchObject({
      type: 'refund',
      status: 'completed',
      amount: '50.00',
      parent_transaction_id: payment?.id,
      source: { type: 'refund' },
    });
    for (const row of [payment, refund]) {
      const { data } = await shop.api('getTransaction', { params: { id: row?.id ?? '' } });
      expect(data).toEqual(row);
    }
    const { data: balance } = await shop.api('getBalance');
    expect([balance.available.USD, balance.pending.USD, balance.reserve.USD]).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ]);
    const requests = await receiver.sees(5);
    await receiver.close();
    const told = await Promise.all(requests.map((one) => eventIn(one, shop.merchant.webhookSecret)));
    const ofPayment = told.filter(({ resource_id: id }) => id === payment?.id);
    expect(ofPayment.map(({ type, data }) => [type, data['status'], data['late']])).toEqual([
      ['payment.capture.pending', 'pending', false],
      ['payment.capture.cancelled', 'pending', false],
      ['payment.capture.reversed', 'reversed', true],
    ]);
    expect(told.find(({ type }) => type === 'payment.refund.completed')).toMatchObject({
      type: 'payment.refund.completed',
      resource_id: refund?.source.id,
      sequence: 2,
      data: {
        id: refund?.source.id,
        transaction_id: payment?.id,
        amount: '50.0000',
        status: 'completed',
        reason: 'late_payment',
        failure: null,
      },
    });
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.cancelled',
      'payment.capture.reversed',
      'payment.refund.created',
      'payment.refund.completed',
    ]);
  });

  it('goes back even if the checkout would have expired by then', async () => {
    const checkout = await shop.push('0778888888');

    await abort(checkout);
    await turnClock(shop.api, 3600);

    expect(await shop.pollOf(checkout)).toMatchObject({ transaction_status: 'reversed', is_success: false });
    expect(await shop.statusOf(checkout)).toMatchObject({ failure: { code: 'CHECKOUT_ABORTED' } });
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.cancelled',
      'payment.capture.reversed',
      'payment.refund.created',
      'payment.refund.completed',
    ]);
  });

  it('goes back in full if the amount is wrong', async () => {
    const checkout = await shop.push('0770000002', { amount: '50.00' });

    // The callback is due at once. Whether it or the abort comes first, the money goes back.
    const [aborted] = await Promise.all([abort(checkout), turnClock(shop.api, 1)]);

    expect([200, 409]).toContain(aborted.status);
    expect(await shop.listOf(checkout)).toMatchObject([
      { type: 'refund', status: 'completed', amount: '51.00' },
      { type: 'payment', status: 'failed', failure: { code: 'AMOUNT_MISMATCH' } },
    ]);
    expect(await shop.available()).toBe('0.00');
  });
});

describe('an attempt that fails after an abort', () => {
  it('sends its event, and the checkout stays aborted', async () => {
    const checkout = await shop.push('0773333333');

    await abort(checkout);
    await turnClock(shop.api, 31);

    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'failed',
      failure: { code: 'CHECKOUT_ABORTED' },
    });
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'failed', failure: { code: 'WALLET_CANCELLED' } },
    ]);
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.cancelled',
      'payment.capture.declined',
    ]);
  });
});
