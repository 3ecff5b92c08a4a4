import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { aReader } from '../src/api/payments/terminals/counter.ts';
import { aCardCheckout } from '../support/builders/build.ts';
import { aLink } from '../support/builders/counter.ts';
import { apiOf, sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { hangUp, sendBytes } from '../support/service/raw.ts';

let app: App;
let merchant: CreatedMerchant;
beforeAll(async () => {
  app = await startApp();
  merchant = await app.aMerchant();
});
afterAll(() => app.stop());

/** Sends a body as it is, and returns the code of the answer. */
async function codeOf(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<string> {
  const { code, status } = await sendOdd(app.baseUrl, {
    method: 'POST',
    path: '/v1/checkout/create',
    key: merchant.secretKey,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return code === '' ? String(status) : code;
}

/** A checkout's JSON with `text` in its description, unescaped. */
function describedAs(text: string): string {
  return JSON.stringify(aCardCheckout({ description: 'WIRE' })).replace('WIRE', text);
}

function bytesAround(middle: number[]): Uint8Array<ArrayBuffer> {
  const [before = '', after = ''] = describedAs('HERE').split('HERE');
  return new Uint8Array([...Buffer.from(before), ...middle, ...Buffer.from(after)]);
}

describe('a JSON body', () => {
  it.each([
    ['an escaped NUL', describedAs(String.raw`a\u0000b`)],
    ['a NUL byte', bytesAround([0x61, 0x00])],
    ['a lone high surrogate', describedAs(String.raw`\ud800`)],
    ['a lone low surrogate', describedAs(String.raw`\udc00`)],
    ['a reversed surrogate pair', describedAs(String.raw`\udc00\ud800`)],
    ['a NUL in a name', `{"a${String.raw`\u0000`}":1}`],
    ['bytes that are not UTF-8', bytesAround([0xff, 0xfe])],
    ['an overlong slash', bytesAround([0xc0, 0xaf])],
    ['an encoded surrogate', bytesAround([0xed, 0xa0, 0x80])],
    ['depth 33', '['.repeat(33) + ']'.repeat(33)],
    ['depth 50,000', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['depth 50,000, never closed', '{"a":'.repeat(50_000)],
    ['5,001 values, the list itself among them', `[${'1,'.repeat(4999)}1]`],
    ['5,001 keys', `{${Array.from({ length: 2501 }, (_, at) => `"k${at}":1`).join()}}`],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeff{"amount":"1.00"}', 'utf16le'))],
    ['two values', '{}{}'],
    ['a trailing comma', '{"amount":"1.00",}'],
    ['single quotes', "{'amount':'1.00'}"],
    ['NaN', '{"amount":NaN}'],
    ['nothing but space', '   '],
  ])('is refused as INVALID_JSON with %s', async (_what, body) => {
    expect(await codeOf(body)).toBe('INVALID_JSON');
  });

  it('is accepted with depth 32 and a whole surrogate pair', async () => {
    expect(await codeOf(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).toBe('UNKNOWN_FIELD');
    expect(await codeOf(describedAs(String.raw`\ud83d\ude00 \u00e9`))).toBe('201');
  });

  it('is accepted with 5,000 values', async () => {
    expect(await codeOf(`[${'1,'.repeat(4998)}1]`)).toBe('VALIDATION_ERROR');
  });

  it('is refused with a byte order mark', async () => {
    expect(await codeOf(`\ufeff${describedAs('a')}`)).toBe('INVALID_JSON');
  });

  it.each(['null', '[]', '"text"', '1', 'true', JSON.stringify(describedAs('a'))])(
    'may be %s, but that is no checkout',
    async (body) => {
      expect(await codeOf(body)).toBe('VALIDATION_ERROR');
    },
  );
});

describe('a body of another type', () => {
  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/jsonp' },
    { 'content-type': 'application/json, text/plain' },
    { 'content-type': ' ' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
  ])('is refused: %j', async (headers: Record<string, string>) => {
    expect(await codeOf(describedAs('a'), headers)).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json;'])(
    'is not %s',
    async (type) => {
      expect(await codeOf(describedAs('a'), { 'content-type': type })).toBe('201');
    },
  );
});

describe('a huge body', () => {
  const mebibyte = 1024 * 1024;

  it('is refused for one byte too many, and read at the limit', async () => {
    const body = describedAs('a');

    expect(await codeOf(body.padEnd(256 * 1024))).toBe('201');
    expect(await codeOf(body.padEnd(256 * 1024 + 1))).toBe('PAYLOAD_TOO_LARGE');
  });

  it.each([300 * 1024, 10 * mebibyte])('of %i bytes is refused before it is read', async (length) => {
    const [answer] = await sendBytes(app.baseUrl, head(`Content-Length: ${length}`) + 'x'.repeat(1000));

    expect([answer?.status, answer?.headers.has('x-request-id')]).toEqual([413, true]);
  });

  it('of 10 MiB is refused when it is sent whole', async () => {
    const body = Buffer.alloc(10 * mebibyte, ' ');

    const [answer] = await sendBytes(
      app.baseUrl,
      Buffer.concat([Buffer.from(head(`Content-Length: ${body.length}`)), body]),
    );

    expect(answer?.status).toBe(413);
  });

  it('of unknown length is refused once it is too large', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;

    const [answer] = await sendBytes(app.baseUrl, head('Transfer-Encoding: chunked') + chunk.repeat(5));

    expect(answer?.status).toBe(413);
  });

  it('of an unknown caller is not read', async () => {
    const unknown = head(`Content-Length: ${10 * mebibyte}`).replace(merchant.secretKey, 'sk_test_1');

    const [answer] = await sendBytes(app.baseUrl, unknown);

    expect(answer?.status).toBe(401);
  });

  it('of which only half arrives does not affect other calls', async () => {
    const before = app.lines.length;

    await hangUp(app.baseUrl, `${head('Content-Length: 100')}{`);

    expect((await apiOf(app.baseUrl, merchant.secretKey)('getProfile')).status).toBe(200);
    expect(app.lines.slice(before).filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

describe('a path', () => {
  it.each([
    '/v1/transactions/%FF',
    '/v1/transactions/%',
    '/v1/transactions/%E0%A4%A',
    '/v1/checkout/%C0%AE/status',
    '/v1/transactions?search=%FF',
    '/v1/transactions?search=%',
    '/v1/transactions?cursor=%00',
    '/v1/transactions?search=a%00b',
    '/v1/transactions?limit=1e2',
    '/v1/transactions?limit=9999999999999999999999',
    '/v1/transactions?from_date=0000-01-01',
    '/v1/transactions?from_date=2026-02-30',
    '/v1/transactions?from_date=infinity',
    '/v1/transactions?to_date=2026-06-30T23:59:60Z',
    '/v1/transactions?to_date=2026-06-30T24:00:00Z',
    '/v1/payment-links?active=1',
    '/v1/payment-links?active=true&active=false',
    '/v1/payment-links?cursor=%00',
    '/v1/merchant/virtual-terminal/sessions?from_date=infinity',
    '/v1/merchant/virtual-terminal/sessions?status=%00',
    `/v1/merchant/virtual-terminal/sessions/${'a'.repeat(5000)}`,
    `/v1/transactions?search=${'a'.repeat(5000)}`,
    `/v1/transactions/${'a'.repeat(5000)}`,
  ])('is answered with 400: %s', async (path) => {
    const { status } = await sendOdd(app.baseUrl, { path, key: merchant.secretKey });

    expect(status).toBe(400);
  });

  it.each([
    '/v1/transactions/%00',
    '/v1/transactions/..%2f..%2fetc',
    `/v1/transactions/txn_${'A'.repeat(32)}`,
    `/v1/transactions/txn_${'0'.repeat(31)}`,
    `/v1/transactions/chk_${'0'.repeat(32)}`,
    `/v1/transactions/txn_${'f'.repeat(32)}`,
    '/v1/merchant/virtual-terminal/sessions/%00',
    "/v1/merchant/virtual-terminal/sessions/vts_'%20OR%201=1--",
    `/v1/merchant/virtual-terminal/sessions/vts_${'F'.repeat(32)}`,
    '/v1/transactions/%F0%9F%98%80',
    "/v1/transactions/'%20OR%201=1--",
    `/v1/transactions/${'0'.repeat(32)}`,
    '/v1/transactions/%2e%2e/account/profile/mobile-status',
  ])('is answered with 404: %s', async (path) => {
    const { status } = await sendOdd(app.baseUrl, { path, key: merchant.secretKey });

    expect(status).toBe(404);
  });
});

describe('a request line', () => {
  it.each([
    ['with an asterisk', 'OPTIONS * HTTP/1.1'],
    ['with a whole URL', 'GET http://evil.example/v1/transactions HTTP/1.1'],
    ['with two slashes', 'GET //v1/transactions HTTP/1.1'],
    ['with dots', 'GET /v1/../v1/transactions HTTP/1.1'],
    ['with a backslash', 'GET /v1\\transactions HTTP/1.1'],
    ['with a fragment', 'GET /v1/transactions#a HTTP/1.1'],
    ['of HTTP/1.0', 'GET /v1/nothing HTTP/1.0'],
    ['of 15,000 letters', `GET /v1/${'a'.repeat(15_000)} HTTP/1.1`],
    ['with bytes that are not ASCII', 'GET /v1/\u00ff\u00fe HTTP/1.1'],
  ])('%s is answered with 400 or 404', async (_what, line) => {
    const [answer] = await sendBytes(app.baseUrl, `${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);

    expect([400, 404]).toContain(answer?.status);
    expect(answer?.headers.has('x-request-id')).toBe(true);
  });
});

describe('the greatest length of a text', () => {
  it('is counted in characters for links, sessions and readers', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const [title, description] = ['😀'.repeat(120), '😀'.repeat(500)];
    const ask = {
      createPaymentLink: (more = '') =>
        api('createPaymentLink', { body: aLink({ title: title + more, description }) }),
      createVirtualTerminalSession: (more = '') =>
        api('createVirtualTerminalSession', {
          body: { amount: '1.00', currency: 'USD', description: '😀'.repeat(255) + more },
        }),
      registerTerminal: (more = '') =>
        api('registerTerminal', { body: aReader({ location_name: '😀'.repeat(120) + more }) }),
    };

    const longest = await Promise.all(Object.values(ask).map((call) => call()));
    const longer = await Promise.all(Object.values(ask).map((call) => call('a')));

    expect(longest.map(({ status }) => status)).toEqual([201, 201, 200]);
    expect(longer.map(({ code }) => code)).toEqual(Array(3).fill('VALIDATION_ERROR'));
  });

  it('is counted in characters by the contract and by the database', async () => {
    const longest = {
      merchantTransactionId: '😀'.repeat(64),
      customerName: '😀'.repeat(120),
      description: '😀'.repeat(255),
    };
    const api = apiOf(app.baseUrl, merchant.secretKey);

    const opened = await api('createCheckout', { body: aCardCheckout(longest) });
    const longer = await Promise.all(
      Object.entries(longest).map(([name, text]) =>
        api('createCheckout', { body: aCardCheckout({ [name]: `${text}a` }) }),
      ),
    );

    expect([opened.status, ...longer.map(({ code }) => code)]).toEqual([
      201,
      ...Array<string>(3).fill('VALIDATION_ERROR'),
    ]);
  });
});

/** The headers of a request with a key, without the final empty line. */
function head(more: string): string {
  const lines = [
    'POST /v1/checkout/create HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${merchant.secretKey}`,
  ];
  return [...lines, 'Content-Type: application/json', more, '', ''].join('\r\n');
}
