import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authenticator } from '../../../../../src/domain/merchants/access/authenticate.ts';
import { makeKey } from '../../../../../src/domain/merchants/keys/key-format.ts';
import * as queries from '../../../../../src/domain/merchants/keys/queries.ts';
import * as clock from '../../../../../src/platform/clock.ts';
import { ApiError } from '../../../../../src/platform/errors.ts';
import { type App, startApp } from '../../../../support/service/app.ts';
import { aKey, mistyped } from '../../../../support/service/keys.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

function anAuthenticator() {
  return authenticator(app.database.databases.platform);
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'in',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
}

describe('the Authorization header', () => {
  it.each([
    ['absent', () => undefined, 'MISSING_API_KEY'],
    ['empty', () => '', 'MISSING_API_KEY'],
    ['blank', () => '  ', 'MISSING_API_KEY'],
    ['a scheme alone', () => 'Bearer', 'INVALID_API_KEY'],
    ['a key alone', (key: string) => key, 'INVALID_API_KEY'],
    ['another scheme', (key: string) => `Basic ${key}`, 'INVALID_API_KEY'],
    ['two keys', (key: string) => `Bearer ${key} ${key}`, 'INVALID_API_KEY'],
    ['two keys and a comma', (key: string) => `Bearer ${key}, Bearer ${key}`, 'INVALID_API_KEY'],
    ['a key in quotes', (key: string) => `Bearer "${key}"`, 'INVALID_API_KEY'],
    ['a key in capitals', (key: string) => `Bearer ${key.toUpperCase()}`, 'INVALID_API_KEY'],
    ['a longer key', (key: string) => `Bearer ${key}0`, 'INVALID_API_KEY'],
    ['a key as it should be', (key: string) => `Bearer ${key}`, 'in'],
    ['a small scheme and space', (key: string) => ` bearer   ${key} `, 'in'],
  ])('%s', async (_what, header, code) => {
    const { secretKey } = await app.aMerchant();

    expect(await codeOf(anAuthenticator()(header(secretKey)))).toBe(code);
  });
});

describe('a key', () => {
  it('costs no query when it is mistyped, and one when it does not exist', async () => {
    const look = vi.spyOn(queries, 'findKeysAcrossMerchants');
    const { secretKey } = await app.aMerchant();
    const authenticate = anAuthenticator();

    const codes = [
      await codeOf(authenticate(`Bearer ${mistyped(secretKey)}`)),
      await codeOf(authenticate('Bearer sk_test_1')),
      await codeOf(authenticate(`Bearer ${secretKey.replace('_test_', '_live_')}`)),
    ];
    expect([codes, look.mock.calls.length]).toEqual([Array(3).fill('INVALID_API_KEY'), 0]);

    expect(await codeOf(authenticate(`Bearer ${makeKey('secret', 'sandbox')}`))).toBe('INVALID_API_KEY');
    expect(look.mock.calls.length).toBe(1);
  });

  it('stops working within a second after it was revoked', async () => {
    let nowMs = clock.monotonicMs();
    vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
    const { secretKey, appId } = await app.aMerchant();
    const authenticate = anAuthenticator();
    const use = () => codeOf(authenticate(`Bearer ${secretKey}`));
    const before = await use();
    await app.database.asOwner('UPDATE platform.api_keys SET revoked_at = now() WHERE app_id = $1', [appId]);

    nowMs += 1000;

    expect([before, await use()]).toEqual(['in', 'API_KEY_REVOKED']);
  });

  it('stops working at its expiry, even while it is cached', async () => {
    const ends = new Date(clock.now().getTime() + 60_000);
    const key = await aKey(app, await app.aMerchant(), { kind: 'secret', expiresAt: ends });
    const authenticate = anAuthenticator();
    const before = await codeOf(authenticate(`Bearer ${key}`));

    vi.spyOn(clock, 'now').mockReturnValue(ends);

    expect([before, await codeOf(authenticate(`Bearer ${key}`))]).toEqual(['in', 'API_KEY_REVOKED']);
  });

  it('is looked up once a second, however often it is used', async () => {
    vi.spyOn(clock, 'monotonicMs').mockReturnValue(0);
    const look = vi.spyOn(queries, 'findKeysAcrossMerchants');
    const { secretKey } = await app.aMerchant();
    const authenticate = anAuthenticator();

    for (let used = 0; used < 50; used += 1) await authenticate(`Bearer ${secretKey}`);

    expect(look).toHaveBeenCalledTimes(1);
  });
});

function madeUp(count: number): string[] {
  return Array.from({ length: count }, () => `Bearer ${makeKey('secret', 'sandbox')}`);
}

describe('made-up keys', () => {
  it('are looked up together, however many come at once', async () => {
    const look = vi.spyOn(queries, 'findKeysAcrossMerchants');
    const authenticate = anAuthenticator();

    const codes = await Promise.all(madeUp(500).map((header) => codeOf(authenticate(header))));

    expect(new Set(codes)).toEqual(new Set(['INVALID_API_KEY']));
    expect(look.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('never push out a known key', async () => {
    vi.spyOn(clock, 'monotonicMs').mockReturnValue(0);
    const authenticate = anAuthenticator();
    const { secretKey } = await app.aMerchant();
    await authenticate(`Bearer ${secretKey}`);
    await Promise.all(madeUp(12_000).map((header) => codeOf(authenticate(header))));
    const look = vi.spyOn(queries, 'findKeysAcrossMerchants');

    expect(await codeOf(authenticate(`Bearer ${secretKey}`))).toBe('in');
    expect(look).not.toHaveBeenCalled();
  });

  it('delay a good key of the same address, but do not keep it out', async () => {
    const look = vi.spyOn(queries, 'findKeysAcrossMerchants');
    const authenticate = authenticator(app.database.databases.platform);
    const { secretKey } = await app.aMerchant();

    const codes = await Promise.all(
      [...madeUp(500), `Bearer ${secretKey}`].map((header) => codeOf(authenticate(header, () => false))),
    );

    expect([codes.at(-1), new Set(codes.slice(0, -1))]).toEqual(['in', new Set(['INVALID_API_KEY'])]);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('do not delay a key that is known, when it is looked up again', async () => {
    let nowMs = 0;
    vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
    const authenticate = anAuthenticator();
    const { secretKey } = await app.aMerchant();
    await authenticate(`Bearer ${secretKey}`);
    nowMs += 60_000;
    const isTrusted = vi.fn<() => boolean>(() => false);

    expect(await codeOf(authenticate(`Bearer ${secretKey}`, isTrusted))).toBe('in');
    expect(isTrusted).not.toHaveBeenCalled();
  });

  it('are answered for the database’s failure when it fails, and looked up at the next call', async () => {
    vi.spyOn(queries, 'findKeysAcrossMerchants').mockRejectedValueOnce(new Error('away'));
    const authenticate = anAuthenticator();
    const { secretKey } = await app.aMerchant();
    const use = () => codeOf(authenticate(`Bearer ${secretKey}`));

    expect([await use(), await use()]).toEqual(['Error: away', 'in']);
  });
});
