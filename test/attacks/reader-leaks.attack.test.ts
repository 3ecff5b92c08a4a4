import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import type { ChargeOutcome, ChargeRequest } from '../../src/domain/money/gateways/port.ts';
import { randomBase62 } from '../../src/platform/ids.ts';
import { aKsn, aReading, encrypted, registeredReader } from '../src/api/payments/terminals/counter.ts';
import { turnClock } from '../support/builders/build.ts';
import { dump, serverLog, type WriteAhead, watchWriteAhead } from '../support/checks/dump.ts';
import { raiseFaults, readerGateway } from '../support/faults/faults.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { type Api, apiOf, sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';

/** The card data of a reader goes to the gateway and nowhere else, whatever the outcome of the call. */
let app: App;
let receiver: Receiver;
let merchant: CreatedMerchant;
let api: Api;
let reader: string;
let writeAhead: WriteAhead;
beforeAll(async () => {
  app = await startApp();
  receiver = await aReceiver();
  await raiseFaults(app);
  writeAhead = await watchWriteAhead(app);
  merchant = await app.aMerchant({ webhookUrl: `${receiver.url}/app`, eventTypes: ['*'] });
  api = apiOf(app.baseUrl, merchant.secretKey);
  reader = await registeredReader(api);
});
afterAll(async () => {
  await writeAhead.close();
  await app.stop();
  await receiver.close();
});

/** Letters and digits, so that decoded payloads can be found as text. Random, so that it occurs nowhere by chance. */
const plain = randomBase62(6000);
const ciphertext = Buffer.from(plain).toString('base64');
const bytes = Buffer.from(plain);

/** Pieces, since a page of the write-ahead log, a shortened line or a stack may cut it. */
const pieces = (text: string) =>
  Array.from({ length: Math.floor(text.length / 500) }, (_, at) => text.slice(at * 500, at * 500 + 32));
const needles = [
  ...pieces(ciphertext),
  ...pieces(plain),
  ...pieces(bytes.toString('hex')),
  ...pieces(bytes.toString('hex').toUpperCase()),
];
const found = (hay: string | Buffer) => needles.filter((needle) => hay.includes(needle));

/** A stored text that the search must find, to prove that it works. */
const control = `control ${randomBase62(24)}`;

const answers: string[] = [];

async function pay(about: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const emv_payload = { ciphertext, ksn: aKsn() };
  const body = aReading(reader, 'approved', { emv_payload, ...about });
  const answer = await api('processTerminalPayment', { body, headers });
  answers.push(JSON.stringify([answer.body, [...answer.headers]]));
  return answer;
}

/** Makes the next charge end like a test payload of this scenario; our own payloads are no test cards. */
function nextEnds(scenario: string): void {
  const gateway = readerGateway(app);
  const { charge } = gateway;
  vi.spyOn(gateway, 'charge').mockImplementationOnce((request) =>
    charge({ ...request, instrument: { ...request.instrument, ciphertext: encrypted(scenario) } as never }),
  );
}

function nextFails(fail: (request: ChargeRequest) => Promise<ChargeOutcome>): void {
  vi.spyOn(readerGateway(app), 'charge').mockImplementationOnce(fail);
}

describe('the payload of a reader is sent', () => {
  it('in payments that are approved, declined, undecided and replayed', async () => {
    const headers = { 'idempotency-key': 'till-1' };
    const emv_payload = { ciphertext, ksn: aKsn(), key_id: 'key 1' };
    const statuses: string[] = [];
    for (const scenario of ['approved', 'declined', 'no_answer']) {
      nextEnds(scenario);
      statuses.push((await pay({ description: control })).data.status);
    }
    nextEnds('approved');
    for (const _ of [1, 2]) statuses.push((await pay({ emv_payload }, headers)).data.status);
    statuses.push((await pay()).data.status);
    const id = (await api('listTransactions')).data.items.find(({ status }) => status === 'completed')?.id;
    await api('refundTransaction', { params: { id: id ?? '' } });
    await turnClock(api, 3600);

    expect(statuses).toEqual(['completed', 'failed', 'pending', 'completed', 'completed', 'failed']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['broken', { emv_payload: { ciphertext: `${ciphertext}*`, ksn: aKsn() } }],
    ['too long', { emv_payload: { ciphertext: ciphertext + ciphertext, ksn: aKsn() } }],
    ['in place of the payload', { emv_payload: ciphertext }],
    ['in a list', { emv_payload: { ciphertext: [ciphertext], ksn: aKsn() } }],
    ['as serial number', { emv_payload: { ciphertext, ksn: ciphertext } }],
    ['as key', { emv_payload: { ciphertext, ksn: aKsn(), key_id: ciphertext } }],
    ['as amount', { amount: ciphertext }],
    ['as currency', { currency: ciphertext }],
    ['as reader', { terminal_id: ciphertext }],
    ['as entry mode', { entry_mode: ciphertext }],
    ['as reference', { merchantTransactionId: ciphertext }],
    ['as description', { description: ciphertext }],
    ['in an unknown field', { track2: ciphertext }],
  ])('where the schema refuses it: %s', async (_what, about) => {
    expect((await pay(about)).status).toBe(400);
  });

  it.each([
    ['cut off', 'application/json', (body: string) => body.slice(0, -20), 400],
    ['not as JSON', 'application/json', () => ciphertext, 400],
    ['as text', 'text/plain', (body: string) => body, 415],
    ['too large', 'application/json', (body: string) => body + ' '.repeat(256 * 1024), 413],
  ])('in a body that cannot be read: %s', async (_what, type, change, status) => {
    const answer = await sendOdd(app.baseUrl, {
      method: 'POST',
      path: '/v1/terminals/process',
      key: merchant.secretKey,
      headers: { 'content-type': type },
      body: change(JSON.stringify(aReading(reader, '', { emv_payload: { ciphertext, ksn: aKsn() } }))),
    });
    answers.push(answer.text);

    expect(answer.status).toBe(status);
  });

  it('in calls that are refused for their state', async () => {
    const emv_payload = { ciphertext, ksn: aKsn() };
    const inactive = await registeredReader(api);
    await api('deactivateTerminal', { params: { id: inactive } });
    await pay({ emv_payload, merchantTransactionId: 'till-2' }, { 'idempotency-key': 'till-2' });

    const refused = [
      await pay({ emv_payload }),
      await pay({ merchantTransactionId: 'till-2' }),
      await pay({}, { 'idempotency-key': 'till-2' }),
      await pay({ terminal_id: inactive }),
      await pay({ amount: '1000000.01' }),
      await pay({ terminal_id: `trm_${'0'.repeat(32)}` }),
    ];

    expect(refused.map(({ code }) => code)).toEqual([
      'DUPLICATE_READER_PAYLOAD',
      'DUPLICATE_REQUEST',
      'IDEMPOTENCY_KEY_REUSED',
      'TERMINAL_INACTIVE',
      'AMOUNT_TOO_LARGE',
      'NOT_FOUND',
    ]);
  });

  it.each<[string, (request: ChargeRequest) => unknown]>([
    ['contains it in its message', () => new Error(`cannot decrypt ${ciphertext}`)],
    ['contains it in a line of its message', () => new Error(`no:\n    at ${ciphertext} (a.ts:1:1)`)],
    [
      'has it as its name and code',
      () => Object.assign(new Error('no'), { name: ciphertext, code: ciphertext }),
    ],
    ['has it as its cause', () => new Error('no', { cause: new Error(plain) })],
    ['has the whole request', (request) => Object.assign(new Error('no'), { request, config: request })],
    ['is the payload itself', () => ciphertext],
  ])('to a gateway that throws something that %s', async (_what, make) => {
    const lines = app.lines.length;
    nextFails(async (request) => {
      throw make(request);
    });

    const answer = await pay();

    expect([answer.status, answer.data.status]).toEqual([200, 'pending']);
    expect(app.lines.slice(lines).some((line) => line.includes('the gateway did not answer'))).toBe(true);
  });

  it('to an unavailable gateway', async () => {
    nextFails(async () => ({ kind: 'unavailable' }));

    expect((await pay()).code).toBe('PROVIDER_UNAVAILABLE');
  });

  it.each(['XX000', '23505', '40001', '53300'])('when PostgreSQL fails: %s', async (sqlstate) => {
    expect([500, 503]).toContain((await pay({ description: `fault ${sqlstate}` })).status);
  });
});

describe('the payload of a reader afterwards', () => {
  it('is in no answer', () => {
    expect(answers.length).toBeGreaterThan(35);
    expect(answers.flatMap(found)).toEqual([]);
  });

  it('is in no log line', async () => {
    expect(app.lines.length).toBeGreaterThan(40);
    expect(found(app.lines.join('\n'))).toEqual([]);
    expect(found(await serverLog(app))).toEqual([]);
  });

  it('is in no row of any table', async () => {
    const stored = await dump(app);

    expect(stored).toContain(control);
    expect(found(stored)).toEqual([]);
  });

  it('is in no file of the write-ahead log', async () => {
    const wal = await writeAhead.written();

    expect(wal.includes(control)).toBe(true);
    expect(found(wal)).toEqual([]);
  });

  it('is in no delivered event', async () => {
    const received = await receiver.sees(7);

    expect(received.some(({ body }) => body.includes(reader))).toBe(true);
    expect(received.flatMap(({ body, headers }) => found(body + JSON.stringify(headers)))).toEqual([]);
  });
});
