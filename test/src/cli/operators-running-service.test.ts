import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { showId } from '../../../src/platform/ids.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { aReceiver, type Receiver } from '../../support/receivers/receiver.ts';
import { apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../support/service/process.ts';
import { type Ended, jsonOf, mps, mpsHere } from './mps.ts';

/** A key is remembered for a second; the rest is for a busy machine. */
const boundMs = 5000;

let app: App;
let other: ServiceProcess;
let receiver: Receiver;
let env: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  receiver = await aReceiver();
  env = { DATABASE_URL: app.database.url, SECRET_KEY: app.database.secretKey };
  other = await startProcess('/nowhere', await aFreePort(), { ...env, ROLE: 'api', LOG_LEVEL: 'error' });
}, 60_000);
afterAll(async () => {
  await other.kill();
  await receiver.close();
  await app.stop();
});

/** What both running services answer to the same call with a key: a status, or the code of a refusal. */
async function answersTo(key: unknown, call: 'getProfile' | 'createCheckout' = 'getProfile') {
  const services = [app.baseUrl, other.baseUrl];
  return await Promise.all(
    services.map(async (baseUrl) => {
      const api = apiOf(baseUrl, String(key));
      const body = aCardCheckout({ notificationUrl: 'https://shop.example/hook' });
      const { status, code } = await (call === 'getProfile' ? api(call) : api(call, { body }));
      return code === '' ? status : code;
    }),
  );
}

/** Calls both services all the time, as a busy merchant does. Returns how long after the command ended both answer as expected. */
async function msUntil(
  expected: unknown,
  key: unknown,
  call: 'getProfile' | 'createCheckout' = 'getProfile',
): Promise<number> {
  const ended = performance.now();
  await expect
    .poll(() => answersTo(key, call), { timeout: boundMs, interval: 20 })
    .toEqual([expected, expected]);
  return performance.now() - ended;
}

async function keyIdOf({ appId }: CreatedMerchant, kind: string): Promise<string> {
  const { keys } = jsonOf(await mpsHere(`key list --app ${showId('app', appId)} --json`, env));
  return (keys as { key_id: string; kind: string }[]).find((key) => key.kind === kind)?.key_id ?? '';
}

function succeeded(ended: Ended): Record<string, unknown> {
  expect(ended).toMatchObject({ exitCode: 0 });
  return jsonOf(ended);
}

describe('every running service', () => {
  it('refuses a revoked key within seconds, and accepts the one that replaces it', async () => {
    const merchant = await app.aMerchant();
    const key = await keyIdOf(merchant, 'secret');
    expect(await answersTo(merchant.secretKey)).toEqual([200, 200]);

    const rolled = succeeded(await mpsHere(`key roll ${key} --keep-hours 2 --json`, env));
    const both = [await answersTo(merchant.secretKey), await answersTo(rolled['api_key'])];
    succeeded(await mps(`key revoke ${key} --json`, env));
    const ms = await msUntil('API_KEY_REVOKED', merchant.secretKey);

    expect(both).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect(ms).toBeLessThan(boundMs);
    expect(await answersTo(rolled['api_key'])).toEqual([200, 200]);
  });

  it('refuses a suspended merchant, still delivers their events, and admits them when they are reopened', async () => {
    const merchant = await app.aMerchant({ webhookUrl: `${receiver.url}/hook`, eventTypes: ['*'] });
    const of = `--merchant ${showId('mer', merchant.merchantId)} --json`;
    expect(await answersTo(merchant.secretKey)).toEqual([200, 200]);

    succeeded(await mps(`merchant suspend --reason chargebacks ${of}`, env));
    await msUntil('ACCOUNT_SUSPENDED', merchant.secretKey);
    const refused = await answersTo(merchant.secretKey, 'createCheckout');
    succeeded(await mpsHere(`app set --app ${showId('app', merchant.appId)} --rate-limit 500 --json`, env));
    const [delivered] = await receiver.sees(1);
    succeeded(await mps(`merchant reopen ${of}`, env));
    await msUntil(201, merchant.secretKey, 'createCheckout');

    expect(refused).toEqual(['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED']);
    expect(JSON.parse(delivered?.body ?? '{}')).toMatchObject({
      type: 'merchant.settings.updated',
      data: { id: showId('app', merchant.appId), changed: ['rate_limit'] },
    });
  });
});
