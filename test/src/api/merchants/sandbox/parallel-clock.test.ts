import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

it('adds up 40 simultaneous turns of a clock, and other merchants do not wait', async () => {
  const shop = await openShop(app);
  const neighbour = await openShop(app);
  const startedAt = performance.now();

  const turning = Promise.all(
    Array.from({ length: 40 }, () => shop.api('advanceTestClock', { body: { advance_seconds: 60 } })),
  );
  const untouched = await neighbour.card();
  const neighbourMs = performance.now() - startedAt;
  const turned = await turning;
  const allMs = performance.now() - startedAt;

  expect(turned.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  expect((await shop.api('getTestClock')).data.offset_seconds).toBe(2400);
  expect(await neighbour.statusOf(untouched)).toMatchObject({ status: 'pending' });
  expect(neighbourMs).toBeLessThan(Math.max(1000, allMs / 2));
});
