import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryVersion } from '../../generated/event-registry.ts';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { aCardCheckout } from '../support/builders/build.ts';
import { raiseFaults } from '../support/faults/faults.ts';
import { apiOf, type Odd, sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { type RawAnswer, sendBytes } from '../support/service/raw.ts';

let app: App;
let merchant: CreatedMerchant;
beforeAll(async () => {
  app = await startApp();
  merchant = await app.aMerchant();
  await raiseFaults(app);
});
afterAll(() => app.stop());

const create = {
  method: 'POST',
  path: '/v1/checkout/create',
  headers: { 'content-type': 'application/json' },
};

/** `sendOdd` checks that both headers are there, whatever the status. */
async function statusOf(odd: Odd, key: string | undefined = merchant.secretKey): Promise<number> {
  return (await sendOdd(app.baseUrl, { ...odd, ...(key !== undefined && { key }) })).status;
}

describe('Service-Version and X-Request-Id', () => {
  it.each([
    [200, { path: '/v1/account/profile' }],
    [200, { path: '/v1/account/profile', method: 'HEAD' }],
    [201, { ...create, body: JSON.stringify(aCardCheckout()) }],
    [204, { path: '/v1/checkout/create', method: 'OPTIONS' }],
    [400, { ...create, body: '{"amount":' }],
    [400, { path: '/v1/transactions/%FF' }],
    [404, { path: '/v1/transactions/txn_1' }],
    [404, { path: '/v1/no/such/route' }],
    [404, { path: '/v1' }],
    [404, { path: '/nothing' }],
    [404, { path: `/v1/payment-links/plink_${'0'.repeat(32)}`, method: 'DELETE' }],
    [404, { ...create, path: `/v1/payment-links/plink_${'0'.repeat(32)}`, method: 'PATCH', body: '{}' }],
    [405, { path: '/v1/payment-links', method: 'PATCH' }],
    [405, { path: '/v1/transactions', method: 'DELETE' }],
    [413, { ...create, body: ' '.repeat(300 * 1024) }],
    [415, { ...create, headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
    [500, { ...create, body: JSON.stringify(aCardCheckout({ description: 'fault XX000' })) }],
    [503, { ...create, body: JSON.stringify(aCardCheckout({ description: 'fault 57014' })) }],
  ])('are on an answer with status %i to %j', async (status, odd) => {
    expect(await statusOf(odd)).toBe(status);
  });

  it('are on answers with status 401, 403, 409 and 429', async () => {
    const [body, path] = [JSON.stringify(aCardCheckout()), '/v1/account/profile'];
    const { secretKey: slow } = await app.aMerchant({ rateLimit: 1 });

    const statuses = [
      (await sendOdd(app.baseUrl, { path })).status,
      await statusOf({ path }, merchant.publicKey),
      await statusOf({ ...create, body }),
      await statusOf({ ...create, body }),
      await statusOf({ path }, slow),
      await statusOf({ path }, slow),
    ];

    expect(statuses).toEqual([401, 403, 201, 409, 200, 429]);
  });

  it.each([
    ['missing', undefined],
    ['not Bearer', 'Basic c2tfdGVzdF8xOg=='],
    ['unknown', 'Bearer sk_test_1'],
  ])('are joined by a challenge when the key is %s', async (_what, authorization) => {
    const path = '/v1/account/profile';

    const answer = await sendOdd(app.baseUrl, { path, ...(authorization && { headers: { authorization } }) });

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="payments"');
  });

  it.each([
    ['not HTTP at all', 'HELLO\r\n\r\n'],
    ['a header without a colon', 'GET /v1/account/profile HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n'],
    ['a bare line feed', 'GET /v1/account/profile HTTP/1.1\nHost: a\r\n b\r\n\r\n'],
    ['an unknown version of HTTP', 'GET /v1/account/profile HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['a NUL in a header', 'GET /v1/account/profile HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ['headers of 20 KiB', `GET /v1/account/profile HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a tunnel', 'CONNECT /v1/transactions HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a negative length', 'POST /v1/checkout/create HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
  ])('are on the JSON answer to bytes that are no valid request: %s', async (_what, bytes) => {
    const [answer] = await sendBytes(app.baseUrl, bytes);

    expect(answer?.status).toBe(400);
    expect(answer?.headers.get('service-version')).toBe(registryVersion);
    expect(answer?.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      success: false,
      code: 'VALIDATION_ERROR',
      request_id: answer?.headers.get('x-request-id'),
    });
  });

  it.each([
    '/healthz',
    '/readyz',
    '/docs',
    '/docs/nothing',
    `/test/c/chk_${'0'.repeat(32)}`,
    '/test/p/Ab3dEf7hJk',
    '/p/x',
    '/c/%FF',
    '/favicon.ico',
  ])('are on %s, which is not part of the API', async (path) => {
    const { headers } = await fetch(app.baseUrl + path, { redirect: 'manual' });

    expect(headers.get('service-version')).toBe(registryVersion);
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it('include a new request id each time, never the one that the caller sent', async () => {
    const theirs = `req_${'a'.repeat(32)}`;
    const headers = { 'x-request-id': theirs };
    const path = '/v1/account/profile';

    const answers = [
      await sendOdd(app.baseUrl, { path, headers }),
      await sendOdd(app.baseUrl, { path, headers }),
    ];

    expect(new Set([theirs, ...answers.map((answer) => answer.headers.get('x-request-id'))]).size).toBe(3);
  });
});

async function ask(method: string, url: string, host: string): Promise<RawAnswer> {
  const [answer] = await sendBytes(
    app.baseUrl,
    `${method} ${url} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${merchant.secretKey}\r\nConnection: close\r\n\r\n`,
  );
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

describe('a request line with a whole URL', () => {
  it('is answered like one with the path', async () => {
    const { host } = new URL(app.baseUrl);

    const read = await ask('GET', `http://${host}/v1/account/profile`, host);
    const listed = await ask('GET', `HTTPS://${host.toUpperCase()}/v1/transactions?limit=0`, host);
    const opened = await ask('POST', `http://${host}/v1/checkout/create`, host);
    const home = await ask('GET', `http://${host}`, host);

    expect(JSON.parse(read.body)).toMatchObject({ data: { merchant_id: expect.stringMatching(/^mer_/) } });
    expect(JSON.parse(listed.body)).toMatchObject({ errors: [{ instancePath: '/query/limit' }] });
    expect(JSON.parse(opened.body)).toMatchObject({ errors: [{ message: 'a JSON body is required' }] });
    expect(home.status).toBe((await ask('GET', '/', host)).status);
  });

  it.each([
    ['another host', 'http://other.example/v1/account/profile'],
    ['a name before the host', 'http://me@HOST/v1/account/profile'],
    ['another scheme', 'ftp://HOST/v1/account/profile'],
    ['a fragment', 'http://HOST/v1/account/profile#a'],
    ['no host', 'http:///v1/account/profile'],
  ])('is a path that does not exist when it has %s', async (_what, url) => {
    const { host } = new URL(app.baseUrl);

    expect((await ask('GET', url.replace('HOST', host), host)).status).toBe(404);
  });
});

describe('a connection', () => {
  it('is closed after 1,000 answers, as the last one announces; every answer has our headers', async () => {
    const bytes = 'OPTIONS /v1/transactions HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1003);

    const answers = await sendBytes(app.baseUrl, bytes, 1003);

    expect(answers.length).toBe(1000);
    expect(answers.filter(({ headers }) => !headers.has('x-request-id'))).toEqual([]);
    expect([998, 999].map((at) => answers[at]?.headers.get('connection'))).toEqual(['keep-alive', 'close']);
  });
});

describe('the router', () => {
  it.each([
    ['/v1/transactions', 'GET, HEAD'],
    ['/v1/checkout/create', 'POST'],
    ['/v1/test/clock', 'GET, POST, HEAD'],
    [`/v1/checkout/chk_${'0'.repeat(32)}`, 'DELETE'],
    [`/v1/payment-links/plink_${'0'.repeat(32)}`, 'GET, DELETE, PATCH, HEAD'],
    [`/v1/merchant/virtual-terminal/sessions/vts_${'0'.repeat(32)}`, 'GET, DELETE, HEAD'],
    ['/v1/merchant/virtual-terminal/sessions', 'GET, POST, HEAD'],
    ['/v1/terminals/register', 'POST'],
  ])('allows on %s only %s, in the 405 and in the answer to OPTIONS', async (path, allow) => {
    const refused = await sendOdd(app.baseUrl, { path, method: 'PUT', key: merchant.secretKey });
    const asked = await sendOdd(app.baseUrl, { path, method: 'OPTIONS' });

    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
    expect([asked.status, asked.headers.get('allow'), asked.text]).toEqual([204, allow, '']);
  });

  it.each(['TRACE', 'PROPFIND', 'PURGE'])('refuses the method %s', async (method) => {
    const [answer] = await sendBytes(app.baseUrl, `${method} /v1/transactions HTTP/1.1\r\nHost: a\r\n\r\n`);

    expect([answer?.status, answer?.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('never takes a fixed path segment for a parameter', async () => {
    const refused = await sendOdd(app.baseUrl, {
      path: '/v1/checkout/create',
      method: 'DELETE',
      key: merchant.secretKey,
    });

    expect([refused.code, refused.headers.get('allow')]).toEqual(['METHOD_NOT_ALLOWED', 'POST']);
  });

  it('never takes a fixed segment for a parameter where another operation takes an id there', async () => {
    const refused = await Promise.all(
      ['list', 'register', 'process'].map((name) =>
        sendOdd(app.baseUrl, { path: `/v1/terminals/${name}`, method: 'DELETE', key: merchant.secretKey }),
      ),
    );

    expect(refused.map(({ code, headers }) => [code, headers.get('allow')])).toEqual([
      ['METHOD_NOT_ALLOWED', 'GET, HEAD'],
      ['METHOD_NOT_ALLOWED', 'POST'],
      ['METHOD_NOT_ALLOWED', 'POST'],
    ]);
  });

  it.each([
    '/v1/transactions/',
    '/v1//transactions',
    '/V1/transactions',
    '/v1/Transactions',
    '/v1/transactions/x/y',
  ])('does not know %s', async (path) => {
    expect((await sendOdd(app.baseUrl, { path, key: merchant.secretKey })).code).toBe('ROUTE_NOT_FOUND');
  });
});

describe('HEAD', () => {
  it('answers what GET would, without its body', async () => {
    const bytes = `HEAD /v1/account/profile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${merchant.secretKey}\r\n\r\n`;
    const got = await sendOdd(app.baseUrl, { path: '/v1/account/profile', key: merchant.secretKey });

    const [head] = await sendBytes(app.baseUrl, bytes);

    expect([head?.status, head?.headers.get('content-length')]).toEqual([
      200,
      got.headers.get('content-length'),
    ]);
  });
});

describe('the server', () => {
  it.each(['100-continue', '200-ok', 'nonsense'])(
    'answers as usual when the request has Expect: %s',
    async (expectation) => {
      const [head, body] = [create.headers['content-type'], JSON.stringify(aCardCheckout())];
      const lines = [
        'POST /v1/checkout/create HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${merchant.secretKey}`,
        `Content-Type: ${head}`,
        `Content-Length: ${body.length}`,
        `Expect: ${expectation}`,
      ];

      const answers = await sendBytes(
        app.baseUrl,
        `${lines.join('\r\n')}\r\n\r\n${body}`,
        expectation === '100-continue' ? 2 : 1,
      );

      expect(answers.at(-1)?.status).toBe(201);
      expect(answers.at(-1)?.headers.get('x-request-id')).toMatch(/^req_/);
    },
  );

  it('ignores a request to upgrade the connection', async () => {
    const headers = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
    const [answer] = await sendBytes(app.baseUrl, `GET /v1/account/profile HTTP/1.1\r\n${headers}\r\n\r\n`);

    expect([answer?.status, answer?.headers.has('x-request-id')]).toEqual([401, true]);
  });
});

describe('the rate limit of a key', () => {
  it('is in the headers of every authenticated answer, also of a refusal', async () => {
    const api = apiOf(app.baseUrl, (await app.aMerchant({ rateLimit: 60 })).secretKey);

    const answers = [await api('getProfile'), await api('getTransaction', { params: { id: 'txn_1' } })];

    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
      expect.stringMatching(/^"default";r=59;t=60$/),
      expect.stringMatching(/^"default";r=58;t=[1-6][0-9]?$/),
    ]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(
      Array(2).fill('"default";q=60;w=60'),
    );
  });
});

describe('an answer', () => {
  it('does not name the server software and has no ETag', async () => {
    const { headers } = await sendOdd(app.baseUrl, { path: '/v1/account/profile', key: merchant.secretKey });

    expect([headers.get('x-powered-by'), headers.get('etag'), headers.get('server')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
