import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { readyz } from '../../../src/app/http/health.ts';
import type { Databases } from '../../../src/platform/db/database.ts';

/** Serves `/readyz` with a replaced check of the databases. */
async function serving(ping: Databases['ping']) {
  const app = express();
  let asked = 0;
  app.use((_req, _res, next) => {
    asked += 1;
    next();
  });
  app.get('/readyz', readyz({ databases: { ping }, draining: () => false }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ask: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status,
    /** How many requests have come. */
    asked: () => asked,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('checks the databases once at a time, however many ask /readyz', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let pings = 0;
  const { ask, asked, stop } = await serving(async () => {
    pings += 1;
    await answered;
  });

  const asking = Promise.all(Array.from({ length: 50 }, ask));
  await expect.poll(asked, { interval: 1, timeout: 10_000 }).toBe(50);
  answer();
  const statuses = await asking;
  const [again] = [await ask()];
  await stop();

  expect(new Set([...statuses, again])).toEqual(new Set([200]));
  expect(pings).toBeLessThanOrEqual(3);
});

it('answers 503 while the databases do not answer, and checks again at the next request', async () => {
  let away = true;
  const { ask, stop } = await serving(async () => {
    if (away) throw new Error('away');
  });

  const first = await ask();
  away = false;
  const second = await ask();
  await stop();

  expect([first, second]).toEqual([503, 200]);
});
