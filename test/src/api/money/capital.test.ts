import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { anAdvance, anOffer, aSplit, balanceOf } from '../../../support/builders/partners.ts';
import { payByCard } from '../../../support/service/page.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

const accept = (id: string) => shop.api('acceptCapitalOffer', { params: { id } });
const repay = (id: string) => shop.api('repayCapitalAdvance', { params: { id } });
const advance = async (id: string) => (await shop.api('getCapitalAdvance', { params: { id } })).data;

async function eventsOf(id: string): Promise<readonly unknown[]> {
  const { data } = await shop.api('listEvents', { query: { resource_id: id } });
  return data.items.map(({ type, data: shown }) => ({ type, ...shown })).toReversed();
}

describe('an offer', () => {
  it('credits the advance when it is accepted, and its fee is owed', async () => {
    const offer = await anOffer(shop.api);

    const { status, data } = await accept(offer);

    expect(status).toBe(201);
    expect(data).toMatchObject({
      offer_id: offer,
      amount: '500.00',
      fee: '50.00',
      amount_repaid: '0.00',
      amount_remaining: '550.00',
      status: 'outstanding',
      repaid_at: null,
    });
    expect(await shop.available()).toBe('500.00');
    expect(await eventsOf(offer)).toMatchObject([{ type: 'capital.offer_created', amount: '500.0000' }]);
    expect(await eventsOf(data.id)).toMatchObject([
      { type: 'capital.disbursed', amount_remaining: '550.0000', status: 'outstanding' },
    ]);
    const listed = await shop.api('listCapitalOffers', { query: { status: 'accepted' } });
    expect(listed.data.items.map(({ id }) => id)).toEqual([offer]);
  });

  it('is accepted once, and not while another advance in its currency is outstanding', async () => {
    const [first, second, ofZwg] = [
      await anOffer(shop.api),
      await anOffer(shop.api),
      await anOffer(shop.api, { currency: 'ZWG' }),
    ];
    await accept(first);

    const again = await accept(first);
    const other = await accept(second);

    expect(again).toMatchObject({
      status: 409,
      code: 'OFFER_NOT_AVAILABLE',
      body: { details: { status: 'accepted' } },
    });
    expect(other).toMatchObject({
      code: 'OFFER_NOT_AVAILABLE',
      body: { details: { status: 'available' } },
    });
    expect((await accept(ofZwg)).status).toBe(201);
    expect(await shop.available()).toBe('500.00');
  });

  it('expires after 30 days', async () => {
    const offer = await anOffer(shop.api);

    await turnClock(shop.api, 30 * 86_400);

    expect(await accept(offer)).toMatchObject({
      code: 'OFFER_NOT_AVAILABLE',
      body: { details: { status: 'expired' } },
    });
    const { data } = await shop.api('listCapitalOffers', { query: { status: 'expired' } });
    expect(data.items).toHaveLength(1);
  });

  it('is not accepted after its time even if the job that expires it is late', async () => {
    const offer = await anOffer(shop.api);
    await place.database.asOwner(
      `UPDATE sandbox.capital_offers SET expires_at = now() - interval '1 second' WHERE replace(id::text, '-', '') = $1`,
      [offer.replace('cof_', '')],
    );

    expect((await accept(offer)).code).toBe('OFFER_NOT_AVAILABLE');
  });

  it('is of 1000000.00 at most, with a fee that is no more than the advance', async () => {
    const terms = { amount: '10.00', fee: '1.00', currency: 'USD', holdback_rate: '10.00' };
    const make = (about: object) => shop.api('createTestCapitalOffer', { body: { ...terms, ...about } });

    const large = await make({ amount: '1000000.01' });
    const dear = await make({ fee: '10.01' });

    expect(large).toMatchObject({ code: 'AMOUNT_TOO_LARGE', body: { details: { maximum: '1000000.00' } } });
    expect(dear).toMatchObject({ code: 'AMOUNT_TOO_LARGE', body: { details: { maximum: '10.00' } } });
  });
});

describe('an advance', () => {
  it('is repaid by a part of each settled payment until nothing remains', async () => {
    const id = await anAdvance(shop.api, { amount: '10.00', fee: '1.00', holdback_rate: '10.00' });

    const first = await aPayment(shop);
    const between = await advance(id);
    const last = await aPayment(shop);
    await aPayment(shop);

    expect(between).toMatchObject({ amount_repaid: '9.15', amount_remaining: '1.85', status: 'outstanding' });
    const repaid = await advance(id);
    expect(repaid).toMatchObject({ amount_repaid: '11.00', amount_remaining: '0.00', status: 'repaid' });
    expect(repaid.repaid_at).not.toBeNull();
    // The advance of 10.00 and three payments of 91.50, less 11.00.
    expect(await shop.available()).toBe('273.50');
    expect(await eventsOf(id)).toMatchObject([
      { type: 'capital.disbursed' },
      {
        type: 'capital.repayment',
        transaction_id: first,
        amount: '9.1500',
        amount_remaining: '1.8500',
        status: 'outstanding',
      },
      { type: 'capital.repayment', transaction_id: last, amount: '1.8500', status: 'repaid' },
      { type: 'capital.repaid', amount_repaid: '11.0000', status: 'repaid' },
    ]);
  });

  it('takes its part of what is left once partners have their shares', async () => {
    const { id: splitId, partners } = await aSplit(shop.api, ['20.00']);
    const id = await anAdvance(shop.api);
    const checkout = await shop.card({ amount: '100.00', splitId });

    await payByCard(checkout.payment_url, '4242424242424242');

    expect(await balanceOf(shop.api, partners[0])).toBe('18.30');
    expect((await advance(id)).amount_repaid).toBe('7.32');
    expect(await shop.available()).toBe('565.88');
  });

  it('takes nothing of a payment that belongs to partners entirely, or is in another currency', async () => {
    const { id: splitId } = await aSplit(shop.api, ['100.00']);
    const id = await anAdvance(shop.api);
    const checkout = await shop.card({ amount: '100.00', splitId });

    await payByCard(checkout.payment_url, '4242424242424242');
    await payByCard((await shop.card({ currency: 'ZWG' })).payment_url, '4242424242424242');

    expect((await advance(id)).amount_repaid).toBe('0.00');
  });

  it('can be repaid early from the balance, once', async () => {
    const id = await anAdvance(shop.api);
    const refused = await repay(id);
    await aPayment(shop);

    const { data } = await repay(id);
    const again = await repay(id);

    expect(refused).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      body: { details: { available: '500.00', required: '550.00' } },
    });
    expect(data).toMatchObject({ amount_repaid: '550.00', amount_remaining: '0.00', status: 'repaid' });
    expect(again.data).toEqual(data);
    expect(await shop.available()).toBe('41.50');
    expect((await eventsOf(id)).slice(-2)).toMatchObject([
      { type: 'capital.repayment', transaction_id: null, amount: '540.8500', status: 'repaid' },
      { type: 'capital.repaid' },
    ]);
    // Another one can follow.
    await anAdvance(shop.api);
  });

  it('is not repaid by refunding a payment, and nobody else sees it', async () => {
    const id = await anAdvance(shop.api);
    const payment = await aPayment(shop);
    const stranger = await openShop(place);

    await shop.api('refundTransaction', { params: { id: payment } });

    expect((await advance(id)).amount_repaid).toBe('9.15');
    const params = { id };
    expect(await stranger.api('getCapitalAdvance', { params })).toMatchObject({ status: 404 });
    expect(await stranger.api('repayCapitalAdvance', { params })).toMatchObject({ status: 404 });
    const { data } = await shop.api('listCapitalAdvances', { query: { status: 'outstanding' } });
    expect(data.items.map((each) => each.id)).toEqual([id]);
  });

  it('outlives a leap of the clock by a year, while an offer does not', async () => {
    const id = await anAdvance(shop.api);
    const offer = await anOffer(shop.api, { currency: 'ZWG' });
    await aPayment(shop);

    await turnClock(shop.api, 366 * 86_400);

    expect(await advance(id)).toMatchObject({ status: 'outstanding', amount_repaid: '9.15' });
    expect((await accept(offer)).code).toBe('OFFER_NOT_AVAILABLE');
    // The reserve of 5.00 was released: nothing of it is held back.
    expect(await shop.available()).toBe('587.35');
    await aPayment(shop);
    expect((await advance(id)).amount_repaid).toBe('18.30');
  });
});
