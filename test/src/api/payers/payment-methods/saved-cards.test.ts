import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findUsableMethod,
  lockUsableMethod,
} from '../../../../../src/domain/payers/payment-methods/queries.ts';
import { askSavedCharge } from '../../../../../src/domain/payments/attempts/ask-gateway.ts';
import { endAttempt } from '../../../../../src/domain/payments/attempts/begin/end-attempt.ts';
import { beginPayment } from '../../../../../src/domain/payments/attempts/begin/make-attempt.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { actingAs, eventsOfMerchant, gatewayOf } from '../../../../support/builders/inside.ts';
import { createdCustomer, methodNow, openedSetup, savedCard } from '../../../../support/builders/vault.ts';
import { times } from '../../../../support/checks/at-once.ts';
import { dump } from '../../../../support/checks/dump.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const remove = (id: string) => shop.api('deletePaymentMethod', { params: { id } });
const list = async (query: Record<string, string | number> = {}) =>
  (await shop.api('listPaymentMethods', { query })).data;
const ctx = () => app.service.contexts.sandbox;

const asMerchant = <T>(work: (act: Act) => Promise<T>) => actingAs(app, shop.merchant, work);

type Saved = { readonly id: string; readonly customer_id: string };

/** Begins a payment with a saved card, as a subscription does; undefined if the card cannot be charged. */
async function begun({ id, customer_id }: Saved, checkout: { checkout_id: string }) {
  return await asMerchant(async (act) => {
    const wanted = { id: readId('pm', id), customerId: readId('cus', customer_id) };
    const now = act.ctx.now(act.merchant);
    const saved = await lockUsableMethod(act.tx, act.merchant.id, { ...wanted, now });
    return saved && (await beginPayment(act, { checkoutId: readId('chk', checkout.checkout_id), saved }));
  });
}

async function charged(saved: Saved, checkout: { checkout_id: string }) {
  const payment = await begun(saved, checkout);
  if (!payment) return undefined;
  const outcome = await askSavedCharge(ctx(), shop.merchant.merchantId, payment.id);
  await asMerchant((act) => endAttempt(act, payment, outcome));
  const [attempt] = await shop.listOf(checkout);
  return attempt;
}

describe('charging a saved card', () => {
  it('makes a payment with its kind, digits, gateway and fee', async () => {
    const card = await savedCard(shop.api);
    const checkout = await shop.card();

    const attempt = await charged(card, checkout);

    expect(attempt).toMatchObject({
      status: 'completed',
      gateway: 'sandbox_card',
      amount: '10.00',
      net_amount: '9.65',
      payment_method: { type: 'card', brand: 'visa', last4: '4242', phone_masked: null },
    });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed' });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.completed']);
  });

  it('of the domestic switch uses the gateway of the switch', async () => {
    const card = await savedCard(shop.api, { number: '9716000000000006' });

    const attempt = await charged(card, await shop.card());

    expect(attempt).toMatchObject({
      status: 'completed',
      gateway: 'sandbox_domestic_switch',
      net_amount: '9.80',
      payment_method: { type: 'domestic_switch', last4: '0006' },
    });
  });

  it('is declined if its number was one that declines', async () => {
    const card = await savedCard(shop.api, { number: '4000000000000002' });
    const checkout = await shop.card();

    const attempt = await charged(card, checkout);

    expect(attempt).toMatchObject({ status: 'failed', failure: { code: 'CARD_DECLINED' } });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.declined']);
    expect((await methodNow(shop.api, card.id)).status).toBe('active');
  });

  it('times out if its number was one that times out', async () => {
    const card = await savedCard(shop.api, { number: '4000000000000044' });
    const checkout = await shop.card();

    const pending = await charged(card, checkout);
    await turnClock(shop.api, 30);
    const [ended] = await shop.listOf(checkout);

    expect(pending?.status).toBe('pending');
    expect(ended).toMatchObject({ status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } });
  });

  it('makes one payment even if the gateway is asked again after a crash', async () => {
    const card = await savedCard(shop.api);
    const checkout = await shop.card();
    const payment = await begun(card, checkout);
    if (!payment) throw new Error('the card can be charged');
    const ask = () => askSavedCharge(ctx(), shop.merchant.merchantId, payment.id);

    // The first answer is lost in a crash, the second decides the payment, and the third comes after that.
    await ask();
    const outcome = await ask();
    await asMerchant((act) => endAttempt(act, payment, outcome));
    const afterwards = await ask();
    await asMerchant((act) => endAttempt(act, payment, afterwards));

    expect(afterwards).toEqual({ kind: 'unknown' });
    expect(await shop.listOf(checkout)).toHaveLength(1);
    expect(await shop.available()).toBe('9.15');
  });

  it('makes a payment that can be refunded', async () => {
    const card = await savedCard(shop.api);
    const attempt = await charged(card, await shop.card());

    const refund = await shop.api('refundTransaction', {
      params: { id: String(attempt?.id) },
      body: { amount: '4.00' },
    });

    expect(refund.data.status).toBe('completed');
  });

  it('does not happen if its token was erased first; the payment then times out', async () => {
    const card = await savedCard(shop.api);
    const checkout = await shop.card();
    const payment = await begun(card, checkout);
    if (!payment) throw new Error('the card can be charged');
    await remove(card.id);
    const spy = vi.spyOn(gatewayOf(app, 'sandbox_card'), 'charge');

    const outcome = await askSavedCharge(ctx(), shop.merchant.merchantId, payment.id);
    await asMerchant((act) => endAttempt(act, payment, outcome));
    await turnClock(shop.api, 60);

    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
    const [attempt] = await shop.listOf(checkout);
    expect(attempt).toMatchObject({ status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } });
  });
});

const usable = (saved: Saved, about: { customerId?: string } = {}) =>
  findUsableMethod(ctx().db, shop.merchant.merchantId, {
    id: readId('pm', saved.id),
    customerId: readId('cus', about.customerId ?? saved.customer_id),
    now: new Date(),
  });

describe('a card that cannot be charged', () => {
  it('belongs to another customer, was deleted, or was never entered', async () => {
    const card = await savedCard(shop.api);
    const other = await createdCustomer(shop.api);
    const open = await openedSetup(shop.api);

    expect(await usable(card)).toMatchObject({ last4: '4242' });
    expect(await usable(card, { customerId: other.id })).toBeUndefined();
    expect(await usable({ id: open.payment_method_id, customer_id: open.customer_id })).toBeUndefined();
    await remove(card.id);
    expect(await usable(card)).toBeUndefined();
    expect(await begun(card, await shop.card())).toBeUndefined();
  });

  it('belongs to another merchant', async () => {
    const stranger = await openShop(app);
    const card = await savedCard(stranger.api);

    expect(await usable(card)).toBeUndefined();
  });

  it('is past its last month: it expires, and its token is erased', async () => {
    const today = new Date();
    const expiry = `${today.getUTCMonth() + 1} / ${today.getUTCFullYear()}`;
    const card = await savedCard(shop.api, { expiry });
    const ends = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1) + 12 * 3_600_000;
    const secondsLeft = Math.floor((ends - Date.now()) / 1000);

    await turnClock(shop.api, secondsLeft - 30);
    const before = (await methodNow(shop.api, card.id)).status;
    await turnClock(shop.api, 31);

    expect(before).toBe('active');
    expect(await methodNow(shop.api, card.id)).toEqual({ ...card, status: 'expired' });
    const rows = await app.database.asOwner(
      'SELECT token_sealed FROM sandbox.payment_methods WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    expect(rows).toEqual([{ token_sealed: null }]);
  });

  it('is past its last month, even before the job has run', async () => {
    const card = await savedCard(shop.api);
    const at = new Date('2041-01-01T12:00:00Z');

    const found = (now: Date) =>
      findUsableMethod(ctx().db, shop.merchant.merchantId, { id: readId('pm', card.id), now });

    expect(await found(at)).toBeUndefined();
    expect(await found(new Date(at.getTime() - 1))).toMatchObject({ status: 'active' });
  });
});

describe('GET /v1/payment-methods', () => {
  it('lists payment methods of all customers or of one, newest first and without deleted ones', async () => {
    const first = await savedCard(shop.api);
    const second = await savedCard(shop.api, {}, first.customer_id);
    const other = await savedCard(shop.api, { number: '9716000000000006' });
    const gone = await savedCard(shop.api, {}, first.customer_id);
    await remove(gone.id);

    const page = await list({ limit: 2 });
    const rest = await list({ limit: 2, cursor: String(page.next_cursor) });

    expect([...page.items, ...rest.items]).toEqual([other, second, first]);
    expect((await list({ customer_id: first.customer_id })).items).toEqual([second, first]);
    expect((await list({ customer_id: `cus_${'0'.repeat(32)}` })).items).toEqual([]);
  });

  it('shows no other merchant’s, nor can those be read or deleted', async () => {
    const stranger = await openShop(app);
    const card = await savedCard(stranger.api);

    const answers = [await shop.api('getPaymentMethod', { params: { id: card.id } }), await remove(card.id)];

    expect(answers.map(({ status, code }) => [status, code])).toEqual(times(2, () => [404, 'NOT_FOUND']));
    expect((await list()).items).toEqual([]);
    expect((await list({ customer_id: card.customer_id })).items).toEqual([]);
    expect((await methodNow(stranger.api, card.id)).status).toBe('active');
  });
});

describe('DELETE /v1/payment-methods/{id}', () => {
  it('erases the token, keeps the card’s payments, and records one event', async () => {
    const card = await savedCard(shop.api);
    const checkout = await shop.card();
    await charged(card, checkout);
    const paid = await shop.listOf(checkout);

    const answers = await Promise.all(times(20, () => remove(card.id)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await methodNow(shop.api, card.id)).toEqual({ ...card, status: 'deleted' });
    expect(await shop.listOf(checkout)).toEqual(paid);
    const types = (await eventsOfMerchant(app, shop.merchant)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('vault'))).toEqual([
      'vault.payment-token.created',
      'vault.payment-token.deleted',
    ]);
    const stored = JSON.parse(await dump(app, shop.merchant.merchantId)) as {
      place: string;
      fields: string;
    }[];
    const rows = stored.filter(({ place }) => place === 'sandbox.payment_methods');
    expect(rows.map(({ fields }) => fields).join()).not.toMatch(/v1\.|http/);
  });

  it('closes an open page', async () => {
    const setup = await openedSetup(shop.api);

    const { data } = await remove(setup.payment_method_id);
    await turnClock(shop.api, 3600);

    expect(data).toEqual({ deleted: true });
    expect((await methodNow(shop.api, setup.payment_method_id)).status).toBe('deleted');
    expect((await fetch(setup.setup_url)).status).toBe(410);
  });

  it('deletes a payment method whose page is over', async () => {
    const setup = await openedSetup(shop.api);
    await turnClock(shop.api, 1801);

    await remove(setup.payment_method_id);

    expect((await methodNow(shop.api, setup.payment_method_id)).status).toBe('deleted');
  });

  it('at the moment of a charge either lets it finish or prevents it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const card = await savedCard(shop.api);
      const checkout = await shop.card();

      const [payment, deleted] = await Promise.all([begun(card, checkout), remove(card.id)]);

      const attempts = await shop.listOf(checkout);
      expect([deleted.status, (await methodNow(shop.api, card.id)).status]).toEqual([200, 'deleted']);
      expect(attempts.map(({ status }) => status)).toEqual(payment ? ['pending'] : []);
      if (payment) await asMerchant((act) => endAttempt(act, payment, { kind: 'unavailable' }));
    }
  });
});
