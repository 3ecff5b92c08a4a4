import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../scripts/fuzz/contract.ts';
import { fuzz } from '../../../scripts/fuzz/fuzzer.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { type App, startApp } from '../../support/service/app.ts';

type Asked = { readonly method: string; readonly url: URL; readonly headers: Headers; readonly body: string };
type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };
/** Changes an answer, or leaves it as it is. `good` is the text of an earlier 2xx to the same operation. */
type Fault = (asked: Asked, answer: Answer, good: string) => Answer;

let app: App;
let merchant: CreatedMerchant;
let server: Server | undefined;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant({ rateLimit: 1_000_000_000 });
});
afterEach(() => server?.close());
afterAll(() => app.stop());

/** Stands between the fuzzer and the service, and spoils answers. */
async function spoiled(fault: Fault): Promise<string> {
  const good = new Map<string, string>();
  const carry = async (req: IncomingMessage): Promise<Answer> => {
    const { method = 'GET', url: path = '/' } = req;
    const body = Buffer.concat(await req.toArray());
    const headers = new Headers(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])
      headers.delete(name);
    const url = new URL(path, app.baseUrl);
    const sent = method === 'GET' ? {} : { body };
    const real = await fetch(url, { method, headers, redirect: 'manual', ...sent });
    const answer = { status: real.status, headers: new Headers(real.headers), text: await real.text() };
    const name = `${method} ${url.pathname.replaceAll(/[a-z]+_[0-9a-f]{32}/g, '')}`;
    if (real.ok) good.set(name, answer.text);
    return fault({ method, url, headers, body: body.toString() }, answer, good.get(name) ?? '');
  };
  server = createServer((req, res) => {
    void (async () => {
      const { status, headers, text } = await carry(req);
      for (const name of ['content-length', 'transfer-encoding', 'connection', 'keep-alive'])
        headers.delete(name);
      res.writeHead(status, Object.fromEntries(headers)).end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Fuzzes operations through the fault, without random requests, until something is found. */
async function foundIn(ids: readonly string[], fault: Fault): Promise<string[]> {
  const stop = new AbortController();
  const { findings } = await fuzz({
    operations: operations.filter(({ id }) => ids.includes(id)),
    door: { baseUrl: await spoiled(fault), key: merchant.secretKey, signal: stop.signal },
    spare: undefined,
    cases: 0,
    progress: { at: ({ findings: found = 0 }) => found > 0 && stop.abort() },
  });
  return findings.map(({ operation, what }) => `${operation}: ${what}`);
}

const isGood = ({ status }: Answer) => status < 300;
const asJson = (text: string): Record<string, unknown> => (text === '' ? {} : JSON.parse(text));
const sentIn = ({ body }: Asked): Record<string, unknown> => {
  try {
    return { ...Object(JSON.parse(body)) };
  } catch {
    return {};
  }
};

const failed = (answer: Answer): Answer => ({
  ...answer,
  status: 500,
  text: JSON.stringify({
    success: false,
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side.',
    request_id: answer.headers.get('x-request-id'),
    retryable: true,
  }),
});

const refused = (answer: Answer): Answer => ({
  ...answer,
  status: 400,
  text: JSON.stringify({
    success: false,
    code: 'VALIDATION_ERROR',
    message: 'The request does not match the contract.',
    request_id: answer.headers.get('x-request-id'),
    retryable: false,
    details: { violations: [] },
  }),
});

/** An answer 500 to requests in which something is so. */
const failsAt =
  (isSo: (sent: Record<string, unknown>, asked: Asked) => boolean): Fault =>
  (asked, answer) =>
    isGood(answer) && isSo(sentIn(asked), asked) ? failed(answer) : answer;

const refusesAt =
  (isSo: (sent: Record<string, unknown>, asked: Asked) => boolean): Fault =>
  (asked, answer) =>
    isGood(answer) && isSo(sentIn(asked), asked) ? refused(answer) : answer;

/** An answer that admits requests with a failure for which something is so. */
const admits =
  (isSo: (body: Record<string, unknown>, asked: Asked, answer: Answer) => boolean, status = 201): Fault =>
  (asked, answer, good) =>
    !isGood(answer) && good !== '' && isSo(asJson(answer.text), asked, answer)
      ? { ...answer, status, text: good }
      : answer;

/** An answer in which the data of a success is changed. */
const changes =
  (change: (data: Record<string, unknown>) => Record<string, unknown>): Fault =>
  (_asked, answer) => {
    if (!isGood(answer)) return answer;
    const body = asJson(answer.text);
    return { ...answer, text: JSON.stringify({ ...body, data: change({ ...Object(body['data']) }) }) };
  };

const withHeader =
  (name: string, value: string | undefined, isFor: (answer: Answer) => boolean = isGood): Fault =>
  (_asked, answer) => {
    if (!isFor(answer)) return answer;
    const headers = new Headers(answer.headers);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    return { ...answer, headers };
  };

/** In characters, not in units of JavaScript. */
const lengthOf = (value: unknown) => (typeof value === 'string' ? Array.from(value).length : 0);
const codeIs = (code: string) => (body: Record<string, unknown>) => body['code'] === code;

type Planted = readonly [name: string, operation: string, fault: Fault, finding: RegExp];

const planted: readonly Planted[] = [
  [
    'a success without RateLimit',
    'createPaymentLink',
    withHeader('RateLimit', undefined),
    /header RateLimit is missing/,
  ],
  [
    'a failure without Service-Version',
    'getCheckoutStatus',
    withHeader('Service-Version', undefined, ({ status }) => status === 404),
    /header Service-Version is missing/,
  ],
  [
    'a RateLimit in another form',
    'getBalance',
    withHeader('RateLimit', '59'),
    /header RateLimit is not as declared/,
  ],
  [
    'a malformed X-Request-Id',
    'getProfile',
    withHeader('X-Request-Id', 'req_1'),
    /header X-Request-Id is not as declared/,
  ],
  [
    'an optional header with a wrong value',
    'createCustomer',
    withHeader('Idempotent-Replayed', 'yes'),
    /header Idempotent-Replayed is not/,
  ],
  [
    'a number where a text is declared',
    'createPaymentLink',
    changes((data) => ({ ...data, url: 15 })),
    /not as declared: .*url must be string/,
  ],
  [
    'null where none is allowed',
    'createPaymentLink',
    changes((data) => ({ ...data, id: null })),
    /not as declared/,
  ],
  [
    'a success without a required field',
    'getCheckoutStatus',
    changes(({ status: _status, ...data }) => data),
    /must have required property 'status'/,
  ],
  [
    'a field that is not declared',
    'createCustomer',
    changes((data) => ({ ...data, secret: 'x' })),
    /must NOT have unevaluated properties/,
  ],
  [
    'a status of the object that is not declared',
    'getCheckoutStatus',
    changes((data) => ({ ...data, status: 'lost' })),
    /not as declared: .*status/,
  ],
  [
    'an undeclared status',
    'createCustomer',
    (_asked, answer) => (isGood(answer) ? { ...answer, status: 202 } : answer),
    /202 is not declared/,
  ],
  [
    'another content type',
    'getBalance',
    withHeader('Content-Type', 'text/html'),
    /content type is text\/html/,
  ],
  [
    'half a body',
    'getProfile',
    (_asked, answer) => ({ ...answer, text: answer.text.slice(0, -9) }),
    /body is not JSON/,
  ],
  [
    'a failure without a code',
    'getCheckoutStatus',
    (_asked, answer) => (answer.status === 404 ? { ...answer, text: '{"success":false}' } : answer),
    /not as declared/,
  ],
  [
    '500 at the greatest length of a title',
    'createPaymentLink',
    failsAt(({ title }) => lengthOf(title) === 120),
    /valid request is answered 500/,
  ],
  [
    '500 at wide characters',
    'createPaymentLink',
    failsAt(({ description }) => /[\u{10000}-\u{10ffff}]/u.test(String(description))),
    /valid request is answered 500/,
  ],
  [
    '500 at the least length of a reference',
    'createCheckout',
    failsAt(({ merchantTransactionId }) => lengthOf(merchantTransactionId) === 1),
    /valid request is answered 500/,
  ],
  [
    '500 at the greatest number',
    'createPaymentLink',
    failsAt(({ max_uses }) => max_uses === 1_000_000),
    /valid request is answered 500/,
  ],
  [
    '500 at the least number',
    'listCustomers',
    failsAt((_sent, { url }) => url.searchParams.get('limit') === '1'),
    /answered 500/,
  ],
  [
    '500 at the greatest count of lines',
    'createInvoice',
    failsAt(({ items }) => Array.isArray(items) && items.length === 100),
    /valid request is answered 500/,
  ],
  [
    '500 at the greatest amount',
    'createVirtualTerminalSession',
    (asked, answer) => (/"\d{12}\.\d\d"/.test(asked.body) ? failed(answer) : answer),
    /answered (500|INTERNAL_ERROR)/,
  ],
  [
    '500 at false',
    'updatePaymentLink',
    failsAt(({ active }) => active === false),
    /valid request is answered 500/,
  ],
  ['500 without a body', 'cancelSubscription', failsAt((_sent, { body }) => body === ''), /answered 500/],
  [
    'one value of an enum that is refused',
    'registerTerminal',
    refusesAt(({ device_model }) => device_model === 'zcs_z90'),
    /valid request is answered 400/,
  ],
  [
    'one value of a filter that is refused',
    'listInvoices',
    refusesAt((_sent, { url }) => url.searchParams.get('status') === 'void'),
    /valid request is answered 400/,
  ],
  [
    'an optional field that is refused',
    'createCustomer',
    refusesAt(({ phone }) => phone !== undefined),
    /valid request is answered 400/,
  ],
  [
    'an optional field that is demanded',
    'createSubscriptionPlan',
    refusesAt(({ trial_days }) => trial_days === undefined),
    /answered 400/,
  ],
  [
    'null that is refused',
    'updatePaymentLink',
    refusesAt(({ expires_at }) => expires_at === null),
    /valid request is answered 400/,
  ],
  [
    'an unknown field that is accepted',
    'createPaymentLink',
    admits(codeIs('UNKNOWN_FIELD')),
    /invalid request is answered 201/,
  ],
  [
    'a missing field that is accepted',
    'createCustomer',
    admits((_body, asked) => sentIn(asked)['name'] === undefined),
    /invalid request is answered 201/,
  ],
  [
    'a text that is too long and accepted',
    'createPaymentLink',
    admits((_body, asked) => lengthOf(sentIn(asked)['title']) === 121),
    /invalid request is answered 201/,
  ],
  [
    'a card number that is accepted',
    'createPaymentLink',
    admits(codeIs('CARD_NUMBER_IN_TEXT')),
    /invalid request is answered 201/,
  ],
  [
    'a wrong parameter that is accepted',
    'listCustomers',
    admits((_body, { url }) => url.searchParams.get('limit') === '-1', 200),
    /invalid request is answered 200/,
  ],
  [
    'broken JSON that is accepted',
    'createCustomer',
    admits(codeIs('INVALID_JSON')),
    /invalid request is answered 201/,
  ],
  [
    'a call without a key that is accepted',
    'getBalance',
    admits((_body, _asked, { status }) => status === 401, 200),
    /answered 200 instead of 401/,
  ],
  [
    'a type of body that is accepted',
    'createCustomer',
    admits((_body, _asked, { status }) => status === 415),
    /answered 201 instead of 415/,
  ],
  [
    'a large body that fails',
    'createCustomer',
    (_asked, answer) => (answer.status === 413 ? failed(answer) : answer),
    /answered 500 instead of 413/,
  ],
  [
    'an object that does not exist and is shown',
    'getCustomer',
    admits(codeIs('NOT_FOUND'), 200),
    /answered 200 instead of 404/,
  ],
  [
    'a state that does not matter',
    'sendInvoice',
    admits(codeIs('INVOICE_NOT_DRAFT'), 200),
    /answered 200 instead of INVOICE_NOT_DRAFT/,
  ],
  [
    'a link to an object that does not exist',
    'createPaymentLink',
    changes((data) => (data['slug'] === undefined ? data : { ...data, id: `plink_${'0'.repeat(32)}` })),
    /a link leads to an answer 404/,
  ],
  [
    'a cursor of a next page that is refused',
    'listCustomers',
    refusesAt((_sent, { url }) => url.searchParams.has('cursor')),
    /answered 400/,
  ],
];

describe('the fuzzer, without any chance', () => {
  it.each(planted)('finds %s in %s', async (_name, operation, fault, finding) => {
    const found = await foundIn([operation], fault);

    expect(found).toContainEqual(expect.stringMatching(finding));
  });

  it('finds nothing where nothing is planted', async () => {
    const ids = ['createCheckout', 'createPaymentLink', 'updatePaymentLink', 'listCustomers', 'sendInvoice'];

    expect(await foundIn(ids, (_asked, answer) => answer)).toEqual([]);
  });

  it('ends with a finding if what an operation needs cannot be made', async () => {
    const found = await foundIn(['getCheckoutStatus'], (asked, answer) =>
      asked.url.pathname.endsWith('/checkout/create') ? failed(answer) : answer,
    );

    expect(found).toContainEqual(
      expect.stringMatching(/what it needs cannot be made: createCheckout is answered 500/),
    );
  });

  it('ends with a finding if the service does not answer', async () => {
    const { findings } = await fuzz({
      operations: operations.filter(({ id }) => id === 'getProfile'),
      door: { baseUrl: 'http://127.0.0.1:9', key: merchant.secretKey },
      spare: undefined,
      cases: 2,
    });

    expect(findings.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('the service does not answer'),
    );
  });
});
