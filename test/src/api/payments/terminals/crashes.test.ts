import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ChargeOutcome, ChargeRequest } from '../../../../../src/domain/money/gateways/port.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { endLeases, readerGateway } from '../../../../support/faults/faults.ts';
import { startApp } from '../../../../support/service/app.ts';
import { aReading, registeredReader } from './counter.ts';

/** A process dies between the two transactions of a payment; then the call is repeated. */
let app: Place;
let shop: Shop;
let reader: string;
beforeAll(async () => {
  app = { ...(await startApp({ role: 'api' })), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});
beforeEach(async () => {
  shop = await openShop(app);
  reader = await registeredReader(shop.api);
});

const headers = { 'idempotency-key': 'till-1' };

/** A call whose gateway never answers it, although the gateway may have charged. */
async function aLostCall(body: Record<string, unknown>) {
  const asked: ChargeRequest[] = [];
  const lost = Promise.withResolvers<ChargeOutcome>();
  onTestFinished(() => lost.resolve({ kind: 'unknown' }));
  const isAsked = Promise.withResolvers<void>();
  const { charge } = readerGateway(app);
  vi.spyOn(readerGateway(app), 'charge').mockImplementation((request) => {
    asked.push(request);
    if (asked.length > 1) return charge(request);
    isAsked.resolve();
    return lost.promise;
  });
  void shop.api('processTerminalPayment', { body, headers }).catch(() => undefined);
  await isAsked.promise;
  return { asked, again: () => shop.api('processTerminalPayment', { body, headers }) };
}

const leaseEnds = () => endLeases(app, shop.merchant.merchantId);

const transactions = async () => (await shop.api('listTransactions')).data.items;

describe('a reader payment whose process died', () => {
  it('answers “in progress” until its lease ends', async () => {
    const { again } = await aLostCall(aReading(reader));

    expect((await again()).code).toBe('IDEMPOTENCY_IN_PROGRESS');
  });

  it('is charged by the retry, with the same id and the same payload', async () => {
    const { asked, again } = await aLostCall(aReading(reader, 'approved', { description: 'Tea' }));
    await leaseEnds();

    const { data } = await again();

    expect(data).toMatchObject({ status: 'completed', response_code: '00', card: { last4: '4242' } });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    expect(await transactions()).toMatchObject([{ id: data.transaction_id, status: 'completed' }]);
    expect(await shop.available()).toBe('91.50');
  });

  it('is not charged again once it is decided, and still shows its card', async () => {
    const { asked, again } = await aLostCall(aReading(reader));
    const { query } = readerGateway(app);
    // The first call's charge reached the gateway.
    vi.spyOn(readerGateway(app), 'query').mockImplementation((question) =>
      query({
        ...question,
        gatewayReference: `sandbox_reader_approved_${question.reference.replaceAll('-', '')}`,
      }),
    );
    await turnClock(shop.api, 11);
    await leaseEnds();

    const { data } = await again();

    expect(asked).toHaveLength(1);
    expect(data).toMatchObject({
      status: 'completed',
      response_code: null,
      auth_code: null,
      card: { brand: 'visa', last4: '4242' },
    });
  });

  it('is shown as completed even if it has been refunded in the meantime', async () => {
    const { again } = await aLostCall(aReading(reader));
    vi.spyOn(readerGateway(app), 'query').mockImplementationOnce(async (question) => ({
      kind: 'approved',
      gatewayReference: 'reader-1',
      gatewayStatus: 'PAID',
      amount: question.amount,
      currency: question.currency,
    }));
    await turnClock(shop.api, 11);
    const [paid] = await transactions();
    await shop.api('refundTransaction', { params: { id: paid?.id ?? '' } });
    await leaseEnds();

    expect((await again()).data).toMatchObject({ status: 'completed', card: null, failure: null });
  });

  it('stays pending if the provider is unavailable to the retry, since the first call may have charged', async () => {
    const { again } = await aLostCall(aReading(reader));
    vi.spyOn(readerGateway(app), 'charge').mockResolvedValue({ kind: 'unavailable' });
    await leaseEnds();

    const { status, data } = await again();

    expect([status, data.status]).toEqual([200, 'pending']);
    expect(await transactions()).toMatchObject([{ status: 'pending' }]);
  });

  it('is not resumed with another payload', async () => {
    await aLostCall(aReading(reader));
    await leaseEnds();

    const other = await shop.api('processTerminalPayment', { body: aReading(reader), headers });

    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('fails without a retry, since nothing was charged', async () => {
    await aLostCall(aReading(reader));

    await turnClock(shop.api, 31);

    expect(await transactions()).toMatchObject([{ status: 'failed', failure: { code: 'GATEWAY_TIMEOUT' } }]);
  });
});

describe('a sandbox that is reset during a reader payment', () => {
  it('answers that the reader does not exist', async () => {
    const { charge } = readerGateway(app);
    vi.spyOn(readerGateway(app), 'charge').mockImplementationOnce(async (request) => {
      await shop.api('resetSandbox');
      return await charge(request);
    });

    const heard = await shop.api('processTerminalPayment', { body: aReading(reader) });

    expect(heard).toMatchObject({ status: 404, body: { details: { resource: 'terminal' } } });
    expect(await shop.available()).toBe('0.00');
  });
});
