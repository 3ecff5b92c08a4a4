import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aPayment,
  expectSoundBooks,
  openService,
  openShop,
  type Place,
  type Shop,
} from '../../../journeys/shop.ts';
import { aCardCheckout, turnClock } from '../../../support/builders/build.ts';
import {
  aLink,
  createdLink,
  goodCard,
  openedSession,
  startPayment,
} from '../../../support/builders/counter.ts';
import { draftedInvoice, sentInvoice, startInvoice } from '../../../support/builders/invoices.ts';
import { aPartner, aSplit, balanceOf, entriesOf } from '../../../support/builders/partners.ts';
import { aPayout, fiveMinutes } from '../../../support/builders/payouts.ts';
import { openPage, payByCard, submit } from '../../../support/service/page.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

/** Pays 100.00 by card with a split: 91.50 settle. */
async function aSharedPayment(splitId: string, amount = '100.00'): Promise<string> {
  const checkout = await shop.card({ amount, splitId });
  await payByCard(checkout.payment_url, '4242424242424242');
  return String((await shop.statusOf(checkout)).transaction_id);
}

/** A split that gives 10 % to each of these. */
const sharedBy = (ids: readonly string[]) => ({
  name: 'Stall',
  currency: 'USD',
  shares: ids.map((subaccount_id) => ({ subaccount_id, share: '10.00' })),
});

describe('splits', () => {
  it('are looked up before the amount is judged: what is not there comes first', async () => {
    const split_id = `spl_${'0'.repeat(32)}`;
    const tooLarge = '999999999.99';

    const answers = [
      await shop.api('createCheckout', { body: aCardCheckout({ amount: tooLarge, splitId: split_id }) }),
      await shop.api('createPaymentLink', { body: aLink({ amount: tooLarge, split_id }) }),
    ];

    expect(answers.map(({ status, body }) => [status, body['details']])).toEqual([
      [404, { resource: 'split' }],
      [404, { resource: 'split' }],
    ]);
  });

  it('show their shares as they were given, and can be listed by status and currency', async () => {
    const { id, partners } = await aSplit(shop.api, ['20.00', '2.50']);
    const { id: other } = await aSplit(shop.api, ['100.00'], 'ZWG');
    await shop.api('deactivateSplit', { params: { id: other } });

    const { data } = await shop.api('listSplits');
    const active = await shop.api('listSplits', { query: { status: 'active' } });
    const ofZwg = await shop.api('listSplits', { query: { currency: 'ZWG' } });

    expect(data.items.map((split) => split.id)).toEqual([other, id]);
    expect(data.items[1]?.shares).toEqual([
      { subaccount_id: partners[0], share: '20.00' },
      { subaccount_id: partners[1], share: '2.50' },
    ]);
    expect(active.data.items.map((split) => split.id)).toEqual([id]);
    expect(ofZwg.data.items).toMatchObject([{ id: other, status: 'inactive' }]);
  });

  it.each([
    ['60.00', '40.01'],
    ['100.00', '0.01'],
  ])('are refused with shares of %s and %s', async (first, second) => {
    const [one, two] = [await aPartner(shop.api), await aPartner(shop.api)];
    const shares = [
      { subaccount_id: one, share: first },
      { subaccount_id: two, share: second },
    ];

    const refused = await shop.api('createSplit', { body: { name: 'Stall', currency: 'USD', shares } });

    expect(refused).toMatchObject({ status: 409, code: 'SPLIT_SHARES_INVALID' });
  });

  it('are refused if they name a subaccount twice, or one of somebody else', async () => {
    const [mine, other] = [await aPartner(shop.api), await aPartner((await openShop(place)).api)];

    const twice = await shop.api('createSplit', { body: sharedBy([mine, mine]) });
    const lost = await shop.api('createSplit', { body: sharedBy([mine, other]) });

    expect(twice.code).toBe('SPLIT_SHARES_INVALID');
    expect(lost).toMatchObject({ status: 404, body: { details: { resource: 'subaccount' } } });
  });

  it('that are inactive, unknown or of another currency cannot be named', async () => {
    const [{ id: inactive }, { id: ofZwg }] = [
      await aSplit(shop.api, ['20.00']),
      await aSplit(shop.api, ['20.00'], 'ZWG'),
    ];
    const { data } = await shop.api('deactivateSplit', { params: { id: inactive } });
    const again = await shop.api('deactivateSplit', { params: { id: inactive } });
    const { id: others } = await aSplit((await openShop(place)).api, ['20.00']);
    const price = { amount: '10.00', currency: 'USD' };
    const ways = async (split: string) => [
      await shop.api('createCheckout', {
        body: {
          ...price,
          merchantTransactionId: `o-${split}`,
          returnUrl: 'https://shop.example',
          notificationUrl: place.notificationUrl,
          splitId: split,
        },
      }),
      await shop.api('createPaymentLink', { body: { ...price, title: 'Tea', split_id: split } }),
      await shop.api('createVirtualTerminalSession', { body: { ...price, split_id: split } }),
      await shop.api('createInvoice', {
        body: {
          currency: 'USD',
          customer: { name: 'Rudo' },
          items: [{ description: 'Tea', quantity: 1, unit_amount: '10.00' }],
          due_date: '2099-01-31',
          split_id: split,
        },
      }),
    ];

    expect(data.status).toBe('inactive');
    expect(again.data).toEqual(data);
    for (const split of [inactive, others])
      for (const refused of await ways(split))
        expect(refused).toMatchObject({ status: 404, body: { details: { resource: 'split' } } });
    for (const refused of await ways(ofZwg)) expect(refused.code).toBe('SPLIT_CURRENCY_MISMATCH');
  });
});

describe('a payment with a split', () => {
  it('credits each share, rounded down, of what is left after fee and reserve, and tells of each', async () => {
    const { id, partners } = await aSplit(shop.api, ['33.33', '33.33', '0.01']);

    const payment = await aSharedPayment(id);

    expect(await balanceOf(shop.api, partners[0])).toBe('30.49');
    expect(await balanceOf(shop.api, partners[1])).toBe('30.49');
    expect(await balanceOf(shop.api, partners[2])).toBe('0.00');
    expect(await shop.available()).toBe('30.52');
    const events = await shop.api('listEvents', { query: { type: 'split.settled' } });
    expect(events.data.items.map(({ data }) => data)).toEqual(
      [partners[1], partners[0]].map((subaccount_id) => ({
        id,
        subaccount_id,
        transaction_id: payment,
        share: '33.33',
        amount: '91.5000',
        net: '30.4900',
        currency: 'USD',
        status: 'settled',
      })),
    );
  });

  it('is refunded by the merchant alone', async () => {
    const { id, partners } = await aSplit(shop.api, ['20.00']);
    await aPayment(shop);
    const payment = await aSharedPayment(id);

    await shop.api('refundTransaction', { params: { id: payment } });

    expect(await balanceOf(shop.api, partners[0])).toBe('18.30');
    expect(await shop.available()).toBe('64.70');
  });

  it('is not refunded out of the shares of partners', async () => {
    const { id } = await aSplit(shop.api, ['20.00']);
    const payment = await aSharedPayment(id);

    const refused = await shop.api('refundTransaction', { params: { id: payment } });

    expect(refused).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      body: { details: { available: '73.20' } },
    });
  });

  it('is shared whether it came by link, invoice or counter session, also after the split was deactivated', async () => {
    const { id, partners } = await aSplit(shop.api, ['20.00']);
    const link = await createdLink(shop.api, { amount: '100.00', split_id: id });
    const invoice = await sentInvoice(shop.api, { split_id: id });
    const session = await openedSession(shop.api, { amount: '100.00', split_id: id });
    await shop.api('deactivateSplit', { params: { id } });

    await submit(await startPayment(link), 'pay', goodCard);
    const afterLink = await balanceOf(shop.api, partners[0]);
    await submit(await startInvoice(invoice), 'pay', goodCard);
    const afterInvoice = await balanceOf(shop.api, partners[0]);
    await submit(await openPage(session.payment_url), 'pay', goodCard);

    expect(afterLink).toBe('18.30');
    // 140.00, of which 4.90 are the fee and 7.00 the reserve.
    expect(afterInvoice).toBe('43.92');
    expect(await balanceOf(shop.api, partners[0])).toBe('62.22');
    const { data: links } = await shop.api('listPaymentLinks');
    expect(links.items[0]?.split_id).toBe(id);
    expect((await shop.api('getInvoice', { params: { id: invoice.id } })).data.split_id).toBe(id);
    const { data } = await shop.api('getVirtualTerminalSession', { params: { id: session.id } });
    expect(data.session.split_id).toBe(id);
  });
});

describe('the split of a draft', () => {
  it('can be set and taken away, and has the currency of the invoice', async () => {
    const { id: split_id } = await aSplit(shop.api, ['20.00']);
    const { id } = await draftedInvoice(shop.api);
    const edit = (body: Record<string, unknown>) => shop.api('updateInvoice', { params: { id }, body });

    const set = await edit({ split_id });
    const refused = await edit({ currency: 'ZWG' });
    const gone = await edit({ split_id: null, currency: 'ZWG' });

    expect(set.data.split_id).toBe(split_id);
    expect(refused.code).toBe('SPLIT_CURRENCY_MISMATCH');
    expect(gone.data).toMatchObject({ split_id: null, currency: 'ZWG' });
  });
});

describe('the balance of a subaccount', () => {
  it('is paid out without touching the balance of the merchant, and its entries explain it', async () => {
    const { id, partners } = await aSplit(shop.api, ['20.00']);
    const [partner] = partners;
    await aSharedPayment(id);
    const payOut = (amount: string) =>
      shop.api('requestPayout', { body: { ...aPayout('mobile_money', { amount }), subaccount_id: partner } });

    const tooMuch = await payOut('18.31');
    const { data: payout } = await payOut('8.00');
    await payOut('5.13');
    await turnClock(shop.api, fiveMinutes);

    expect(tooMuch).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      body: { details: { available: '18.30', required: '18.31' } },
    });
    expect(await entriesOf(shop.api, partner)).toEqual([
      'split.settled 18.30, 18.30',
      'payout.requested -8.00, 10.30',
      'payout.requested -5.13, 5.17',
      'payout.failed 5.13, 10.30',
    ]);
    expect(await shop.available()).toBe('73.20');
    const listed = await shop.api('listPayouts');
    expect(listed.data.items.at(-1)).toMatchObject({ payout_id: payout.payout_id, subaccount_id: partner });
    await expectSoundBooks(place);
  });

  it('gets back what a bank returns, less the fee', async () => {
    const { id, partners } = await aSplit(shop.api, ['100.00']);
    const [partner] = partners;
    await aSharedPayment(id);
    const body = { ...aPayout('bank_transfer', { amount: '50.17' }), subaccount_id: partner };

    await shop.api('requestPayout', { body });
    await turnClock(shop.api, 2 * 86_400);

    expect((await entriesOf(shop.api, partner)).slice(1)).toEqual([
      'payout.requested -50.17, 41.33',
      'payout.returned 49.17, 90.50',
    ]);
    await expectSoundBooks(place);
  });

  it('is nobody else’s', async () => {
    const [mine, stranger] = [await aPartner(shop.api), await openShop(place)];

    const params = { id: mine };
    const refused = [
      await stranger.api('getSubaccount', { params }),
      await stranger.api('listSubaccountEntries', { params }),
      await stranger.api('requestPayout', { body: { ...aPayout('mobile_money'), subaccount_id: mine } }),
    ];

    for (const each of refused)
      expect(each).toMatchObject({ status: 404, body: { details: { resource: 'subaccount' } } });
  });

  it('is listed page by page, and so are its entries', async () => {
    const { id, partners } = await aSplit(shop.api, ['1.00', '2.00']);
    await aSharedPayment(id);
    await aSharedPayment(id);

    const first = await shop.api('listSubaccounts', { query: { limit: 1 } });
    const next = await shop.api('listSubaccounts', {
      query: { limit: 1, cursor: first.data.next_cursor ?? '' },
    });
    const params = { id: partners[0] ?? '' };
    const entry = await shop.api('listSubaccountEntries', { params, query: { limit: 1 } });
    const rest = await shop.api('listSubaccountEntries', {
      params,
      query: { limit: 1, cursor: entry.data.next_cursor ?? '', currency: 'USD' },
    });
    const nothing = await shop.api('listSubaccountEntries', { params, query: { currency: 'ZWG' } });

    expect([first, next].flatMap(({ data }) => data.items.map((each) => each.id))).toEqual(
      partners.toReversed(),
    );
    expect(entry.data.items[0]).toMatchObject({ amount: '0.91', balance_after: '1.82', share: '1.00' });
    expect(rest.data).toMatchObject({ items: [{ balance_after: '0.91', split_id: id }], has_more: false });
    expect(nothing.data.items).toEqual([]);
  });
});
