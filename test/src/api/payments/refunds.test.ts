import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { aPayout } from '../../../support/builders/payouts.ts';
import { aReceiver, isSigned, type Receiver } from '../../../support/receivers/receiver.ts';
import { apiOf, sendOdd } from '../../../support/service/api.ts';

let place: Place;
let receiver: Receiver;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
  receiver = await aReceiver();
});
afterAll(async () => {
  await place.stop();
  await receiver.close();
});

async function aShop(): Promise<Shop> {
  return await openShop(place, { webhookUrl: `${receiver.url}/app`, eventTypes: ['*'] });
}

const refund = (of: Shop, id: string, body?: Record<string, unknown>) =>
  of.api('refundTransaction', { params: { id }, ...(body && { body }) });
const payment = async (of: Shop, id: string) => (await of.api('getTransaction', { params: { id } })).data;
/** The keys of a shop's jobs of one kind. */
async function jobsOf({ merchant }: Shop, kind: string): Promise<unknown[]> {
  return await place.database.asOwner('SELECT key FROM sandbox.jobs WHERE merchant_id = $1 AND kind = $2', [
    merchant.merchantId,
    kind,
  ]);
}

const [hour, day] = [3600, 24 * 3600];

/** Takes 100.00 and refunds it, and the same again so many seconds later. Returns the second answer. */
async function refundTwice(of: Shop, seconds: number) {
  await refund(of, await aPayment(of));
  await turnClock(of.api, seconds);
  return await refund(of, await aPayment(of));
}

const balance = async (of: Shop) => (await of.api('getBalance')).data;

describe('POST /v1/transactions/{id}/refund', () => {
  it('refunds a whole payment: it is reversed, and the balance falls by the amount', async () => {
    shop = await aShop();
    const id = await aPayment(shop);

    const refunded = await refund(shop, id);

    expect(refunded).toMatchObject({
      status: 201,
      data: { status: 'completed', amount: '100.00', amount_refundable: '0.00' },
    });
    expect(await payment(shop, id)).toMatchObject({
      status: 'reversed',
      amount_refunded: '100.00',
      amount_refundable: '0.00',
    });
    expect((await balance(shop)).available.USD).toBe('-8.50');
    expect(await jobsOf(shop, 'refunds.finish')).toEqual([]);
  });

  it('shows the reference that the gateway gave the refund, with its transaction', async () => {
    shop = await aShop();
    await refund(shop, await aPayment(shop));

    const { data } = await shop.api('listTransactions', { query: { type: 'refund' } });
    expect(data.items).toMatchObject([
      { gateway_reference: expect.stringMatching(/^sandbox_refund_[0-9a-f]{32}$/) },
    ]);
  });

  it('refunds once with one Idempotency-Key, however the path is encoded', async () => {
    shop = await aShop();
    const id = await aPayment(shop);
    const paths = [
      `/v1/transactions/${id}/refund`,
      `/v1/transactions/%74${id.slice(1)}/refund`,
      `/v1/transactions/${id.replace('_', '%5F')}/refund`,
      `/v1/transactions/${id.replace('_', '%5f')}/refund`,
      `/v1/transactions/${id}/refund?try=2`,
    ];

    const answers = [];
    for (const path of paths)
      answers.push(
        await sendOdd(place.baseUrl, {
          method: 'POST',
          path,
          key: shop.merchant.secretKey,
          headers: { 'content-type': 'application/json', 'idempotency-key': 'one-refund' },
          body: JSON.stringify({ amount: '10.00' }),
        }),
      );

    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [201, null],
      ...answers.slice(1).map(() => [201, 'true']),
    ]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await payment(shop, id)).amount_refunded).toBe('10.00');
  });

  it('refunds in parts; the payment stays completed until nothing is left', async () => {
    shop = await aShop();
    const id = await aPayment(shop);

    await refund(shop, id, { amount: '40.00', reason: 'one cup was cold' });
    const partly = await payment(shop, id);
    await refund(shop, id, { amount: '60.00' });

    expect(partly).toMatchObject({
      status: 'completed',
      amount_refunded: '40.00',
      amount_refundable: '60.00',
    });
    expect((await payment(shop, id)).status).toBe('reversed');
    const { data } = await shop.api('listTransactions', { query: { type: 'refund' } });
    expect(data.items.map((item) => [item.amount, item.status, item.parent_transaction_id])).toEqual([
      ['60.00', 'completed', id],
      ['40.00', 'completed', id],
    ]);
  });

  it('reverses a payment by what it gave back itself, not by refunds and lost disputes of others', async () => {
    shop = await aShop();
    const [refunded, disputed, id] = [await aPayment(shop), await aPayment(shop), await aPayment(shop)];
    await refund(shop, refunded, { amount: '60.00' });
    const { data } = await shop.api('openTestDispute', {
      body: { transaction_id: disputed, amount: '40.00' },
    });
    await shop.api('acceptDispute', { params: { id: data.id } });

    await refund(shop, id, { amount: '40.00' });
    const partly = await payment(shop, id);
    await refund(shop, id);

    expect([partly.status, (await payment(shop, id)).status]).toEqual(['completed', 'reversed']);
    expect((await payment(shop, refunded)).status).toBe('completed');
  });

  it('leaves a payment completed while one of its refunds is pending; the last to complete reverses it', async () => {
    shop = await aShop();
    const id = await aPayment(shop);
    const statuses: string[] = [];

    const slow = await refund(shop, id, { amount: '40.11' });
    const quick = await refund(shop, id, { amount: '59.89' });
    statuses.push((await payment(shop, id)).status);
    await turnClock(shop.api, 60);
    statuses.push((await payment(shop, id)).status);

    expect([slow.data.status, quick.data.status]).toEqual(['pending', 'completed']);
    expect(statuses).toEqual(['completed', 'reversed']);
  });

  it('lets the balance fall by the fees of refunds of the last 90 days, and no older ones', async () => {
    const [inTime, late] = [await aShop(), await aShop()];

    const answers = await Promise.all([
      refundTwice(inTime, 90 * day - hour),
      refundTwice(late, 90 * day + hour),
    ]);

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [201, ''],
      [409, 'INSUFFICIENT_BALANCE'],
    ]);
    expect((await balance(inTime)).available.USD).toBe('-12.00');
  });

  it('releases the refund’s share of the reserve at the merchant’s next midnight', async () => {
    shop = await aShop();
    const id = await aPayment(shop);
    await refund(shop, id, { amount: '50.00' });
    const before = await balance(shop);

    await turnClock(shop.api, 24 * 60 * 60);

    expect(before).toMatchObject({ available: { USD: '41.50' }, reserve: { USD: '5.00' } });
    expect(await balance(shop)).toMatchObject({ available: { USD: '44.00' }, reserve: { USD: '2.50' } });
  });

  it('answers `pending` when the gateway needs longer, and sends an event when it is done', async () => {
    shop = await aShop();
    const id = await aPayment(shop);

    const asked = await refund(shop, id, { amount: '10.11' });
    await turnClock(shop.api, 10);
    const early = await shop.api('listTransactions', { query: { type: 'refund' } });
    await turnClock(shop.api, 21);
    const late = await shop.api('listTransactions', { query: { type: 'refund' } });

    expect([early, late].map(({ data }) => data.items[0]?.status)).toEqual(['pending', 'completed']);
    expect(asked.data).toMatchObject({ status: 'pending', completed_at: null });
    expect(await payment(shop, id)).toMatchObject({ amount_refunded: '10.11', status: 'completed' });
    const told = await eventsAbout(asked.data.refund_id, 3);
    expect(told.map(({ type }) => type)).toEqual([
      'payment.refund.created',
      'payment.refund.pending',
      'payment.refund.completed',
    ]);
  });

  it('is refused for want of money, with what is there and what it takes', async () => {
    shop = await aShop();
    const id = await aPayment(shop);
    await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount: '60.00' }) });

    const refused = await refund(shop, id);
    const part = await refund(shop, id, { amount: '50.00' });

    expect(refused).toMatchObject({ status: 409, code: 'INSUFFICIENT_BALANCE' });
    expect(refused.body['details']).toEqual({ available: '31.50', required: '100.00' });
    expect(part.body['details']).toEqual({ available: '31.50', required: '50.00' });
  });

  it('returns the money to the balance when the gateway refuses', async () => {
    shop = await aShop();
    const id = await aPayment(shop);
    const before = await balance(shop);

    const refused = await refund(shop, id, { amount: '10.13' });

    expect(refused.data).toMatchObject({
      status: 'failed',
      failure: { code: 'REFUND_REJECTED' },
      amount_refundable: '100.00',
    });
    expect((await balance(shop)).available).toEqual(before.available);
    expect((await eventsAbout(refused.data.refund_id, 2)).map(({ type }) => type)).toEqual([
      'payment.refund.created',
      'payment.refund.failed',
    ]);
    expect((await refund(shop, id)).data.status).toBe('completed');
  });

  it('is refused for more than is left, for anything but a completed payment, and for an unknown id', async () => {
    shop = await aShop();
    const id = await aPayment(shop);
    await refund(shop, id, { amount: '60.00' });
    const { data } = await shop.api('listTransactions', { query: { type: 'refund' } });
    const [row] = data.items;

    const tooMuch = await refund(shop, id, { amount: '40.01' });
    const aRefund = await refund(shop, row?.id ?? '');
    const unknown = await refund(shop, 'txn_nothing');

    expect(tooMuch).toMatchObject({
      status: 409,
      code: 'REFUND_EXCEEDS_REMAINING',
      body: { details: { amount_refundable: '40.00' } },
    });
    expect(aRefund).toMatchObject({
      status: 409,
      code: 'TRANSACTION_NOT_REFUNDABLE',
      body: { details: { type: 'refund' } },
    });
    expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('needs the feature', async () => {
    const merchant = await place.aMerchant({ features: ['payouts'] });

    const refused = await apiOf(place.baseUrl, merchant.secretKey)('refundTransaction', {
      params: { id: 'txn_any' },
    });

    expect(refused).toMatchObject({
      status: 403,
      code: 'FEATURE_DISABLED',
      body: { details: { required_feature: 'refunds' } },
    });
  });

  it('lets exactly one of twenty refunds of 60.00 on 100.00 through', async () => {
    shop = await aShop();
    const id = await aPayment(shop);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(shop, id, { amount: '60.00' })),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'REFUND_EXCEEDS_REMAINING')).toHaveLength(19);
    expect((await payment(shop, id)).amount_refunded).toBe('60.00');
  });

  it('refunds once if it is repeated with the same idempotency key', async () => {
    shop = await aShop();
    const id = await aPayment(shop);
    const once = () =>
      shop.api('refundTransaction', {
        params: { id },
        body: { amount: '10.00' },
        headers: { 'idempotency-key': 'r-1' },
      });

    const first = await once();
    const second = await once();

    expect(second.data).toEqual(first.data);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await payment(shop, id)).amount_refunded).toBe('10.00');
  });
});

type Told = { readonly type: string; readonly data: { readonly id: string } };

async function eventsAbout(id: string, count: number): Promise<Told[]> {
  const about = () =>
    receiver.received.map(({ body }) => JSON.parse(body) as Told).filter(({ data }) => data.id === id);
  for (let seen = receiver.received.length; about().length < count; seen += 1) await receiver.sees(seen + 1);
  const last = receiver.received.findLast(({ body }) => (JSON.parse(body) as Told).data.id === id);
  expect(last && (await isSigned(last, shop.merchant.webhookSecret))).toBe(true);
  return about();
}
