import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ChargeRequest } from '../../../../../src/domain/money/gateways/port.ts';
import { chargeReader } from '../../../../../src/domain/payments/terminals/process-terminal-payment.ts';
import { findTransaction } from '../../../../../src/domain/payments/transactions/queries.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../support/builders/build.ts';
import { dump } from '../../../../support/checks/dump.ts';
import { readerGateway } from '../../../../support/faults/faults.ts';
import { aReceiver, type Receiver } from '../../../../support/receivers/receiver.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { aKsn, aReading, encrypted, registeredReader } from './counter.ts';

let app: Place;
let receiver: Receiver;
let shop: Shop;
let reader: string;
beforeAll(async () => {
  app = await openService();
  receiver = await aReceiver();
});
afterAll(async () => {
  await app.stop();
  await receiver.close();
});
beforeEach(async () => {
  shop = await openShop(app);
  reader = await registeredReader(shop.api);
});

const pay = (scenario?: string, about?: Record<string, unknown>) =>
  shop.api('processTerminalPayment', { body: aReading(reader, scenario, about) });
const payment = async (id: string) => (await shop.api('getTransaction', { params: { id } })).data;

/** The merchant's rows, to see what a refused call stores. */
async function keptOf({ merchant }: Shop): Promise<unknown> {
  const tables = ['transactions', 'merchant_references', 'reader_payloads', 'jobs', 'idempotency_keys'];
  const counts = tables.map(
    (table) => `(SELECT count(*)::int FROM sandbox.${table} WHERE merchant_id = $1) AS ${table}`,
  );
  const [row] = await app.database.asOwner(`SELECT ${counts.join()}`, [merchant.merchantId]);
  return row;
}

const nothing = { transactions: 0, merchant_references: 0, reader_payloads: 0, jobs: 0, idempotency_keys: 0 };

describe('POST /v1/terminals/process', () => {
  it('answers an approved card with the issuer’s codes, and books the money less 3.5 %', async () => {
    const { status, data } = await pay('approved');

    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: 'completed',
      amount: '100.00',
      currency: 'USD',
      response_code: '00',
      auth_code: expect.stringMatching(/^[0-9]{6}$/),
      emv_response: null,
      card: { brand: 'visa', last4: '4242' },
      failure: null,
    });
    expect(await payment(data.transaction_id)).toMatchObject({
      type: 'payment',
      status: 'completed',
      fee: '3.50',
      net_amount: '96.50',
      gateway: 'sandbox_terminal',
      gateway_reference: expect.stringMatching(/^sandbox_reader_approved_/),
      merchantTransactionId: data.transaction_id,
      payment_method: { type: 'card', brand: 'visa', last4: '4242', phone_masked: null },
      source: { type: 'terminal', id: reader },
      checkout_id: null,
      customer: null,
    });
    expect(await shop.available()).toBe('91.50');
  });

  it.each([
    ['declined', '05', '0002', 'CARD_DECLINED'],
    ['insufficient_funds', '51', '9995', 'CARD_INSUFFICIENT_FUNDS'],
    ['expired_card', '54', '0069', 'CARD_EXPIRED'],
  ])('answers a card that is %s with 200 and its reason', async (scenario, response, last4, code) => {
    const { status, data } = await pay(scenario);

    expect([status, data.status, data.failure?.code]).toEqual([200, 'failed', code]);
    expect(data).toMatchObject({ response_code: response, auth_code: null, card: { brand: 'visa', last4 } });
    expect(await payment(data.transaction_id)).toMatchObject({
      status: 'failed',
      payment_method: { brand: 'visa', last4 },
    });
  });

  it.each(['', 'approved ', 'APPROVED'])('declines %j, which is not a test card', async (scenario) => {
    const { data } = await pay(scenario);

    expect(data).toMatchObject({
      status: 'failed',
      response_code: null,
      card: null,
      failure: { code: 'CARD_NOT_TEST_CARD' },
    });
  });

  it.each(['chip', 'contactless', 'magstripe'])('takes a card that was read by %s', async (entry_mode) => {
    expect((await pay('approved', { entry_mode })).data.status).toBe('completed');
  });

  it('stays pending without an answer, and is declined when the gateway knows of no charge', async () => {
    shop = await openShop(app, { webhookUrl: `${receiver.url}/app`, eventTypes: ['*'] });
    reader = await registeredReader(shop.api);
    const first = receiver.received.length;

    const { data } = await pay('no_answer');
    await turnClock(shop.api, 11);
    const early = await payment(data.transaction_id);
    await turnClock(shop.api, 20);

    expect(data).toMatchObject({ status: 'pending', response_code: null, card: null, failure: null });
    expect(early.status).toBe('pending');
    expect(await payment(data.transaction_id)).toMatchObject({
      status: 'failed',
      failure: { code: 'GATEWAY_TIMEOUT' },
    });
    const told = (await receiver.sees(first + 2)).slice(first).map(({ body }) => JSON.parse(body) as unknown);
    expect(told).toMatchObject([
      { type: 'payment.capture.pending', data: { id: data.transaction_id, status: 'pending' } },
      {
        type: 'payment.capture.declined',
        data: { id: data.transaction_id, checkout_id: null, source: { type: 'terminal', id: reader } },
      },
    ]);
  });

  it('sends the event of a capture without a checkout', async () => {
    shop = await openShop(app, { webhookUrl: `${receiver.url}/app`, eventTypes: ['*'] });
    reader = await registeredReader(shop.api);
    const first = receiver.received.length;

    const { data } = await pay('approved', { merchantTransactionId: 'till-1' });

    const [told] = (await receiver.sees(first + 1)).slice(first);
    expect(JSON.parse(told?.body ?? '{}')).toMatchObject({
      type: 'payment.capture.completed',
      data: {
        id: data.transaction_id,
        checkout_id: null,
        merchantTransactionId: 'till-1',
        source: { type: 'terminal', id: reader },
        payment_method: { type: 'card', brand: 'visa', last4: '4242' },
      },
    });
  });

  it('can be refunded like any payment', async () => {
    const { data } = await pay('approved');

    const refunded = await shop.api('refundTransaction', { params: { id: data.transaction_id } });

    expect(refunded).toMatchObject({ status: 201, data: { status: 'completed', amount: '100.00' } });
    expect((await payment(data.transaction_id)).status).toBe('reversed');
    expect(await shop.available()).toBe('-8.50');
  });

  it('is found by its reference, its reader and its id, but not as a mobile payment', async () => {
    const { data } = await pay('approved', { merchantTransactionId: 'till-7', description: 'Tea' });
    const id = data.transaction_id;

    const found = await Promise.all(
      ['till-7', reader, id].map(async (search) => {
        const { data: page } = await shop.api('listTransactions', { query: { search } });
        return page.items.map((item) => [item.id, item.description]);
      }),
    );

    expect(found).toEqual([[[id, 'Tea']], [[id, 'Tea']], [[id, 'Tea']]]);
    expect((await shop.api('getMobileStatus', { params: { id } })).status).toBe(404);
  });

  it('stays pending if the gateway never knows: all scheduled questions are asked, then an operator is told', async () => {
    const query = vi.spyOn(readerGateway(app), 'query').mockResolvedValue({ kind: 'unknown' });
    const lines = app.lines.length;

    const { data } = await pay('no_answer');
    await turnClock(shop.api, 2 * 24 * 60 * 60);

    expect(query).toHaveBeenCalledTimes(9);
    expect((await payment(data.transaction_id)).status).toBe('pending');
    const told = (app.lines as string[]).splice(lines).filter((line) => line.includes('a person must look'));
    expect(told).toHaveLength(1);
  });
});

describe('a reader payment is refused', () => {
  it.each([
    ['that is unknown', async () => `trm_${'0'.repeat(32)}`],
    ['of another merchant', async () => registeredReader((await openShop(app)).api)],
  ])('by a reader %s', async (_what, make) => {
    const refused = await shop.api('processTerminalPayment', { body: aReading(await make()) });

    expect(refused).toMatchObject({ status: 404, body: { details: { resource: 'terminal' } } });
    expect(await keptOf(shop)).toEqual(nothing);
  });

  it('above the limit of cards', async () => {
    const refused = await pay('approved', { amount: '1000000.01' });

    expect(refused).toMatchObject({
      status: 409,
      code: 'AMOUNT_TOO_LARGE',
      body: { details: { maximum: '1000000.00' } },
    });
    expect(await keptOf(shop)).toEqual(nothing);
  });

  it('below tier 1', async () => {
    await shop.api('setTestKyc', { body: { tier: 0 } });

    expect(await pay()).toMatchObject({ status: 403, code: 'KYC_REQUIRED' });
  });

  it('in live, where no gateway serves readers', async () => {
    const { secretKey } = await app.aMerchant({ mode: 'live' });
    const live = apiOf(app.baseUrl, secretKey);
    const id = await registeredReader(live);

    const refused = await live('processTerminalPayment', { body: aReading(id) });
    await live('deactivateTerminal', { params: { id } });
    const inactive = await live('processTerminalPayment', { body: aReading(id) });

    expect([refused.code, inactive.code]).toEqual(['GATEWAY_NOT_CONFIGURED', 'TERMINAL_INACTIVE']);
  });

  it.each([
    ['no base64', { ciphertext: 'U0FO*', ksn: aKsn() }, 'VALIDATION_ERROR'],
    ['base64 without its padding', { ciphertext: 'U0FOQg', ksn: aKsn() }, 'VALIDATION_ERROR'],
    ['more than 8192 characters', { ciphertext: 'U'.repeat(8196), ksn: aKsn() }, 'VALIDATION_ERROR'],
    ['a short serial number', { ciphertext: 'U0FO', ksn: 'FFFF' }, 'VALIDATION_ERROR'],
    ['a field more', { ciphertext: 'U0FO', ksn: aKsn(), pin: '1' }, 'UNKNOWN_FIELD'],
  ])('with %s', async (_what, emv_payload, code) => {
    const refused = await pay('approved', { emv_payload });

    expect(refused).toMatchObject({ status: 400, code });
    expect(await keptOf(shop)).toEqual(nothing);
  });

  it.each([
    [{ amount: '0.00' }, 'INVALID_AMOUNT'],
    [{ currency: 'EUR' }, 'CURRENCY_NOT_SUPPORTED'],
    [{ entry_mode: 'swipe' }, 'VALIDATION_ERROR'],
    [{ terminal_id: 'P3-1' }, 'VALIDATION_ERROR'],
  ])('with %j', async (about, code) => {
    expect(await pay('approved', about)).toMatchObject({ status: 400, code });
  });

  it('when its payload was used before, in upper or lower case', async () => {
    const emv_payload = { ciphertext: encrypted('approved'), ksn: 'abcdef9876543210e0' };
    await pay('approved', { emv_payload });

    const again = await pay('approved', { emv_payload: { ...emv_payload, ksn: 'ABCDEF9876543210E0' } });
    const second = await registeredReader(shop.api);
    const declined = { emv_payload: { ciphertext: encrypted('declined'), ksn: '0'.repeat(20) } };
    await shop.api('processTerminalPayment', { body: aReading(second, 'declined', declined) });
    const body = aReading(second, 'approved', { emv_payload });
    const elsewhere = await shop.api('processTerminalPayment', { body });
    const thereAgain = await shop.api('processTerminalPayment', { body });

    expect(again).toMatchObject({ status: 409, code: 'DUPLICATE_READER_PAYLOAD' });
    expect(elsewhere.status).toBe(200);
    const { transaction_id } = elsewhere.data;
    expect(thereAgain.body['details']).toMatchObject({ existing: { transaction_id } });
    expect(await shop.available()).toBe('183.00');
  });

  it('when its payload was declined before', async () => {
    const emv_payload = { ciphertext: encrypted('declined'), ksn: aKsn() };
    await pay('declined', { emv_payload });

    expect((await pay('approved', { emv_payload })).code).toBe('DUPLICATE_READER_PAYLOAD');
  });
});

describe('the reference of a reader payment', () => {
  it('can be used once; the refusal shows the first payment', async () => {
    await pay('approved', { merchantTransactionId: 'till-0' });
    const { data } = await pay('declined', { merchantTransactionId: 'till-1' });

    const refused = await pay('approved', { merchantTransactionId: 'till-1' });

    const { created_at } = await payment(data.transaction_id);
    const existing = { transaction_id: data.transaction_id, status: 'failed', created_at };
    expect([refused.status, refused.code]).toEqual([409, 'DUPLICATE_REQUEST']);
    expect(refused.body['details']).toEqual({ existing });
  });

  it('cannot be used for a checkout afterwards', async () => {
    const { data } = await pay('approved', { merchantTransactionId: 'till-1' });

    const refused = await shop.api('createCheckout', {
      body: aCardCheckout({ merchantTransactionId: 'till-1', notificationUrl: app.notificationUrl }),
    });

    expect(refused).toMatchObject({
      code: 'DUPLICATE_REQUEST',
      body: { details: { existing: { transaction_id: data.transaction_id, status: 'completed' } } },
    });
  });

  it('cannot be one that a checkout uses', async () => {
    const body = aCardCheckout({ merchantTransactionId: 'till-1', notificationUrl: app.notificationUrl });
    const { checkout_id, payment_url } = await openedCheckout(shop.api, body);

    const refused = await pay('approved', { merchantTransactionId: 'till-1' });

    expect(refused).toMatchObject({
      code: 'DUPLICATE_REQUEST',
      body: { details: { existing: { checkout_id, payment_url, status: 'pending' } } },
    });
  });

  it('stays unused if the payload is refused, and the payload stays unused if the reference is refused', async () => {
    const [first, second] = [aReading(reader).emv_payload, aReading(reader).emv_payload];
    await pay('approved', { merchantTransactionId: 'till-1', emv_payload: first });

    const codes = [
      (await pay('approved', { merchantTransactionId: 'till-1', emv_payload: second })).code,
      (await pay('approved', { merchantTransactionId: 'till-2', emv_payload: first })).code,
    ];
    const paid = await pay('approved', { merchantTransactionId: 'till-2', emv_payload: second });

    expect(codes).toEqual(['DUPLICATE_REQUEST', 'DUPLICATE_READER_PAYLOAD']);
    expect(paid.status).toBe(200);
  });
});

describe('the gateway of readers', () => {
  it('is given the payload byte for byte', async () => {
    const asked: ChargeRequest[] = [];
    const charge = readerGateway(app).charge;
    vi.spyOn(readerGateway(app), 'charge').mockImplementation((request) => {
      asked.push(request);
      return charge(request);
    });
    // All byte values, so that any decoding and encoding on the way would be seen.
    const ciphertext = Buffer.from(Array.from({ length: 256 * 23 }, (_, at) => at % 256)).toString('base64');
    const emv_payload = { ciphertext, ksn: 'fFfF9876543210e00001', key_id: 'bdk/1 é' };

    const { data } = await pay('approved', { emv_payload, entry_mode: 'contactless' });

    expect(asked.map(({ instrument }) => instrument)).toEqual([
      {
        type: 'reader',
        entryMode: 'contactless',
        ciphertext,
        ksn: 'fFfF9876543210e00001',
        keyId: 'bdk/1 é',
      },
    ]);
    expect(asked.map(({ reference }) => `txn_${reference.replaceAll('-', '')}`)).toEqual([
      data.transaction_id,
    ]);
  });

  it.each([{ kind: 'unavailable' }, { kind: 'refused', code: 'WALLET_INIT_FAILED' }] as const)(
    'leaves nothing stored if it cannot be used ($kind), so the payload may be sent again',
    async (outcome) => {
      vi.spyOn(readerGateway(app), 'charge').mockResolvedValueOnce(outcome);
      const body = aReading(reader, 'approved', { merchantTransactionId: 'till-1' });
      const headers = { 'idempotency-key': 'till-1' };

      const refused = await shop.api('processTerminalPayment', { body, headers });
      const kept = await keptOf(shop);
      const again = await shop.api('processTerminalPayment', { body, headers });

      expect([refused.status, refused.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
      expect(kept).toEqual(nothing);
      expect(again.data.status).toBe('completed');
    },
  );

  it('releases no payload but its own if it cannot be used', async () => {
    const charged = aReading(reader);
    await shop.api('processTerminalPayment', { body: charged });
    vi.spyOn(readerGateway(app), 'charge').mockResolvedValueOnce({ kind: 'unavailable' });
    await pay('approved');

    const again = await shop.api('processTerminalPayment', { body: charged });

    expect(again).toMatchObject({ status: 409, code: 'DUPLICATE_READER_PAYLOAD' });
  });

  it('may answer the chip; that answer is shown once and never stored', async () => {
    const { charge } = readerGateway(app);
    const emvResponse = Buffer.from('91:of-the-issuer').toString('base64');
    vi.spyOn(readerGateway(app), 'charge').mockImplementationOnce(async (request) => {
      const outcome = await charge(request);
      return outcome.kind === 'declined' ? { ...outcome, emvResponse } : outcome;
    });

    const { data } = await pay('declined');

    expect(data).toMatchObject({ status: 'failed', emv_response: emvResponse });
    expect(await dump(app, shop.merchant.merchantId)).not.toContain(emvResponse);
  });

  it('has 25 seconds to answer', async () => {
    const ctx = app.service.contexts.sandbox;
    const silent = { ...readerGateway(app), charge: () => new Promise<never>(() => undefined) };
    const { data } = await pay('no_answer');
    const row = await findTransaction(ctx.db, shop.merchant.merchantId, readId('txn', data.transaction_id));
    if (!row) throw new Error('the payment was begun');
    const instrument = {
      type: 'reader',
      entryMode: 'chip',
      ciphertext: '',
      ksn: '',
      keyId: undefined,
    } as const;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let heard: unknown;

    const asked = chargeReader(
      { ...ctx, gateways: { ...ctx.gateways, byName: () => silent } },
      { id: row.id, payment: row, instrument, isResumed: false },
    ).then((outcome) => (heard = outcome));
    await vi.advanceTimersByTimeAsync(24_999);
    const early = heard;
    await vi.advanceTimersByTimeAsync(1);

    expect([early, await asked]).toEqual([undefined, { kind: 'unknown' }]);
  });

  it('makes the payment fail if it charges the wrong amount, and the money goes back', async () => {
    const { charge } = readerGateway(app);
    vi.spyOn(readerGateway(app), 'charge').mockImplementationOnce(async (request) => {
      const outcome = await charge(request);
      return outcome.kind === 'approved' ? { ...outcome, currency: 'ZWG' } : outcome;
    });

    const { data } = await pay('approved');

    expect(data).toMatchObject({
      status: 'failed',
      response_code: null,
      auth_code: null,
      failure: { code: 'AMOUNT_MISMATCH' },
    });
    expect(await shop.available()).toBe('0.00');
  });

  it('has its money returned if it approves after the payment has failed', async () => {
    const { charge } = readerGateway(app);
    vi.spyOn(readerGateway(app), 'charge').mockImplementationOnce(async (request) => {
      await turnClock(shop.api, 31);
      return await charge(request);
    });

    const { data } = await pay('approved');

    expect(data).toMatchObject({
      status: 'failed',
      response_code: null,
      failure: { code: 'GATEWAY_TIMEOUT' },
    });
    expect(await payment(data.transaction_id)).toMatchObject({ status: 'reversed', late: true });
    expect(await shop.available()).toBe('0.00');
  });
});
