import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { showId } from '../../../src/platform/ids.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { aReceiver, type Receiver } from '../../support/receivers/receiver.ts';
import { apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../support/service/process.ts';
import { type Ended, jsonOf, mps, mpsHere } from './mps.ts';

/** Processes remember a key for a second; the rest is for a busy machine. */
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
});
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

/**
 * Calls both services all the time while a command runs, as a busy merchant does, and until both answer as expected. Returns how
 * long after the change they answered otherwise.
 */
async function msUntil(expected: unknown, key: unknown, verb: string): Promise<number> {
  let endedAt = Number.POSITIVE_INFINITY;
  let last = 0;
  const running = mps(verb, env).finally(() => (endedAt = Date.now()));
  for (let settled = false; !settled; await setTimeout(50)) {
    const at = Date.now();
    const answers = await answersTo(key);
    const isAsExpected = answers.every((answer) => answer === expected);
    if (!isAsExpected) last = at;
    settled = at > endedAt && (isAsExpected || at > endedAt + boundMs);
  }
  expect(await running).toMatchObject({ exitCode: 0 });
  const [change] = await app.database.asOwner(
    'SELECT extract(epoch FROM max(created_at))::float8 * 1000 AS ms FROM platform.operator_changes',
  );
  return last - Number(change?.['ms']);
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

    const rolled = succeeded(await mpsHere(`key roll ${key} --keep-hours 2 --json`, env));
    const both = [await answersTo(merchant.secretKey), await answersTo(rolled['api_key'])];
    const ms = await msUntil('API_KEY_REVOKED', merchant.secretKey, `key revoke ${key} --json`);

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

    const down = await msUntil(
      'ACCOUNT_SUSPENDED',
      merchant.secretKey,
      `merchant suspend --reason chargebacks ${of}`,
    );
    const refused = await answersTo(merchant.secretKey, 'createCheckout');
    succeeded(await mpsHere(`app set --app ${showId('app', merchant.appId)} --rate-limit 500 --json`, env));
    const [delivered] = await receiver.sees(1);
    const up = await msUntil(200, merchant.secretKey, `merchant reopen ${of}`);
    const admitted = await answersTo(merchant.secretKey, 'createCheckout');

    expect(Math.max(down, up)).toBeLessThan(boundMs);
    expect(admitted).toEqual([201, 201]);
    expect(refused).toEqual(['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED']);
    expect(JSON.parse(delivered?.body ?? '{}')).toMatchObject({
      type: 'merchant.settings.updated',
      data: { id: showId('app', merchant.appId), changed: ['rate_limit'] },
    });
  });
});
