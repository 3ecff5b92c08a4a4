import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whileHolding } from '../../../../src/engine/calls/leases.ts';
import type { HeldKey } from '../../../../src/engine/calls/queries.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import type { Db } from '../../../../src/platform/db/database.ts';
import type { Log } from '../../../../src/platform/log.ts';

/** Nothing is renewed within the first second, so neither is asked. */
const mode = { db: {} as Db, log: {} as Log };
const aKey = (key: string): HeldKey => ({
  merchantId: merchantId('the merchant'),
  method: 'POST',
  path: '/v1/checkout/create',
  key,
  intentionId: key,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('renews leases as long as a call holds a key, and no longer', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();

  const calls = [first, second].map(({ promise }, n) => whileHolding(mode, aKey(`${n}`), () => promise));
  const during = vi.getTimerCount();
  first.resolve('answered');
  await calls[0];
  const afterOne = vi.getTimerCount();
  second.reject(new Error('the gateway is away'));
  await calls[1]?.catch(() => undefined);

  expect([during, afterOne, vi.getTimerCount()]).toEqual([1, 1, 0]);
});

it('renews nothing for a call without a key', async () => {
  const answer = Promise.withResolvers<string>();

  const call = whileHolding(mode, undefined, () => answer.promise);

  expect(vi.getTimerCount()).toBe(0);
  answer.resolve('answered');
  expect(await call).toBe('answered');
});
