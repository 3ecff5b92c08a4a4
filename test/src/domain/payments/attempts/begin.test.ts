import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Instrument } from '../../../../../src/domain/money/gateways/port.ts';
import { beginPayment } from '../../../../../src/domain/payments/attempts/begin/make-attempt.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { newId, readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant, inSeconds } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { payByCard } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const expiry = { month: 12, year: 2040 };
const card: Instrument = { type: 'card', number: '4242424242424242', expiry, cvv: '737', holder: 'T. Moyo' };

/** @param seconds how far ahead of real time the attempt begins */
function begin(checkoutId: string, seconds = 0, instrument = card) {
  const work = (act: Act) => beginPayment(act, { checkoutId, instrument });
  return asMerchant(app, shop.merchant, work, { at: inSeconds(seconds) });
}

describe('an attempt', () => {
  it('stores only the brand and last digits of a card', async () => {
    const { checkout_id } = await shop.card();

    const payment = await begin(readId('chk', checkout_id));

    expect(payment).toMatchObject({
      status: 'pending',
      method_type: 'card',
      method_brand: 'visa',
      method_last4: '4242',
      method_phone: null,
      gateway: 'sandbox_card',
      gateway_reference: null,
    });
    expect(Object.values(payment).map(String).join(' ')).not.toMatch(/4242424242424242|\b737\b|Moyo/);
  });

  it('has a job that asks for its outcome', async () => {
    const { checkout_id } = await shop.card();

    const payment = await begin(readId('chk', checkout_id));

    const jobs = await app.database.asOwner('SELECT kind, payload FROM sandbox.jobs WHERE key = $1', [
      payment.id,
    ]);
    expect(jobs).toEqual([{ kind: 'payments.requery', payload: { paymentId: payment.id, attempt: 1 } }]);
  });

  it('is refused while another attempt is undecided', async () => {
    const { checkout_id } = await shop.push('0772222222');

    const second = begin(readId('chk', checkout_id));

    await expect(second).rejects.toMatchObject({ code: 'CHARGE_IN_PROGRESS' });
  });

  it.each([
    ['completed', '4242424242424242', 0],
    ['expired', '4000000000000002', 1801],
  ])('is refused when the checkout is %s', async (status, number, seconds) => {
    const checkout = await shop.card();
    await payByCard(checkout.payment_url, number);
    await turnClock(shop.api, seconds + 1);

    const late = begin(readId('chk', checkout.checkout_id));

    await expect(late).rejects.toMatchObject({ code: 'CHECKOUT_NOT_PENDING', details: { status } });
  });

  it('is refused from the moment of the expiry, even before the expiry job has run', async () => {
    const { checkout_id } = await shop.card();
    const id = readId('chk', checkout_id);

    const late = begin(id, 1801);

    await expect(late).rejects.toMatchObject({
      code: 'CHECKOUT_NOT_PENDING',
      details: { status: 'expired' },
    });
    expect(await begin(id, 1790)).toMatchObject({ status: 'pending' });
  });

  it('is refused if no gateway serves the method', async () => {
    const { checkout_id } = await shop.card();
    const instrument: Instrument = { type: 'wallet', wallet: 'wallet_b', phone: '+263881234567' };

    const announced = begin(readId('chk', checkout_id), 0, instrument);

    await expect(announced).rejects.toMatchObject({ code: 'GATEWAY_NOT_CONFIGURED' });
  });

  it('needs a checkout of this merchant', async () => {
    const stranger = await openShop(app);
    const { checkout_id } = await stranger.card();

    const both = [begin(readId('chk', checkout_id)), begin(newId())];

    await Promise.all(both.map((each) => expect(each).rejects.toMatchObject({ code: 'NOT_FOUND' })));
  });
});
