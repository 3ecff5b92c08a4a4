import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { aWalletCheckout, turnClock } from '../../support/builders/build.ts';
import { until } from '../../support/faults/victim.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { aFreePort, startWorker, type WorkerProcess } from '../../support/service/process.ts';

/** Two processes serve one database. The other one dies or stands still while it asks the wallet. */
let app: App;
let other: WorkerProcess;
let otherUrl: string;
let merchant: CreatedMerchant;
let api: Api;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  merchant = await app.aMerchant();
  api = apiOf(app.baseUrl, merchant.secretKey);
  const port = await aFreePort();
  otherUrl = `http://localhost:${port}`;
  other = await startWorker(app.database, {
    ROLE: 'api',
    PORT: String(port),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(slowWallet)}`,
  });
  await until(
    () => `the other process is ready: ${other.output()}`,
    () =>
      fetch(`${otherUrl}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  );
});
afterEach(() => other.kill());

/** The wallet takes three seconds to answer, so that a test can interrupt the question. */
const slowWallet = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/sandbox/wallet-gateway.ts')) return loaded;
      const [before, after, ...more] = String(loaded.source).split('charge: async (request) => push(request)');
      if (after === undefined || more.length > 0) throw new Error('the charge of the wallet was not found');
      const slow = 'charge: async (request) => { await new Promise((done) => setTimeout(done, 3000)); return push(request); }';
      return { ...loaded, source: before + slow + after };
    },
  });`;

const asking = { body: aWalletCheckout('0772222222'), headers: { 'idempotency-key': 'order' } };

/** Makes the call at the other process, and returns its answer to come once that process asks the wallet. */
async function askElsewhere() {
  const answer = apiOf(otherUrl, merchant.secretKey)('createCheckout', asking).catch(() => undefined);
  await until('the call asks', async () => (await leases()).length === 1);
  return { answer };
}

/** How long the leases of the merchant's keys still last, in ms. */
async function leases(): Promise<number[]> {
  const rows = await app.database.asOwner(
    `SELECT 1000 * extract(epoch FROM lease_until - now())::float8 AS ms FROM sandbox.idempotency_keys
    WHERE merchant_id = $1 AND state = 'started'`,
    [merchant.merchantId],
  );
  return rows.map(({ ms }) => Number(ms));
}

/** Repeats the call here until it is answered. */
async function retry() {
  const startedAt = performance.now();
  for (;;) {
    const { status, code, data } = await api('createCheckout', asking);
    const tookMs = performance.now() - startedAt;
    if (code !== 'IDEMPOTENCY_IN_PROGRESS') return { status, data, tookMs };
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** The merchant's checkouts, attempts and captures. */
async function made(): Promise<unknown> {
  const [row] = await app.database.asOwner(
    `SELECT (SELECT count(*)::int FROM sandbox.checkouts WHERE merchant_id = $1) AS checkouts,
      (SELECT count(*)::int FROM sandbox.transactions WHERE merchant_id = $1) AS attempts,
      (SELECT count(*)::int FROM sandbox.ledger_journals WHERE merchant_id = $1 AND movement = 'payment.captured') AS captures`,
    [merchant.merchantId],
  );
  return row;
}

describe('a call with a key whose process', () => {
  it('is killed with kill -9 while it asks is resumed by a retry within seconds', async () => {
    await askElsewhere();
    await other.kill();
    const [left = Number.NaN] = await leases();

    const { status, tookMs } = await retry();

    expect(status).toBe(201);
    expect(left).toBeLessThanOrEqual(4000);
    // Five seconds, and some for a busy machine. A lease that nobody looks at would last for 45.
    expect(tookMs).toBeLessThan(15_000);
    await turnClock(api, 60);
    expect(await made()).toEqual({ checkouts: 1, attempts: 1, captures: 1 });
  });

  it('stands still while it asks acts no second time when it goes on', async () => {
    const { answer } = await askElsewhere();
    process.kill(other.pid, 'SIGSTOP');
    const resumed = await retry();
    await turnClock(api, 60);

    process.kill(other.pid, 'SIGCONT');

    const late = await answer;
    expect([resumed.status, late?.status, late?.headers.get('idempotent-replayed')]).toEqual([
      201,
      201,
      'true',
    ]);
    expect(late?.data).toEqual(resumed.data);
    expect(await made()).toEqual({ checkouts: 1, attempts: 1, captures: 1 });
  });
});
