import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumeCharge } from '../../../../../src/domain/payments/virtual-terminal/charge-session.ts';
import { uuidIn } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import {
  badCard,
  chargeSession,
  goodCard,
  openedSession,
  sessionNow,
} from '../../../../support/builders/counter.ts';
import { actingAs } from '../../../../support/builders/inside.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const minute = 60;

const cancel = (shop: Shop, { id }: { readonly id: string }) =>
  shop.api('cancelVirtualTerminalSession', { params: { id } });

describe('the checkout of a session', () => {
  it('is aborted by a restricted key only if it may end sessions, too', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);
    await openPage(session.payment_url);
    const { checkout_id: id } = await sessionNow(shop.api, session);
    const restricted = apiOf(app.baseUrl, shop.merchant.restrictedKey);
    const params = { id };

    const refused = await restricted('abortCheckout', { params });
    const after = await sessionNow(shop.api, session);
    const own = await shop.card();
    const ofOwn = await restricted('abortCheckout', { params: { id: own.checkout_id } });
    await shop.api('abortCheckout', { params });

    expect([refused.code, refused.body['details']]).toEqual([
      'INSUFFICIENT_PERMISSIONS',
      { required_permission: 'virtual_terminal:write' },
    ]);
    expect([after.status, ofOwn.status]).toEqual(['pending', 200]);
    expect((await sessionNow(shop.api, session)).status).toBe('canceled');
  });
});

describe('a virtual-terminal session', () => {
  it('is for a card and thirty minutes by default, and has a QR code', async () => {
    const shop = await openShop(app);

    const session = await openedSession(shop.api);
    const lifetime = Date.parse(session.expires_at) - Date.parse(session.created_at);

    expect(session).toMatchObject({
      status: 'pending',
      amount: '18.0000',
      currency: 'USD',
      description: null,
      payment_method: 'card',
      payment_url: `${app.baseUrl}/test/p/${session.slug}`,
      attempt_pending: false,
      transaction_id: null,
      last_error: null,
    });
    expect(session.qr?.svg).toMatch(/^<svg .*<\/svg>$/);
    expect(lifetime).toBe(30 * minute * 1000);
  });

  it.each([5, 120])('expires after the %i minutes that it was opened for', async (minutes) => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { expires_in_minutes: minutes });

    await turnClock(shop.api, minutes * minute - 60);
    const before = await sessionNow(shop.api, session);
    await turnClock(shop.api, 65);
    const after = await sessionNow(shop.api, session);
    const page = await openPage(session.payment_url);

    expect([before.status, after.status, after.qr]).toEqual(['pending', 'expired', null]);
    expect([page.status, page.name]).toEqual([410, 'expired']);
    expect((await chargeSession(shop.api, session)).body).toMatchObject({
      code: 'SESSION_NOT_PENDING',
      details: { status: 'expired' },
    });
  });

  it.each([4, 121, 30.5])('cannot be opened for %d minutes', async (expires_in_minutes) => {
    const shop = await openShop(app);
    const body = { amount: '1.00', currency: 'USD', expires_in_minutes };

    expect((await shop.api('createVirtualTerminalSession', { body })).code).toBe('VALIDATION_ERROR');
  });

  it('is paid by card at the address that the charge answers', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { description: 'Lunch' });

    const { status, data } = await chargeSession(shop.api, session);
    const receipt = await submit(await openPage(data.payment_url), 'pay', goodCard);
    const paid = await sessionNow(shop.api, session);

    expect(status).toBe(200);
    expect(data).toMatchObject({
      session_id: session.id,
      checkout_id: session.checkout_id,
      transaction_id: null,
      requires_polling: false,
      payment_url: session.payment_url,
    });
    expect(receipt.name).toBe('receipt');
    expect(paid).toMatchObject({ status: 'paid', qr: null, paid_at: expect.any(String) });
    const { data: payment } = await shop.api('getTransaction', {
      params: { id: String(paid.transaction_id) },
    });
    expect(payment).toMatchObject({
      status: 'completed',
      amount: '18.00',
      fee: '0.63',
      source: { type: 'virtual_terminal_session', id: session.id },
      merchantTransactionId: session.id,
      checkout_id: session.checkout_id,
      description: 'Lunch',
    });
    expect(await shop.eventsOf(session)).toEqual(['payment.capture.completed']);
  });

  it('is paid by wallet: a push, a poll, an event', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { payment_method: 'wallet_a' });

    const { data } = await chargeSession(shop.api, session, { customer_phone: '0772222222' });
    const waiting = await sessionNow(shop.api, session);
    const page = await openPage(session.payment_url);
    const again = await chargeSession(shop.api, session, { customer_phone: '0771111111' });
    await turnClock(shop.api, 30);

    expect(data).toMatchObject({ requires_polling: true, transaction_id: expect.stringMatching(/^txn_/) });
    expect(waiting).toMatchObject({ status: 'pending', attempt_pending: true });
    expect(page.name).toBe('approve');
    expect(again.code).toBe('CHARGE_IN_PROGRESS');
    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'paid',
      attempt_pending: false,
      transaction_id: data.transaction_id,
    });
    expect((await shop.payments()).map(({ status }) => status)).toEqual(['completed']);
    expect((await chargeSession(shop.api, session, { customer_phone: '0771111111' })).body).toMatchObject({
      code: 'SESSION_NOT_PENDING',
      details: { status: 'paid' },
    });
  });

  it.each([undefined, '0711111111', '0881111111'])(
    'cannot be charged to %s if it is for a wallet',
    async (phone) => {
      const shop = await openShop(app);
      const session = await openedSession(shop.api, { payment_method: 'wallet_a' });

      expect((await chargeSession(shop.api, session, { customer_phone: phone })).code).toBe(
        'SESSION_PHONE_REQUIRED',
      );
      expect(await shop.payments()).toEqual([]);
    },
  );

  it.each([
    ['0777777777', 'WALLET_INIT_FAILED', 400],
    ['0779999999', 'PROVIDER_UNAVAILABLE', 503],
  ])(
    'answers a charge to %s with %s, stores nothing, and can be charged again',
    async (phone, code, status) => {
      const shop = await openShop(app);
      const session = await openedSession(shop.api, { payment_method: 'wallet_a' });

      const refused = await chargeSession(shop.api, session, { customer_phone: phone });
      const after = await sessionNow(shop.api, session);
      const again = await chargeSession(shop.api, session, { customer_phone: '0771111111' });

      expect([refused.status, refused.code]).toEqual([status, code]);
      expect(after).toMatchObject({ status: 'pending', attempt_pending: false, last_error: null });
      expect(again.status).toBe(200);
    },
  );

  it('says why an attempt was declined, and is canceled after the fifth', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { payment_method: 'wallet_a' });
    const seen: unknown[] = [];

    for (let attempt = 0; attempt < 5; attempt += 1) {
      await chargeSession(shop.api, session, { customer_phone: '0774444444' });
      await turnClock(shop.api, 1);
      const { status, last_error } = await sessionNow(shop.api, session);
      seen.push([status, last_error?.code]);
    }

    expect(seen).toEqual([
      ...Array.from({ length: 4 }, () => ['pending', 'WALLET_INSUFFICIENT_FUNDS']),
      ['canceled', 'ATTEMPTS_EXHAUSTED'],
    ]);
    const each = ['payment.capture.pending', 'payment.capture.declined'];
    expect(await shop.eventsOf(session)).toEqual(Array.from({ length: 5 }, () => each).flat());
  });

  it('is canceled once, however often it is asked', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);

    const [first, second] = [await cancel(shop, session), await cancel(shop, session)];
    const page = await openPage(session.payment_url);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.data).toEqual(first.data);
    expect(first.data.session).toMatchObject({
      status: 'canceled',
      canceled_at: expect.any(String),
      qr: null,
    });
    expect([page.status, page.name]).toEqual([410, 'aborted']);
    expect((await shop.statusOf(session)).failure?.code).toBe('CHECKOUT_ABORTED');
  });

  it('is canceled by the customer on the page, too', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);

    await submit(await openPage(session.payment_url), 'cancel');

    expect(await sessionNow(shop.api, session)).toMatchObject({ status: 'canceled', last_error: null });
  });

  it('still says why its last attempt was declined after it is canceled', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);
    await submit(await openPage(session.payment_url), 'pay', badCard);

    await cancel(shop, session);

    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'canceled',
      last_error: { code: 'CARD_DECLINED' },
    });
  });

  it('cannot be canceled once it is paid', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);
    await submit(await openPage(session.payment_url), 'pay', goodCard);

    expect((await cancel(shop, session)).body).toMatchObject({
      code: 'SESSION_NOT_PENDING',
      details: { status: 'paid' },
    });
  });

  it('offers only its own method on its page', async () => {
    const shop = await openShop(app);
    const card = await openPage((await openedSession(shop.api)).payment_url);
    const local = await openPage(
      (await openedSession(shop.api, { payment_method: 'domestic_switch' })).payment_url,
    );

    const [wrong, otherWrong] = [
      await submit(card, 'pay', { ...goodCard, number: '9716000000000006' }),
      await submit(local, 'pay', { ...goodCard, method: 'domestic_switch' }),
    ];
    const right = await submit(local, 'pay', {
      ...goodCard,
      method: 'domestic_switch',
      number: '9716000000000006',
    });

    expect([...card.text.matchAll(/type="radio" id="(\w+)"/g)].map(([, id]) => id)).toEqual(['card']);
    expect([wrong.status, otherWrong.status, right.name]).toEqual([422, 422, 'receipt']);
    expect((await shop.payments()).map(({ payment_method }) => payment_method?.type)).toEqual([
      'domestic_switch',
    ]);
  });

  it('returns money that arrives after it has ended', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { payment_method: 'wallet_a', expires_in_minutes: 5 });
    const canceled = await openedSession(shop.api, { payment_method: 'wallet_a' });
    await chargeSession(shop.api, canceled, { customer_phone: '0772222222' });
    await cancel(shop, canceled);
    await turnClock(shop.api, 4 * minute + 50);
    // The expiry waits two minutes for the attempt; the answer comes after three.
    await chargeSession(shop.api, session, { customer_phone: '0778888888' });

    await turnClock(shop.api, 2 * minute + 10);
    const expired = await sessionNow(shop.api, session);
    const undecided = await openPage(session.payment_url);
    await turnClock(shop.api, 2 * minute);
    const page = await openPage(session.payment_url);

    expect(expired.status).toBe('expired');
    expect(undecided.text).toContain('the money will be returned to you');
    expect(await sessionNow(shop.api, session)).toMatchObject({ status: 'expired', transaction_id: null });
    expect(await sessionNow(shop.api, canceled)).toMatchObject({ status: 'canceled', transaction_id: null });
    expect((await shop.payments()).map(({ status }) => status)).toEqual(['reversed', 'reversed']);
    expect(page.text).toContain('on its way back to you');
    expect(await shop.available()).toBe('0.00');
  });

  it('goes on with a charge whose call has died only while it is open', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { payment_method: 'wallet_a' });
    const charged = await chargeSession(shop.api, session, { customer_phone: '0772222222' });
    const [sessionId, payment] = [session.id, charged.data.transaction_id].map(
      (id) => uuidIn(id ?? '') ?? '',
    );
    const resumed = () =>
      actingAs(app, shop.merchant, (act) => resumeCharge(act, sessionId ?? '', payment ?? ''));

    const open = await resumed();
    await cancel(shop, session);
    const canceled = await resumed();

    expect([open, canceled]).toMatchObject([
      { awaited: true, payment: { status: 'pending' } },
      { awaited: false, payment: { status: 'pending' } },
    ]);
  });

  it('keeps the reason of a decline that arrives with its expiry', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api, { payment_method: 'wallet_a', expires_in_minutes: 5 });
    await turnClock(shop.api, 4 * minute + 50);
    await chargeSession(shop.api, session, { customer_phone: '0773333333' });
    // As if the gateway never called back: only the expiry job asks it.
    await app.database.asOwner(
      "DELETE FROM sandbox.jobs WHERE merchant_id = $1 AND kind IN ('payments.callback', 'payments.requery')",
      [shop.merchant.merchantId],
    );

    await turnClock(shop.api, 3 * minute);

    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'expired',
      last_error: { code: 'WALLET_CANCELLED' },
    });
  });

  it('cannot be opened for a wallet that is not live, nor for a currency that the wallet does not take', async () => {
    const shop = await openShop(app);
    const made = (body: Record<string, unknown>) =>
      shop.api('createVirtualTerminalSession', { body: { amount: '1.00', currency: 'USD', ...body } });

    expect((await made({ payment_method: 'wallet_b' })).code).toBe('WALLET_NOT_AVAILABLE');
    expect((await made({ payment_method: 'wallet_b', currency: 'ZWG' })).code).toBe('CURRENCY_NOT_SUPPORTED');
    expect((await made({ amount: '1000000.01' })).code).toBe('AMOUNT_TOO_LARGE');
  });

  it('needs a verified merchant', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const id = `vts_${'0'.repeat(32)}`;
    const body = { amount: '1.00', currency: 'USD' };

    const answers = await Promise.all([
      shop.api('createVirtualTerminalSession', { body }),
      shop.api('listVirtualTerminalSessions'),
      shop.api('getVirtualTerminalSession', { params: { id } }),
      shop.api('chargeVirtualTerminalSession', { params: { id } }),
      shop.api('cancelVirtualTerminalSession', { params: { id } }),
    ]);

    expect(new Set(answers.map(({ code, status }) => `${status} ${code}`))).toEqual(
      new Set(['403 KYC_REQUIRED']),
    );
  });

  it('is listed by its status, method, currency and date', async () => {
    const shop = await openShop(app);
    const card = await openedSession(shop.api);
    const wallet = await openedSession(shop.api, { payment_method: 'wallet_a', currency: 'ZWG' });
    await cancel(shop, card);

    const ids = async (query: Record<string, string>) =>
      (await shop.api('listVirtualTerminalSessions', { query })).data.items.map(({ id }) => id);

    expect(await ids({})).toEqual([wallet.id, card.id]);
    expect(await ids({ status: 'canceled' })).toEqual([card.id]);
    expect(await ids({ payment_method: 'wallet_a' })).toEqual([wallet.id]);
    expect(await ids({ currency: 'ZWG' })).toEqual([wallet.id]);
    expect(await ids({ from_date: '2001-01-01', to_date: '2001-12-31' })).toEqual([]);
    expect(await ids({ from_date: card.created_at.slice(0, 10) })).toEqual([wallet.id, card.id]);
  });

  it('shows the reason after a declined card, and takes another card', async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);

    const refused = await submit(await openPage(session.payment_url), 'pay', badCard);
    const noted = await sessionNow(shop.api, session);
    await submit(refused, 'pay', goodCard);

    expect(noted).toMatchObject({ status: 'pending', last_error: { code: 'CARD_DECLINED' } });
    expect(await sessionNow(shop.api, session)).toMatchObject({ status: 'paid' });
  });
});

describe('a live merchant', () => {
  it('has no gateway for a session or a link', async () => {
    const live = await openShop(app, { mode: 'live' });
    const body = { amount: '1.00', currency: 'USD' };

    expect((await live.api('createVirtualTerminalSession', { body })).code).toBe('GATEWAY_NOT_CONFIGURED');
  });
});
