import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as clock from '../../../../src/platform/clock.ts';
import { notifierOf } from '../../../../src/platform/db/database.ts';
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

/** A turn of work that is announced. Each merchant has so many rows. */
function announcedWork(rowsOf: ReadonlyMap<string, number>, foundThen: readonly string[]) {
  const left = new Map(rowsOf);
  const tried: string[] = [];
  let asked = 0;
  const turn = (most = 16) =>
    merchantByMerchant(database.databases.sandbox, {
      name: 'announced work',
      queue: 'jobs',
      most,
      find: () => {
        asked += 1;
        return Promise.resolve(foundThen.map((id) => ({ merchant_id: id })));
      },
      work: (_tx, merchantId, room) => {
        tried.push(merchantId);
        const rows = Math.min(room, left.get(merchantId) ?? 0);
        left.set(merchantId, (left.get(merchantId) ?? 0) - rows);
        return Promise.resolve(Array.from({ length: rows }, () => merchantId));
      },
    });
  return { turn, tried, asked: () => asked };
}

it('asks once a second, and serves in between those who were announced', async () => {
  const [one, other] = [newId(), newId()];
  const { turn, tried, asked } = announcedWork(new Map([[one, 1]]), []);
  const { notifier, channel } = notifierOf(database.databases.sandbox);

  nowMs += 10_000;
  expect(await turn()).toEqual([]);
  notifier.notify(channel('jobs'), one);
  notifier.notify(channel('jobs'), other);
  expect(await turn()).toEqual([one]);
  expect(await turn()).toEqual([]);
  expect([asked(), tried]).toEqual([1, [one, other, one]]);

  nowMs += 1000;
  await turn();
  notifier.notify(channel('jobs'));
  await turn();
  expect([asked(), tried]).toEqual([3, [one, other, one]]);
});

it('gives everybody a turn before it comes back to those who have more', async () => {
  const [one, other] = [newId(), newId()];
  const { turn, tried } = announcedWork(
    new Map([
      [one, 100],
      [other, 100],
    ]),
    [],
  );
  const { notifier, channel } = notifierOf(database.databases.sandbox);
  nowMs += 20_000;
  for (const merchantId of [one, other]) notifier.notify(channel('jobs'), merchantId);

  for (let count = 0; count < 4; count += 1) expect(await turn(16)).toHaveLength(16);

  expect(tried).toEqual([one, other, one, other]);
});

it('serves everybody who was found, also those whom the turn did not reach', async () => {
  const found = Array.from({ length: 20 }, newId);
  const { turn, asked } = announcedWork(new Map(found.map((id) => [id, 1])), found);
  nowMs += 40_000;

  const done = [...(await turn(16)), ...(await turn(16))];

  expect([asked(), done]).toEqual([1, found]);
});

it('asks again at once if nobody could be asked', async () => {
  const { turn, asked } = announcedWork(new Map(), []);
  nowMs += 50_000;
  const failing = merchantByMerchant(database.databases.sandbox, {
    name: 'announced work',
    queue: 'jobs',
    find: () => Promise.reject(new Error('a node is away')),
    work: () => Promise.resolve([]),
  });
  await expect(failing).rejects.toThrow('a node is away');

  await turn();

  expect(asked()).toBe(1);
});
