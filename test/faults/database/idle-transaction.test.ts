import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rolePassword } from '../../../src/platform/db/roles.ts';
import { openShop, type Place } from '../../journeys/shop.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { soon } from '../../support/checks/soon.ts';
import { noteFigures } from '../../support/faults/figures.ts';
import { startApp } from '../../support/service/app.ts';

let app: Place;
beforeAll(async () => {
  app = { ...(await startApp()), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(() => app.stop());

/** Logs in as the service does, with the limits of its role. */
async function anotherProcess(): Promise<Client> {
  const url = new URL(app.database.url);
  url.username = 'mps_sandbox';
  url.password = rolePassword(app.database.secretKey, 'mps_sandbox');
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

it('ends a transaction that stands still with the locks of a merchant, whose calls then go on', async (context) => {
  const shop = await openShop(app);
  const idle = await anotherProcess();
  const ended = new Promise<Error & { code?: string }>((resolve) => {
    // The first says why; the connection itself ends with a second one.
    idle.on('error', resolve);
  });
  await idle.query('BEGIN');
  // As a call does that moves the merchant's clock: nobody else of the merchant may write.
  await idle.query('SELECT pg_advisory_xact_lock(4243, hashtext($1))', [shop.merchant.merchantId]);
  const startedMs = performance.now();

  const other = await openShop(app);
  const ofOther = await other.api('createCheckout', { body: aCardCheckout() });
  const error = await ended;
  const endedMs = performance.now() - startedMs;

  const idleSeconds = Math.round(endedMs / 100) / 10;
  expect(ofOther.status).toBe(201);
  expect(error.code).toBe('25P03');
  expect(idleSeconds).toBeGreaterThanOrEqual(9);
  await soon(async () => {
    expect((await shop.api('createCheckout', { body: aCardCheckout() })).status).toBe(201);
  });
  const goneOnMs = performance.now() - startedMs - endedMs;
  noteFigures(context, { ended_after_seconds: idleSeconds, writable_again_after_ms: Math.round(goneOnMs) });
});
