import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { rollKey } from '../../../src/domain/merchants/keys/change-keys.ts';
import { hashOfKey } from '../../../src/domain/merchants/keys/key-format.ts';
import { findKeysAcrossMerchants } from '../../../src/domain/merchants/keys/queries.ts';
import { recordSettingsChanges } from '../../../src/domain/notices/endpoints/record-settings-changes.ts';
import { showId } from '../../../src/platform/ids.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { jsonOf, mpsHere } from './mps.ts';

let app: App;
let env: Record<string, string>;
let dataDir = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-keys-'));
  app = await startApp({ role: 'api' });
  env = { DATABASE_URL: app.database.url, SECRET_KEY: app.database.secretKey, DATA_DIR: dataDir };
});
afterAll(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true });
});

type Shown = { key_id: string; kind: string; key: string; valid: boolean; permissions: string[] };

async function keysOf({ appId }: CreatedMerchant): Promise<Shown[]> {
  return jsonOf(await mpsHere(`key list --app ${showId('app', appId)} --json`, env))['keys'] as Shown[];
}

async function idOf(merchant: CreatedMerchant, kind: string): Promise<string> {
  const found = (await keysOf(merchant)).findLast((key) => key.kind === kind);
  if (!found) throw new Error(`there is no ${kind} key`);
  return found.key_id;
}

/** What the service answers to a call with this key: a status, or the code of a refusal. */
async function answerTo(key: unknown, call: (api: Api) => Promise<{ status: number; code: string }>) {
  const { status, code } = await call(apiOf(app.baseUrl, String(key)));
  return code === '' ? status : code;
}

const readProfile = (api: Api) => api('getProfile');
const listPayouts = (api: Api) => api('listPayouts');
/** A refused key is forgotten after a second; a test does not wait for that where it can use a fresh one. */
const within = { timeout: 60_000, interval: 100 };

/** The settings that the events of a merchant's app name, in order. */
async function changesOf({ merchantId }: CreatedMerchant): Promise<unknown[]> {
  // Each run records the oldest change of an app.
  for (let run = 0; run < 3; run += 1) await recordSettingsChanges(app.service.contexts.sandbox);
  const events = await app.database.asOwner(
    `SELECT data FROM sandbox.events WHERE merchant_id = $1 AND type = 'merchant.settings.updated' ORDER BY sequence`,
    [merchantId],
  );
  return events.map(({ data }) => (JSON.parse(String(data)) as { changed: unknown }).changed);
}

async function entriesOf({ merchantId }: CreatedMerchant): Promise<unknown[]> {
  const ended = await mpsHere(`merchant changes --merchant ${showId('mer', merchantId)} --json`, env);
  return (jsonOf(ended)['changes'] as { action: string }[]).map(({ action }) => action);
}

describe('mps key list', () => {
  it('shows kind, permissions and the end of each key, and no key in full', async () => {
    const merchant = await app.aMerchant();

    const ended = await mpsHere(`key list --app ${showId('app', merchant.appId)} --json`, env);

    expect(jsonOf(ended)['keys']).toMatchObject([
      { kind: 'secret', valid: true, valid_until: null, permissions: [] },
      { kind: 'restricted', permissions: expect.arrayContaining(['checkout:write', 'payouts:read']) },
      { kind: 'public', key: `pk_test_…${merchant.publicKey.slice(-4)}` },
    ]);
    for (const key of [merchant.secretKey, merchant.restrictedKey, merchant.publicKey])
      expect(ended.data).not.toContain(key);
  });
});

describe('mps key create', () => {
  it('makes a secret key that works, and tells the app', async () => {
    const merchant = await app.aMerchant();

    const ended = await mpsHere(`key create --app ${showId('app', merchant.appId)} --json`, env);

    expect(jsonOf(ended)).toMatchObject({ kind: 'secret', api_key: expect.stringMatching(/^sk_test_/) });
    expect(ended.words).toContain('not shown again');
    expect(await answerTo(jsonOf(ended)['api_key'], readProfile)).toBe(200);
    expect(await changesOf(merchant)).toEqual([['api_keys']]);
    expect(await entriesOf(merchant)).toEqual(['key.created']);
  });

  it('makes a restricted key with just the permissions that were chosen', async () => {
    const merchant = await app.aMerchant();
    const of = `--app ${showId('app', merchant.appId)} --json`;

    const made = jsonOf(await mpsHere(`key create --kind restricted --permissions account:read ${of}`, env));

    expect(made['api_key']).toMatch(/^rk_test_/);
    expect(await answerTo(made['api_key'], readProfile)).toBe(200);
    expect(await answerTo(made['api_key'], listPayouts)).toBe('INSUFFICIENT_PERMISSIONS');
  });

  it.each([
    ['--kind restricted --permissions payouts:all', 'payouts:all'],
    ['--kind secret --permissions payouts:read', 'restricted'],
    ['--kind master', 'secret, restricted, public'],
  ])('refuses %s as wrong usage', async (option, word) => {
    const merchant = await app.aMerchant();

    const ended = await mpsHere(`key create --app ${showId('app', merchant.appId)} ${option}`, env);

    expect(ended).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining(word) });
  });
});

describe('mps key set', () => {
  it('gives a restricted key other permissions, which a running service takes up', async () => {
    const merchant = await app.aMerchant();
    const key = await idOf(merchant, 'restricted');
    expect(await answerTo(merchant.restrictedKey, listPayouts)).toBe(200);

    const ended = await mpsHere(`key set ${key} --permissions account:read --json`, env);
    const again = await mpsHere(`key set ${key} --permissions account:read`, env);

    expect(jsonOf(ended)).toMatchObject({ key_id: key, permissions: ['account:read'] });
    expect(again.words).toContain('already');
    await expect
      .poll(() => answerTo(merchant.restrictedKey, listPayouts), within)
      .toBe('INSUFFICIENT_PERMISSIONS');
    expect(await changesOf(merchant)).toEqual([['api_keys']]);
    expect(await entriesOf(merchant)).toEqual(['key.set']);
  });

  it('refuses a key of another kind', async () => {
    const merchant = await app.aMerchant();

    const ended = await mpsHere(`key set ${await idOf(merchant, 'secret')} --permissions account:read`, env);

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining('restricted') });
  });
});

it('mps key set refuses a key that is not valid any more', async () => {
  const merchant = await app.aMerchant();
  const key = await idOf(merchant, 'restricted');
  await mpsHere(`key revoke ${key}`, env);

  const ended = await mpsHere(`key set ${key} --permissions account:read`, env);

  expect(ended).toMatchObject({
    exitCode: 5,
    data: '',
    words: expect.stringContaining('not valid any more'),
  });
  expect(await entriesOf(merchant)).toEqual(['key.revoked']);
});

describe('mps key revoke', () => {
  it('ends a key by its id or by the key itself, which is not printed', async () => {
    const merchant = await app.aMerchant();

    const byId = await mpsHere(`key revoke ${await idOf(merchant, 'public')} --json`, env);
    const byKey = await mpsHere(`key revoke ${merchant.secretKey}`, env);
    const again = await mpsHere(`key revoke ${merchant.secretKey}`, env);

    expect(jsonOf(byId)).toMatchObject({ kind: 'public', valid: false, valid_until: expect.any(String) });
    expect(byKey).toMatchObject({ exitCode: 0, words: expect.stringContaining('Revoked') });
    expect(byKey.data + byKey.words).not.toContain(merchant.secretKey);
    expect(again.words).toContain('not valid any more');
    expect(await answerTo(merchant.secretKey, readProfile)).toBe('API_KEY_REVOKED');
    expect(await answerTo(merchant.restrictedKey, readProfile)).toBe(200);
    expect(await changesOf(merchant)).toEqual([['api_keys'], ['api_keys']]);
    expect(await entriesOf(merchant)).toEqual(['key.revoked', 'key.revoked']);
  });

  it.each([
    ['key_00000000000000000000000000000000', 4],
    ['app_00000000000000000000000000000000', 2],
    ['sk_test_1', 2],
  ])('exits for %s with %i', async (named, exitCode) => {
    expect(await mpsHere(`key revoke ${named}`, env)).toMatchObject({ exitCode, data: '' });
  });
});

describe('mps key roll', () => {
  it('makes a key of the same kind and permissions, and keeps the previous one for the chosen hours', async () => {
    const merchant = await app.aMerchant();
    const key = await idOf(merchant, 'restricted');

    const ended = jsonOf(await mpsHere(`key roll ${key} --keep-hours 48 --json`, env));
    const [before, after] = (await keysOf(merchant)).filter(({ kind }) => kind === 'restricted');

    const hours = (Date.parse(String(ended['previous_until'])) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThan(48.1);
    expect(after).toMatchObject({ key_id: ended['key_id'], permissions: before?.permissions });
    expect(await answerTo(ended['api_key'], readProfile)).toBe(200);
    expect(await answerTo(merchant.restrictedKey, readProfile)).toBe(200);
    expect(await changesOf(merchant)).toEqual([['api_keys']]);
    expect(await entriesOf(merchant)).toEqual(['key.rolled']);
  });

  it('ends the previous key when its hours are over', async () => {
    const merchant = await app.aMerchant();

    const rolled = jsonOf(await mpsHere(`key roll ${await idOf(merchant, 'secret')} --json`, env));
    await app.database.asOwner(
      `UPDATE platform.api_keys SET expires_at = expires_at - interval '24 hours' WHERE expires_at IS NOT NULL AND app_id = $1`,
      [merchant.appId],
    );

    expect(await answerTo(merchant.secretKey, readProfile)).toBe('API_KEY_REVOKED');
    expect(await answerTo(rolled['api_key'], readProfile)).toBe(200);
    expect((await keysOf(merchant))[0]).toMatchObject({ valid: false });
  });

  it('revokes the previous key with --now, and refuses to roll a key twice', async () => {
    const merchant = await app.aMerchant();
    const [secret, restricted] = [await idOf(merchant, 'secret'), await idOf(merchant, 'restricted')];
    await mpsHere(`key roll ${restricted}`, env);

    const now = jsonOf(await mpsHere(`key roll ${secret} --now --json`, env));
    const twice = await mpsHere(`key roll ${restricted}`, env);
    const gone = await mpsHere(`key roll ${secret}`, env);

    expect(now['previous_until']).toBeNull();
    expect(await answerTo(merchant.secretKey, readProfile)).toBe('API_KEY_REVOKED');
    expect(twice).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining(`mps key revoke ${restricted}`),
    });
    expect(gone).toMatchObject({ exitCode: 5, words: expect.stringContaining('mps key create') });
    expect(await mpsHere(`key roll ${secret} --keep-hours 721`, env)).toMatchObject({ exitCode: 2 });
  });

  it('leads to the key that followed if the command died before anybody saw that one', async () => {
    const merchant = await app.aMerchant();
    const secret = await idOf(merchant, 'secret');
    await mpsHere(`key roll ${secret}`, env);

    const { words } = await mpsHere(`key roll ${secret}`, env);
    const [, list = ''] = /npx mps (key list --app app_[0-9a-f]{32})/.exec(words) ?? [];
    const { keys } = jsonOf(await mpsHere(`${list} --json`, env));
    const [followed] = (keys as { key_id: string; kind: string }[]).filter(
      ({ kind, key_id: id }) => kind === 'secret' && id !== secret,
    );
    const rolled = jsonOf(await mpsHere(`key roll ${followed?.key_id} --json`, env));

    expect(await answerTo(rolled['api_key'], readProfile)).toBe(200);
    expect(await answerTo(merchant.secretKey, readProfile)).toBe(200);
  });

  it('makes one key when eight operators roll the same one at once', async () => {
    const merchant = await app.aMerchant();
    const { platform } = app.database.databases;
    const [{ id: keyId } = { id: '' }] = await findKeysAcrossMerchants(platform, [
      hashOfKey(merchant.secretKey),
    ]);

    // Nobody can end the key until all have begun.
    const holding = new Client({ connectionString: app.database.url });
    await holding.connect();
    await holding.query('BEGIN');
    await holding.query('SELECT FROM platform.api_keys WHERE id = $1 FOR UPDATE', [keyId]);
    const rolling = Promise.all(
      Array.from({ length: 8 }, () => rollKey(platform, { ...merchant, by: 'op' }, { keyId, keepHours: 1 })),
    );
    const waiting = () =>
      app.database.asOwner(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(1);
    await holding.query('COMMIT');
    await holding.end();
    const rolled = await rolling;

    expect(rolled.map(({ kind }) => kind).toSorted()).toEqual([
      'rolled',
      ...Array.from({ length: 7 }, () => 'rolled before'),
    ]);
    expect(await keysOf(merchant)).toHaveLength(4);
  });

  it('keeps the new key of the demo merchant in demo.json', async () => {
    const demo = jsonOf(await mpsHere('seed --json', env));

    const listed = jsonOf(await mpsHere('key list --json', env))['keys'] as Shown[];
    const rolled = jsonOf(await mpsHere(`key roll ${listed[0]?.key_id} --json`, env));

    const kept = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
    expect(kept).toEqual({ ...demo, secret_key: rolled['api_key'] });
    expect((await mpsHere('seed', env)).words).not.toContain('has ended');

    await mpsHere(`key revoke ${String(rolled['key_id'])}`, env);

    expect((await mpsHere('seed', env)).words).toContain('Its secret key has ended.');
  });
});
