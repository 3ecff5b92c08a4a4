import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { apiOf } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { sendBytes } from '../support/service/raw.ts';

let app: App;
let merchant: CreatedMerchant;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
});
afterAll(() => app.stop());

const hidden = 'GET /v1/account/profile HTTP/1.1\r\nHost: hidden\r\n\r\n';
const post = 'POST /v1/checkout/create HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

describe('a request whose length two servers could read differently', () => {
  it.each([
    [
      'a length and chunks',
      `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'chunks and a length',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['two lengths', `${post}Content-Length: 0\r\nContent-Length: 50\r\n\r\n${hidden}`],
    ['a list of lengths', `${post}Content-Length: 0, 50\r\n\r\n${hidden}`],
    ['a length with a sign', `${post}Content-Length: +0\r\n\r\n${hidden}`],
    ['a length in hex', `${post}Content-Length: 0x10\r\n\r\n${hidden}`],
    [
      'two encodings',
      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a folded header', `${post}X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a chunk with an invalid size', `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${hidden}`],
    [
      'a chunk that ends in a bare line feed',
      `${post}Transfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n${hidden}`,
    ],
  ])('is refused, and what follows it is not processed: %s', async (_what, bytes) => {
    const answers = await sendBytes(app.baseUrl, bytes, 2);

    expect(answers.map(({ status }) => status)).not.toContain(200);
    expect(answers.length).toBe(1);
    expect([400, 401]).toContain(answers[0]?.status);
    expect((await apiOf(app.baseUrl, merchant.secretKey)('getProfile')).status).toBe(200);
  });
});

describe('two requests on one connection', () => {
  it('are each answered for themselves', async () => {
    const other = await app.aMerchant({ businessName: 'Other' });

    const answers = await sendBytes(
      app.baseUrl,
      get(merchant.secretKey) + get('sk_test_1') + get(other.secretKey),
      3,
    );

    const names = answers.map(
      ({ body }) => (JSON.parse(body) as { data?: { business_name: string } }).data?.business_name,
    );
    expect(names).toEqual(['Corner Shop', undefined, 'Other']);
  });

  it('stay two requests when the body of the first is refused', async () => {
    const body = 'x'.repeat(300_000);
    const auth = `Authorization: Bearer ${merchant.secretKey}\r\n`;
    const large = `${post}${auth}Content-Length: ${body.length}\r\n\r\n${body}`;

    const answers = await sendBytes(app.baseUrl, large + hidden.replace('\r\n\r\n', `\r\n${auth}\r\n`), 2);

    expect(answers.map(({ status }) => status)).toEqual([413, 200]);
  });
});

function get(key: string): string {
  return `GET /v1/account/profile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}
