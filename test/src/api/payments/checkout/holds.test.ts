import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { aCardCheckout, turnClock } from '../../../../support/builders/build.ts';
import { capture, heldCheckout, release } from '../../../../support/builders/holds.ts';
import { gatewayOf } from '../../../../support/builders/inside.ts';
import { openPage, payByCard, submit } from '../../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const day = 24 * 3600;
type Checkout = Awaited<ReturnType<typeof heldCheckout>>;

/** What stands in the books and in the lists about one checkout. */
async function standingOf(shop: Shop, checkout: Checkout) {
  const { status, authorization } = await shop.statusOf(checkout);
  const payments = (await shop.listOf(checkout)).map((row) => `${row.type} ${row.status} ${row.amount}`);
  const { data: balance } = await shop.api('getBalance');
  return {
    status,
    hold: authorization?.status,
    payments,
    balance: [balance.available.USD, balance.reserve.USD],
  };
}

function holdsOf(name = 'sandbox_card') {
  const { holds } = gatewayOf(app, name);
  if (!holds) throw new Error(`${name} holds no amounts`);
  return holds;
}

const heldEvents = ['payment.authorization.created', 'payment.capture.authorized'];

describe('a checkout with manual capture', () => {
  it('holds the amount when the customer pays, and moves no money', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    const { status, capture: mode, transaction_id, authorization } = await shop.statusOf(checkout);

    expect({ status, mode }).toEqual({ status: 'authorized', mode: 'manual' });
    expect(authorization).toMatchObject({
      checkout_id: checkout.checkout_id,
      transaction_id,
      status: 'held',
      amount: '100.00',
      amount_captured: null,
      void_reason: null,
      ended_at: null,
    });
    const [from, to] = [authorization?.created_at, authorization?.expires_at].map((at) =>
      Date.parse(at ?? ''),
    );
    expect(Number(to) - Number(from)).toBe(7 * day * 1000);
    expect((await standingOf(shop, checkout)).balance).toEqual(['0.00', '0.00']);
    expect(await shop.listOf(checkout)).toMatchObject([
      {
        status: 'authorized',
        fee: '3.50',
        net_amount: '96.50',
        amount_refundable: '0.00',
        completed_at: null,
      },
    ]);
    expect(await shop.eventsOf(checkout)).toEqual(heldEvents);
    expect(await shop.orderEventsOf(checkout)).toEqual(['payment.order.created', 'payment.order.approved']);
  });

  it('is refused with a wallet, and keeps nothing', async () => {
    const { api } = await openShop(app);
    const body = aCardCheckout({ capture: 'manual', walletType: 'wallet_a', customerPhone: '0771111111' });

    const refused = await api('createCheckout', { body });
    const again = await api('createCheckout', { body: { ...body, capture: 'automatic' } });

    expect([refused.status, refused.code, again.status]).toEqual([400, 'MANUAL_CAPTURE_CARDS_ONLY', 201]);
  });

  it('says on its page that the amount is held and not charged, and offers cards only', async () => {
    const shop = await openShop(app, { businessName: 'Corner Inn' });
    const checkout = await shop.card({ amount: '100.00', capture: 'manual' });

    const choose = await openPage(checkout.payment_url);
    const held = await payByCard(checkout.payment_url, '4242424242424242');
    await release(shop.api, checkout);
    const released = await openPage(checkout.payment_url);

    expect(choose.text).toContain('Hold US$100.00');
    expect(choose.text).toContain('held on your card, not charged. Corner Inn may take it');
    expect(choose.text).not.toContain('value="wallet_a"');
    expect(choose.text).toContain('value="domestic_switch"');
    expect(held).toMatchObject({ status: 200, name: 'held' });
    expect(held.text).toContain('held on your card, not charged');
    expect(held.text).not.toContain('Payment received');
    expect(released.name).toBe('released');
    expect(released.text).toContain('No money was taken');
  });

  it('holds after a challenge, and not before', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ capture: 'manual' });

    const challenge = await payByCard(checkout.payment_url, '4000000000003220');
    const waiting = await shop.statusOf(checkout);
    const held = await submit(challenge, 'authorise');

    expect([challenge.name, held.name]).toEqual(['challenge', 'held']);
    expect([waiting.status, waiting.authorization]).toEqual(['pending', null]);
    expect((await shop.statusOf(checkout)).authorization).toMatchObject({ status: 'held', amount: '10.00' });
  });

  it('is held by a domestic switch card too', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ capture: 'manual' });

    expect((await payByCard(checkout.payment_url, '9716000000000006')).name).toBe('held');
    expect((await capture(shop.api, checkout)).data.status).toBe('captured');
  });

  it('takes another card after a refused one', async () => {
    const shop = await openShop(app);
    const checkout = await shop.card({ capture: 'manual' });

    const refused = await payByCard(checkout.payment_url, '4000000000000002');

    expect(refused.name).toBe('choose');
    expect((await payByCard(checkout.payment_url, '4242424242424242')).name).toBe('held');
  });

  it('cannot be aborted, only released', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    const aborted = await shop.api('abortCheckout', { params: { id: checkout.checkout_id } });

    expect([aborted.code, aborted.body['details']]).toEqual([
      'CHECKOUT_NOT_PENDING',
      { status: 'authorized' },
    ]);
  });

  it('is not refunded while its amount is held', async () => {
    const shop = await openShop(app);
    const { transaction_id: id } = await shop.statusOf(await heldCheckout(shop.api));

    const refused = await shop.api('refundTransaction', { params: { id: String(id) } });

    expect([refused.code, refused.body['details']]).toEqual([
      'TRANSACTION_NOT_REFUNDABLE',
      { type: 'payment', status: 'authorized' },
    ]);
  });
});

describe('a capture', () => {
  it('takes the whole amount, with the fee and the reserve of the capture', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);
    await turnClock(shop.api, 3 * day);

    const { status, data } = await capture(shop.api, checkout);

    expect([status, data.status, data.amount_captured]).toEqual([200, 'captured', '100.00']);
    expect(await standingOf(shop, checkout)).toEqual({
      status: 'completed',
      hold: 'captured',
      payments: ['payment completed 100.00'],
      balance: ['91.50', '5.00'],
    });
    const [payment] = await shop.listOf(checkout);
    expect(payment?.completed_at).toBe(data.ended_at);
    const reserved = Date.parse(payment?.reserve_release_at ?? '') - Date.parse(data.ended_at ?? '');
    expect(reserved).toBe(90 * day * 1000);
    expect(await shop.eventsOf(checkout)).toEqual([...heldEvents, 'payment.capture.completed']);
    expect(await shop.orderEventsOf(checkout)).toEqual(['payment.order.created', 'payment.order.approved']);
  });

  it.each([
    ['0.01', ['0.00', '0.00'], '0.01'],
    ['33.33', ['30.49', '1.67'], '1.17'],
    ['99.99', ['91.49', '5.00'], '3.50'],
  ])('takes a part of %s, to the cent', async (amount, balance, fee) => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    const { data } = await capture(shop.api, checkout, amount);

    expect(data).toMatchObject({ status: 'captured', amount: '100.00', amount_captured: amount });
    expect(await standingOf(shop, checkout)).toMatchObject({
      status: 'completed',
      payments: [`payment completed ${amount}`],
      balance,
    });
    expect(await shop.listOf(checkout)).toMatchObject([{ fee, amount_refundable: amount }]);
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', amount });
    expect((await openPage(checkout.payment_url)).text).toContain(`US$${amount}`);
  });

  it('of a part is refunded in full by what was captured', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);
    const { transaction_id: id } = (await capture(shop.api, checkout, '60.00')).data;

    const refunded = await shop.api('refundTransaction', { params: { id } });
    const [, payment] = await shop.listOf(checkout);

    expect(refunded.data.amount).toBe('60.00');
    expect(payment).toMatchObject({ status: 'reversed', amount: '60.00' });
  });

  it('is made once', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);
    await capture(shop.api, checkout, '60.00');

    const [again, released] = [await capture(shop.api, checkout, '40.00'), await release(shop.api, checkout)];

    for (const { status, code, body } of [again, released])
      expect([status, code, body['details']]).toEqual([
        409,
        'AUTHORIZATION_NOT_HELD',
        { status: 'captured' },
      ]);
    expect((await standingOf(shop, checkout)).payments).toEqual(['payment completed 60.00']);
  });

  it('of more than is held is refused, and the amount stays held', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    const refused = await capture(shop.api, checkout, '100.01');

    expect([refused.code, refused.body['details']]).toEqual(['CAPTURE_EXCEEDS_HELD', { maximum: '100.00' }]);
    expect((await capture(shop.api, checkout)).data.status).toBe('captured');
  });

  it('of an open or an ordinary checkout is refused', async () => {
    const shop = await openShop(app);
    const ordinary = await shop.card();
    const open = await shop.card({ capture: 'manual' });
    await payByCard(ordinary.payment_url, '4242424242424242');

    const refusals = [
      await capture(shop.api, ordinary),
      await capture(shop.api, open),
      await release(shop.api, open),
    ];

    expect(refusals.map(({ code, body }) => [code, body['details']])).toEqual([
      ['AUTHORIZATION_NOT_HELD', { status: 'completed' }],
      ['AUTHORIZATION_NOT_HELD', { status: 'pending' }],
      ['AUTHORIZATION_NOT_HELD', { status: 'pending' }],
    ]);
  });

  it('whose answer takes 30 seconds is capturing until then', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    const { data } = await capture(shop.api, checkout, '60.11');
    const again = await capture(shop.api, checkout);
    const waiting = await standingOf(shop, checkout);
    await turnClock(shop.api, 31);

    expect(data).toMatchObject({ status: 'capturing', amount_captured: '60.11', ended_at: null });
    expect([again.code, again.body['details']]).toEqual(['AUTHORIZATION_NOT_HELD', { status: 'capturing' }]);
    expect(waiting).toMatchObject({ status: 'authorized', balance: ['0.00', '0.00'] });
    expect(await standingOf(shop, checkout)).toMatchObject({
      status: 'completed',
      hold: 'captured',
      payments: ['payment completed 60.11'],
    });
    expect(await shop.eventsOf(checkout)).toEqual([
      ...heldEvents,
      'payment.capture.pending',
      'payment.capture.completed',
    ]);
  });

  it('that the bank refuses fails the payment', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    const { data } = await capture(shop.api, checkout, '60.13');

    expect(data).toMatchObject({ status: 'refused', failure: { code: 'CAPTURE_REJECTED' } });
    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'failed',
      failure: { code: 'CAPTURE_REJECTED' },
    });
    expect(await standingOf(shop, checkout)).toMatchObject({
      payments: ['payment failed 100.00'],
      balance: ['0.00', '0.00'],
    });
    expect(await shop.eventsOf(checkout)).toEqual([...heldEvents, 'payment.capture.declined']);
    expect((await openPage(checkout.payment_url)).text).toContain('Your bank no longer holds the amount');
  });

  it('is asked for again with the same reference when its answer was lost, and made once', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);
    const lost = vi.spyOn(holdsOf(), 'capture');
    lost.mockResolvedValueOnce({ kind: 'unknown' }).mockResolvedValueOnce({ kind: 'unknown' });

    const { data } = await capture(shop.api, checkout);
    await turnClock(shop.api, 11);
    const unknown = await standingOf(shop, checkout);
    await turnClock(shop.api, 20);
    const asked = lost.mock.calls.map(([{ reference, amount }]) => [reference, amount]);
    vi.restoreAllMocks();

    expect([data.status, unknown.hold]).toEqual(['capturing', 'capturing']);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(([reference, amount]) => `${reference} ${amount}`)).size).toBe(1);
    expect(await standingOf(shop, checkout)).toMatchObject({ hold: 'captured', balance: ['91.50', '5.00'] });
  });

  it('is replayed for the same idempotency key, and refused for another body', async () => {
    const shop = await openShop(app);
    const { checkout_id: id } = await heldCheckout(shop.api);
    const headers = { 'idempotency-key': 'capture-1' };
    const ask = (amount: string) =>
      shop.api('captureCheckout', { params: { id }, body: { amount }, headers });

    const [first, again, other] = [await ask('60.00'), await ask('60.00'), await ask('61.00')];

    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('a release', () => {
  it('gives the amount up, and answers the same again', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    const [first, again] = [await release(shop.api, checkout), await release(shop.api, checkout)];

    expect(first).toMatchObject({ status: 200, data: { status: 'voided', void_reason: 'requested' } });
    expect(again.data).toEqual(first.data);
    expect(await standingOf(shop, checkout)).toEqual({
      status: 'voided',
      hold: 'voided',
      payments: ['payment voided 100.00'],
      balance: ['0.00', '0.00'],
    });
    expect(await shop.listOf(checkout)).toMatchObject([{ net_amount: '0.00' }]);
    expect(await shop.eventsOf(checkout)).toEqual([...heldEvents, 'payment.authorization.voided']);
    expect(await shop.orderEventsOf(checkout)).toEqual([
      'payment.order.created',
      'payment.order.approved',
      'payment.order.voided',
    ]);
  });

  it('that takes 30 seconds is voiding until then, and cannot be captured', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api, { amount: '100.11' });

    const { data } = await release(shop.api, checkout);
    const refused = await capture(shop.api, checkout);
    await turnClock(shop.api, 31);

    expect(data.status).toBe('voiding');
    expect([refused.code, refused.body['details']]).toEqual([
      'AUTHORIZATION_NOT_HELD',
      { status: 'voiding' },
    ]);
    expect((await standingOf(shop, checkout)).hold).toBe('voided');
  });
});

describe('a held amount', () => {
  it('is released after seven days on the clock of the merchant', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    await turnClock(shop.api, 7 * day - 60);
    const before = await standingOf(shop, checkout);
    const { fired } = await turnClock(shop.api, 60);

    expect(before).toMatchObject({ status: 'authorized', hold: 'held' });
    expect(fired).toContainEqual(
      expect.objectContaining({ kind: 'authorizations.expire', resource_id: expect.stringMatching(/^txn_/) }),
    );
    expect(await shop.statusOf(checkout)).toMatchObject({
      status: 'voided',
      authorization: { status: 'voided', void_reason: 'expired' },
    });
    expect(await shop.eventsOf(checkout)).toEqual([...heldEvents, 'payment.authorization.voided']);
    expect((await capture(shop.api, checkout)).body['details']).toEqual({ status: 'voided' });
  });

  it('is released too when the clock leaps a year', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);

    await turnClock(shop.api, 366 * day);

    const { authorization } = await shop.statusOf(checkout);
    expect(authorization).toMatchObject({ status: 'voided', void_reason: 'expired' });
    expect(authorization?.ended_at).toBe(authorization?.expires_at);
  });

  it('whose capture was asked for in time is captured, however long the gateway takes', async () => {
    const shop = await openShop(app);
    const checkout = await heldCheckout(shop.api);
    await turnClock(shop.api, 7 * day - 20);
    await capture(shop.api, checkout, '60.11');

    await turnClock(shop.api, 3600);

    expect(await standingOf(shop, checkout)).toMatchObject({ status: 'completed', hold: 'captured' });
  });

  it('is gone after a reset of the sandbox, with its jobs', async () => {
    const shop = await openShop(app);
    await heldCheckout(shop.api);

    await shop.api('resetSandbox');

    const { merchantId } = shop.merchant;
    const left = await app.database.asOwner(
      `SELECT 1 FROM sandbox.authorizations WHERE merchant_id = $1
        UNION ALL SELECT 1 FROM sandbox.jobs WHERE merchant_id = $1 AND kind LIKE 'authorizations%'`,
      [merchantId],
    );
    expect(left).toEqual([]);
  });
});
