import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as clock from '../../../../src/platform/clock.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { merchantByMerchant } from '../../../../src/platform/jobs/merchant-by-merchant.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let nowMs: number;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  nowMs = 1000;
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
});
afterEach(() => void vi.restoreAllMocks());

/** Merchants of whom the first ones fail, each after a while. Their work is found in this order. */
function merchants(of: { readonly name: string; readonly failing: number; readonly failAfterMs?: number }) {
  const failing = Array.from({ length: of.failing }, newId);
  const healthy = newId();
  const tried: string[] = [];
  const turn = () =>
    merchantByMerchant(database.databases.sandbox, {
      name: of.name,
      find: () => Promise.resolve([...failing, healthy].map((id) => ({ merchant_id: id }))),
      work: (_tx, merchantId) => {
        tried.push(merchantId);
        if (merchantId === healthy) return Promise.resolve(['done']);
        nowMs += of.failAfterMs ?? 0;
        return Promise.reject(new Error('their node is read-only'));
      },
    });
  return { failing, healthy, tried, turn };
}

it('lets merchants who fail rest for a while, so that others who come after them get their turn', async () => {
  const { failing, healthy, tried, turn } = merchants({ name: 'some work', failing: 4 });

  await expect(turn()).rejects.toThrow('their node is read-only');
  const done = [await turn(), await turn()];
  nowMs += 6000;
  await expect(turn()).rejects.toThrow('their node is read-only');

  expect(done).toEqual([['done'], ['done']]);
  expect(tried).toEqual([...failing, healthy, healthy, ...failing.slice(0, 3)]);
});

it('lets them rest for longer when each failure takes long', async () => {
  const { turn } = merchants({ name: 'slow work', failing: 6, failAfterMs: 5000 });

  await expect(turn()).rejects.toThrow('their node is read-only');
  await expect(turn()).rejects.toThrow('their node is read-only');

  expect(await turn()).toEqual(['done']);
});

it('lets them rest from the work that failed only', async () => {
  const one = merchants({ name: 'one work', failing: 1 });
  await one.turn();
  const tried: string[] = [];

  await merchantByMerchant(database.databases.sandbox, {
    name: 'other work',
    find: () => Promise.resolve(one.failing.map((id) => ({ merchant_id: id }))),
    work: (_tx, merchantId) => Promise.resolve([tried.push(merchantId)]),
  });

  expect(tried).toEqual(one.failing);
});
