import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeKey } from '../../src/domain/merchants/keys/key-format.ts';
import * as queries from '../../src/domain/merchants/keys/queries.ts';
import { sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

const statusOf = async (key?: string, path = '/v1/account/profile') =>
  (await sendOdd(app.baseUrl, { path, ...(key !== undefined && { key }) })).status;

function counts(statuses: readonly number[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const status of statuses) found[status] = (found[status] ?? 0) + 1;
  return found;
}

/**
 * As on a busy database. All keys that arrive during a query share the next one; with quick queries it would depend on how quickly
 * this machine sends how many do.
 */
const queryMs = 500;

it('a thousand made-up keys from one address cost few queries, and keep no good key out', async () => {
  const known = await app.aMerchant();
  const fresh = await app.aMerchant();
  expect(await statusOf(known.secretKey)).toBe(200);
  const find = queries.findKeysAcrossMerchants;
  const look = vi.spyOn(queries, 'findKeysAcrossMerchants').mockImplementation(async (...asked) => {
    await delay(queryMs);
    return await find(...asked);
  });

  const forged = Array.from({ length: 1000 }, () => statusOf(makeKey('secret', 'sandbox')));
  const good = [statusOf(known.secretKey), statusOf(fresh.secretKey)];
  const [statuses, statusesOfGood] = await Promise.all([Promise.all(forged), Promise.all(good)]);
  const queriesOfFlood = look.mock.calls.length;

  expect(counts(statuses)).toEqual({ 401: 120, 429: 880 });
  expect(statusesOfGood).toEqual([200, 200]);
  expect(queriesOfFlood).toBeLessThan(120);
  // The address is over its limit now.
  const cold = await app.aMerchant();
  expect(await statusOf(cold.secretKey)).toBe(200);
  expect(await statusOf()).toBe(429);
  expect(await statusOf(undefined, '/v1/meta/webhook-events')).toBe(200);
});
