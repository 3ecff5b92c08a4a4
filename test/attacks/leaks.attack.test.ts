import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationFacts, operations } from '../../generated/operations.ts';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { makeKey } from '../../src/domain/merchants/keys/key-format.ts';
import { aCardCheckout, openedCheckout } from '../support/builders/build.ts';
import { dump } from '../support/checks/dump.ts';
import { innerWords, raiseFaults } from '../support/faults/faults.ts';
import { apiOf, sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { mistyped } from '../support/service/keys.ts';
import { sendBytes } from '../support/service/raw.ts';

let app: App;
let merchant: CreatedMerchant;
beforeAll(async () => {
  app = await startApp();
  merchant = await app.aMerchant({ totp: true });
  await raiseFaults(app);
});
afterAll(() => app.stop());

describe('an internal error', () => {
  it.each(['XX000', '22P02', '23505', '23503', '42P01', '53300', '57014', '40P01', '0A000'])(
    'reveals nothing about its cause: %s',
    async (sqlstate) => {
      const api = apiOf(app.baseUrl, merchant.secretKey);

      const failed = await api('createCheckout', {
        body: aCardCheckout({ description: `fault ${sqlstate}` }),
      });

      const answer = JSON.stringify(failed.body) + JSON.stringify([...failed.headers]);
      // The hex digits of an id may contain a SQLSTATE.
      const text = answer.replaceAll(String(failed.body['request_id']), '');
      const inner = [
        ...innerWords.split(' ').filter((word) => word.length > 4),
        sqlstate,
        'node_modules',
        'at async',
        '.ts:',
        'plpgsql',
      ];
      expect(inner.filter((word) => text.includes(word))).toEqual([]);
      expect([500, 503]).toContain(failed.status);
    },
  );

  it('is logged with the request id of the answer', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);

    const { body } = await api('createCheckout', { body: aCardCheckout({ description: 'fault XX001' }) });

    const lines = app.lines.filter((line) => line.includes(String(body['request_id'])));
    expect(lines.some((line) => line.includes('"level":"error"') && line.includes('secret_table'))).toBe(
      true,
    );
  });
});

describe('a header of the caller', () => {
  it.each([
    ['X-Request-Id', 'x-id-of-theirs'],
    ['Service-Version', 'v-evil'],
    ['Idempotency-Key', 'key-evil'],
    ['Origin', 'https://evil.example'],
    ['X-Forwarded-For', '6.6.6.6'],
    ['X-Forwarded-Host', 'evil.example'],
    ['Host', 'evil.example'],
    ['Forwarded', 'host=evil.example'],
    ['Cookie', 'session=evil'],
  ])('is not sent back: %s', async (name, value) => {
    const head = [
      'GET /v1/account/profile HTTP/1.1',
      `Authorization: Bearer ${merchant.secretKey}`,
      `${name}: ${value}`,
    ];
    const host = name === 'Host' ? [] : ['Host: a'];

    const [answer] = await sendBytes(app.baseUrl, `${[...head, ...host].join('\r\n')}\r\n\r\n`);

    expect(JSON.stringify([...(answer?.headers ?? [])]) + (answer?.body ?? value)).not.toContain(value);
  });

  it('cannot inject one of our headers with line ends or non-ASCII letters', async () => {
    const values = ['a\r\nX-Evil: 1', 'a\rX-Evil: 1', 'a\nX-Evil: 1', 'a\u00a0b', 'a'.repeat(8000)];

    for (const value of values) {
      for (const name of ['Service-Version', 'Idempotency-Key', 'X-Request-Id', 'Authorization']) {
        const bytes = `POST /v1/checkout/create HTTP/1.1\r\nHost: a\r\n${name}: ${value}\r\nContent-Length: 0\r\n\r\n`;
        const [answer] = await sendBytes(app.baseUrl, bytes);

        expect([400, 401]).toContain(answer?.status);
        expect(answer?.headers.has('x-evil')).toBe(false);
      }
    }
  });

  it('does not decide where a checkout’s URLs point', async () => {
    const body = JSON.stringify(aCardCheckout());
    const headers = [
      `Authorization: Bearer ${merchant.secretKey}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
    ];

    const [answer] = await sendBytes(
      app.baseUrl,
      `POST /v1/checkout/create HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`,
    );

    expect(answer?.status).toBe(201);
    expect(answer?.body).not.toContain('evil.example');
  });
});

describe('a refused request', () => {
  it('does not get its values back', async () => {
    const canary = 'canary-7f3a';
    const body = aCardCheckout({
      amount: canary,
      currency: canary,
      customerEmail: canary,
      customerPhone: canary,
      walletType: canary,
    });

    const refused = await apiOf(app.baseUrl, merchant.secretKey)('createCheckout', { body });

    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain(canary);
  });

  it('does not get the name of an unknown route back', async () => {
    const refused = await sendOdd(app.baseUrl, { path: '/v1/<script>alert(1)</script>' });

    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    expect(refused.text).not.toContain('script');
  });
});

describe('scripts on other origins', () => {
  const all = Object.entries<OperationFacts>(operations);
  const origin = { origin: 'https://shop.example' };

  it('may read the answers of mobile-status only', async () => {
    const open: string[] = [];
    for (const [id, { method, path }] of all) {
      const called = await sendOdd(app.baseUrl, {
        method: method.toUpperCase(),
        path,
        key: merchant.publicKey,
        headers: origin,
      });
      const asked = await sendOdd(app.baseUrl, { method: 'OPTIONS', path, headers: origin });
      const allowed = [called, asked].map(({ headers }) => headers.get('access-control-allow-origin'));
      if (allowed.some((value) => value !== null)) open.push(`${id} ${allowed.join()}`);
    }

    expect(open).toEqual(['getMobileStatus *,*']);
  });

  it('may send its preflight, and read its refusals, without credentials', async () => {
    const path = `/v1/transactions/chk_${'0'.repeat(32)}/mobile-status`;

    const asked = await sendOdd(app.baseUrl, {
      method: 'OPTIONS',
      path,
      headers: {
        ...origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    const refused = await sendOdd(app.baseUrl, { path, headers: origin });

    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    expect(refused.headers.get('access-control-expose-headers')).toBe(
      'RateLimit, RateLimit-Policy, Retry-After, Service-Version, X-Request-Id',
    );
    expect([asked, refused].map(({ headers }) => headers.get('access-control-allow-credentials'))).toEqual([
      null,
      null,
    ]);
  });
});

describe('guessing', () => {
  it('keys is limited by address: 120 a minute, then 429', async () => {
    const own = await startApp({ role: 'api' });
    const guesses = Array.from({ length: 130 }, () => makeKey('secret', 'sandbox'));

    const codes: string[] = [];
    for (const key of guesses) codes.push((await apiOf(own.baseUrl, key)('getProfile')).code);
    const honest = await apiOf(own.baseUrl, (await own.aMerchant()).secretKey)('getProfile');
    await own.stop();

    expect([codes.indexOf('RATE_LIMIT_EXCEEDED'), new Set(codes.slice(120)).size, honest.status]).toEqual([
      120, 1, 200,
    ]);
  });

  it('ids of checkouts and addresses of links and sessions shares one limit', async () => {
    const own = await startApp({ role: 'api' });
    const guess = async (path: string) => (await fetch(`${own.baseUrl}/test/${path}`)).status;
    const statuses: number[] = [];
    for (let made = 0; made < 20; made += 1) {
      statuses.push(await guess(`c/chk_${String(made).padStart(32, '0')}`));
      statuses.push(await guess(`p/${String(made + 1).padStart(10, '1')}`));
    }
    await own.stop();

    expect(statuses).toEqual([
      ...Array.from({ length: 30 }, () => 404),
      ...Array.from({ length: 10 }, () => 429),
    ]);
  });
});

describe('the log and the database after these tests', () => {
  it('contain no key, secret or code', async () => {
    const api = apiOf(app.baseUrl, merchant.secretKey);
    await openedCheckout(api);
    const wrong = mistyped(merchant.secretKey);
    await apiOf(app.baseUrl, wrong)('getProfile');
    await sendOdd(app.baseUrl, { path: `/v1/account/profile?key=${merchant.secretKey}` });
    await sendOdd(app.baseUrl, { path: `/v1/${merchant.secretKey}` });
    await api('createCheckout', {
      body: aCardCheckout({ description: 'fault XX000' }),
      headers: { 'x-request-id': merchant.secretKey },
    });
    const { secretKey, publicKey, restrictedKey, webhookSecret, totpSecret } = merchant;
    const secrets = [secretKey, publicKey, restrictedKey, webhookSecret, String(totpSecret), wrong];

    const logged = app.lines.join('\n');
    const stored = await dump(app);

    expect(app.lines.length).toBeGreaterThan(20);
    expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
  });
});
