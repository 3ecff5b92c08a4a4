import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { operations } from '../../../../generated/operations.ts';
import { dailyKinds } from '../../../../src/app/job-handlers.ts';
import { startAdmin } from '../../../../src/app/telemetry/admin.ts';
import * as clock from '../../../../src/platform/clock.ts';
import { inTransaction, openDatabases } from '../../../../src/platform/db/database.ts';
import { openShop, type Shop } from '../../../journeys/shop.ts';
import { aCardCheckout } from '../../../support/builders/build.ts';
import { aReceiver } from '../../../support/receivers/receiver.ts';
import { apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { aNamedReplica, type Scrape, scrape } from './scrape.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/operate/metrics.md'), 'utf8');
const own = { port: 0, hosts: ['127.0.0.1'] };

let app: App;
let shop: Shop;
let degraded = false;

beforeAll(async () => {
  app = await startApp({ telemetry: { admin: own, isRateLimitDegraded: () => degraded } });
  shop = await openShop({ ...app, notificationUrl: 'http://127.0.0.1:9/none' });
});
afterAll(() => app.stop());

const ask = () => scrape(app.service.adminPort);

/** Another port for the same service, which nobody has asked yet. */
async function anAdmin(about: Partial<Parameters<typeof startAdmin>[0]> = {}) {
  const admin = await startAdmin({
    ...own,
    databases: app.database.databases,
    states: [],
    version: '1.2.3',
    asksDatabase: true,
    dailyKinds,
    isRateLimitDegraded: () => false,
    ...about,
  });
  onTestFinished(admin.stop);
  return () => scrape(admin.port);
}

/**
 * Lets this process measure durations by a clock that is so much later. The time of day stays as it is: ids grow, so those of later
 * tests in this process would be of a time to come.
 */
function turnTo(ms: number): void {
  const turned = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => performance.now() + ms);
  onTestFinished(() => turned.mockRestore());
}

describe('requests', () => {
  it('are counted by operation and status, with the time that they took', async () => {
    const labels = { operation: 'getBalance', status: '200' };
    const before = (await ask()).valueOf('http_request_duration_seconds_count', labels) ?? 0;
    await shop.api('getBalance');
    await shop.api('getBalance');

    await expect
      .poll(async () => (await ask()).valueOf('http_request_duration_seconds_count', labels))
      .toBe(before + 2);
    const { valueOf } = await ask();
    expect(valueOf('http_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  });

  it('that fail are counted from 0 on, without labels, and health checks are not', async () => {
    vi.resetModules();
    const { countRequest, counted } = await import('../../../../src/platform/telemetry/counters.ts');
    const values = async () =>
      [...(await counted.metrics()).matchAll(/^(?:http_requests|http_server_errors)_total (\d+)$/gm)].map(
        ([, value]) => Number(value),
      );
    const first = await values();
    for (const [operation, status] of [
      ['getBalance', 200],
      ['getBalance', 404],
      ['getBalance', 500],
      ['dashboard', 503],
      ['health', 503],
    ] as const)
      countRequest(operation, status, 0.01);

    expect([first, await values()]).toEqual([
      [0, 0],
      [4, 2],
    ]);
  });

  it('that meet the test number of a provider that is down are no errors of the service', async () => {
    const { valueOf: before } = await ask();
    const labels = { operation: 'createCheckout', status: '503' };

    const body = aCardCheckout({ walletType: 'wallet_a', customerPhone: '0779999999' });
    const refused = await shop.api('createCheckout', { body });

    expect(refused.code).toBe('PROVIDER_UNAVAILABLE');
    await expect
      .poll(async () => (await ask()).valueOf('http_request_duration_seconds_count', labels), {
        timeout: 10_000,
      })
      .toBe((before('http_request_duration_seconds_count', labels) ?? 0) + 1);
    const { valueOf } = await ask();
    expect(valueOf('http_server_errors_total')).toBe(before('http_server_errors_total'));
  });

  it('add no series for paths, ids, merchants or keys that callers make up', async () => {
    const made = (n: number) => `made-up-${n}-${shop.merchant.merchantId.slice(0, 8)}`;
    // Other tests of this process count operations of contracts that never were.
    const before = new Set((await ask()).samples.flatMap(({ labels }) => labels['operation'] ?? []));
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await fetch(`${app.baseUrl}/v1/${made(n)}`);
        await fetch(`${app.baseUrl}/${made(n)}/x`);
        await fetch(`${app.baseUrl}/c/${made(n)}`);
        await fetch(`${app.baseUrl}/test/p/${made(n)}`);
        await fetch(`${app.baseUrl}/v1/transactions/${made(n)}`, {
          headers: { authorization: `Bearer ${made(n)}` },
        });
        await apiOf(app.baseUrl, shop.merchant.secretKey)('getTransaction', { params: { id: `txn_${n}` } });
      }),
    );

    await expect
      .poll(async () =>
        (await ask()).valueOf('http_request_duration_seconds_count', { operation: 'checkout_page' }),
      )
      .toBeGreaterThanOrEqual(40);
    const { samples, valueOf } = await ask();
    const parts = [
      'checkout_page',
      'pay_page',
      'dashboard',
      'docs',
      'gateway_callback',
      'listen',
      'health',
      'other',
      'none',
    ];
    const seen = new Set(samples.flatMap(({ labels }) => labels['operation'] ?? []));
    const known = (name: string) => name in operations || parts.includes(name) || before.has(name);
    expect([...seen].filter((name) => !known(name))).toEqual([]);
    expect(JSON.stringify(samples)).not.toContain('made-up');
    expect(JSON.stringify(samples)).not.toContain(shop.merchant.merchantId);
    expect(valueOf('rate_limited_total', { bucket: 'unknown-page' })).toBeGreaterThan(0);
    const bucketNames = new Set(samples.flatMap(({ labels }) => labels['bucket'] ?? []));
    expect(bucketNames.size).toBeLessThanOrEqual(12);
  });
});

describe('payments and webhooks', () => {
  it('are counted once they are committed', async () => {
    const receiver = await aReceiver();
    receiver.answer(({ path }) => (path === '/good' ? 204 : 500));
    const paid = { gateway: 'sandbox_wallet_a', method: 'wallet_a', status: 'completed', mode: 'sandbox' };
    const before = await ask();
    const since = ({ valueOf }: Scrape, name: string, labels?: Record<string, string>) =>
      (valueOf(name, labels) ?? 0) - (before.valueOf(name, labels) ?? 0);

    await shop.push('0771111111', { notificationUrl: `${receiver.url}/good` });
    await shop.push('0771111111', { notificationUrl: `${receiver.url}/bad` });
    await receiver.sees(2);

    await expect.poll(async () => since(await ask(), 'payments_total', paid)).toBe(2);
    await expect
      .poll(async () => since(await ask(), 'webhook_attempts_total', { outcome: 'delivered' }))
      .toBeGreaterThanOrEqual(1);
    await expect
      .poll(async () => since(await ask(), 'webhook_attempts_total', { outcome: 'http' }))
      .toBeGreaterThanOrEqual(1);
    const after = await ask();
    await receiver.close();
    expect(since(after, 'webhook_first_attempt_lag_seconds_count')).toBeGreaterThanOrEqual(2);
    expect(since(after, 'webhook_first_attempt_lag_seconds_sum')).toBeLessThan(60);
  });

  it('are not counted if the transaction is rolled back', async () => {
    const { live } = app.database.databases;
    let counted = 0;
    const rolledBack = inTransaction(live, shop.merchant.merchantId, async (tx) => {
      tx.afterCommit.push(() => (counted += 1));
      await Promise.reject(new Error('refused'));
    });
    await expect(rolledBack).rejects.toThrow('refused');
    await inTransaction(live, shop.merchant.merchantId, async (tx) => {
      tx.afterCommit.push(() => (counted += 10));
      await Promise.resolve();
    });

    expect(counted).toBe(10);
  });
});

const failJob = `INSERT INTO live.jobs (merchant_id, job_id, kind, key, state, due_at)
  VALUES ($1, gen_random_uuid(), 'nothing', gen_random_uuid(), 'failed', now())`;

const stalled = async (about?: Parameters<typeof anAdmin>[0]) =>
  (await (await anAdmin(about))()).valueOf('mail_stalled_seconds');

describe('what waits in the database', () => {
  it('is read from it, and how long a transaction has been open', async () => {
    const merchant = shop.merchant.merchantId;
    const askFirst = await anAdmin();
    await app.database.asOwner(failJob, [merchant]);
    await app.database.asOwner(failJob, [merchant]);
    const opened = Promise.withResolvers<void>();
    const open = inTransaction(app.database.databases.live, merchant, async (tx) => {
      await tx.selectFrom('jobs').select('kind').execute();
      await opened.promise;
    });
    const shown = await askFirst();
    opened.resolve();
    await open;

    expect(shown.valueOf('database_up')).toBe(1);
    expect(shown.valueOf('jobs_failed', { mode: 'live' })).toBe(2);
    expect(shown.valueOf('jobs_failed', { mode: 'sandbox' })).toBe(0);
    expect(shown.valueOf('db_transaction_oldest_seconds', { instance: 'live' })).toBeGreaterThan(0);
    expect(shown.valueOf('db_pool_total', { instance: 'live' })).toBeGreaterThan(0);
    expect(shown.valueOf('reconciliation_cases_open', { mode: 'live' })).toBe(0);
  });

  it('counts the daily jobs that failed, but for kinds that are gone', async () => {
    const before = (await (await anAdmin())()).valueOf('jobs_failed', { mode: 'platform' }) ?? 0;
    const key = '2999-01-01';
    await app.database.asOwner(
      `INSERT INTO platform.jobs (kind, key, state) SELECT kind, $1, 'failed' FROM unnest(ARRAY['traffic.forget', 'retired.kind']) AS k (kind)`,
      [key],
    );

    const shown = await (await anAdmin())();

    await app.database.asOwner('DELETE FROM platform.jobs WHERE key = $1', [key]);
    expect(shown.valueOf('jobs_failed', { mode: 'platform' })).toBe(before + 1);
  });

  it('says for how long no mail was sent while one waits, and nothing if mails are only kept', async () => {
    const write = (recipient: string, waits: string, sent: string | null) =>
      app.database.asOwner(
        `INSERT INTO platform.mails (id, recipient, subject, text, created_at, next_at, sent_at)
         SELECT gen_random_uuid(), $1, '', '', now() - $2::interval, CASE WHEN $3::interval IS NULL THEN now() + interval '1 hour' END, now() - $3::interval`,
        [recipient, waits, sent],
      );
    onTestFinished(async () => void (await app.database.asOwner('DELETE FROM platform.mails')));
    await app.database.asOwner('DELETE FROM platform.mails');
    const none = await stalled();
    await write('full@people.test', '40 minutes', null);
    await write('new@people.test', '5 minutes', null);
    const waiting = await stalled();
    await write('other@people.test', '50 minutes', '10 minutes');
    const sentSince = await stalled();

    expect(none).toBe(0);
    expect(waiting).toBeCloseTo(2400, -2);
    expect(sentSince).toBeCloseTo(600, -2);
    expect(await stalled({ dashboard: { showsMails: true } })).toBeUndefined();
  });

  it('says so too if no process has a mail server, unless mails are only kept and shown in the dashboard', async () => {
    const shown = [];
    for (const hasDashboard of [false, true]) {
      const worker = await startApp({ role: 'worker', hasDashboard, telemetry: { admin: own } });
      onTestFinished(worker.stop);
      await worker.database.asOwner(
        "INSERT INTO platform.mails (id, recipient, subject, text, created_at) VALUES (gen_random_uuid(), 'a@people.test', '', '', now() - interval '40 minutes')",
      );
      const look = async () => await scrape(worker.service.adminPort);
      const isAsked = async () => (await look()).valueOf('jobs_failed', { mode: 'platform' });
      await expect.poll(isAsked, { timeout: 10_000 }).toBe(0);
      shown.push((await look()).valueOf('mail_stalled_seconds'));
    }

    expect(shown).toEqual([expect.closeTo(2400, -2), undefined]);
  });

  it('is asked for at most every ten seconds', async () => {
    const askAgain = await anAdmin();
    const failed = async () => (await askAgain()).valueOf('jobs_failed', { mode: 'live' }) ?? 0;
    const first = await failed();
    await app.database.asOwner(failJob, [shop.merchant.merchantId]);

    const soon = await failed();
    turnTo(10_001);
    const later = await failed();

    expect([soon, later]).toEqual([first, first + 1]);
  });

  it('is asked for once, however many ask, and holds nobody up if the database hangs', async () => {
    const askAgain = await anAdmin();
    const known = (await askAgain()).valueOf('jobs_failed', { mode: 'live' });
    const calm = await Promise.all(Array.from({ length: 30 }, askAgain));
    const holder = new Client({ connectionString: app.database.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE live.webhook_deliveries IN ACCESS EXCLUSIVE MODE');
    turnTo(10_001);
    const asked = await Promise.all(Array.from({ length: 30 }, askAgain));
    const { rows } = await holder.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%webhook_lanes WHERE failing_since%'`,
    );
    turnTo(20_000);
    const recent = await askAgain();
    turnTo(31_000);
    const silent = await askAgain();
    turnTo(70_002);
    const old = await askAgain();
    await holder.query('ROLLBACK');
    await holder.end();

    expect(rows[0]?.count).toBe(1);
    const slowest = (of: typeof asked) => Math.max(...of.map(({ ms }) => ms));
    expect(slowest(asked) - slowest(calm)).toBeLessThan(4000);
    // It may be well, and only slow.
    expect(asked.map(({ valueOf }) => valueOf('database_up'))).toEqual(asked.map(() => 1));
    expect([recent, silent, old].map(({ valueOf }) => valueOf('database_up'))).toEqual([1, 0, 0]);
    expect(asked.map(({ valueOf }) => valueOf('jobs_failed', { mode: 'live' }))).toEqual(
      asked.map(() => known),
    );
    expect(old.valueOf('jobs_failed', { mode: 'live' })).toBeUndefined();
    expect(old.valueOf('http_request_duration_seconds_count')).toBeGreaterThan(0);
    await expect.poll(async () => (await askAgain()).valueOf('database_up')).toBe(1);
  });

  it('is left out while PostgreSQL is away, and everything else is there', async () => {
    const { secretKey } = app.database;
    const databases = openDatabases({
      url: 'postgres://nobody@127.0.0.1:1/none',
      secretKey,
      report: () => undefined,
    });
    const askFirst = await anAdmin({ databases });

    const shown = await askFirst();
    await databases.close();

    expect(shown.valueOf('database_up')).toBe(0);
    expect(shown.valueOf('jobs_due')).toBeUndefined();
    expect(shown.valueOf('db_pool_total', { instance: 'sandbox_workers' })).toBe(0);
    expect(shown.valueOf('build_info')).toBe(1);
  });
});

const statusOf = (url: string, method = 'GET') => fetch(url, { method }).then(({ status }) => status);

describe('the port of metrics', () => {
  it('is not the port of callers, and serves nothing else', async () => {
    const admin = `http://127.0.0.1:${app.service.adminPort}`;

    expect(await statusOf(`${app.baseUrl}/metrics`)).toBe(404);
    expect(await statusOf(`${admin}/`)).toBe(404);
    expect(await statusOf(`${admin}/v1/balance`)).toBe(404);
    expect(await statusOf(`${admin}/metrics`, 'POST')).toBe(404);
    expect(await statusOf(`${admin}/metrics?x=1`)).toBe(200);
  });

  it('says whether the rate limit is shared', async () => {
    degraded = true;
    const shown = (await ask()).valueOf('rate_limit_degraded');
    degraded = false;

    expect([shown, (await ask()).valueOf('rate_limit_degraded')]).toEqual([1, 0]);
  });

  it('asks no database in a process that serves callers only, and is not open unless it is set', async () => {
    const [callers, silent] = [await startApp({ role: 'api', telemetry: { admin: own } }), await startApp()];
    const shown = await scrape(callers.service.adminPort);
    await Promise.all([callers.stop(), silent.stop()]);

    expect(shown.valueOf('jobs_due')).toBeUndefined();
    expect(shown.valueOf('database_up')).toBeUndefined();
    expect(shown.valueOf('db_pool_total', { instance: 'platform' })).toBeDefined();
    expect(silent.service.adminPort).toBeUndefined();
  });
});

/** Last, because a series is there once something was counted. */
describe('the page about metrics', () => {
  it('lists every metric with its type, labels and meaning, and no other', async () => {
    await app.database.asOwner(`UPDATE platform.jobs SET findings = NULL`);
    await app.database.asOwner(
      `INSERT INTO platform.jobs (kind, key, state, findings) VALUES ('ledger.audit', '2020-01-01', 'done', 3)`,
    );
    const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (\w+) \| (.*?) ?\| (.+) \|$/gm)];
    const listed = rows.map(([, name = '', type = '', labels = '', meaning = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      meaning,
    }));
    onTestFinished(aNamedReplica(app.database).close);
    await shop.api('listCustomers');
    const askFirst = await anAdmin({
      states: [
        { gateway: 'acquirer', mode: 'live', isDown: () => true },
        {
          gateway: 'bank',
          mode: 'live',
          isDown: () => false,
          failingSinceMs: () => clock.monotonicMs() - 60_000,
        },
      ],
    });
    const shown = await askFirst();

    const names = [...shown.types.keys()].filter((name) => !/^(process|nodejs)_/.test(name));
    expect(names.toSorted()).toEqual(listed.map(({ name }) => name).toSorted());
    for (const { name, type, labels, meaning } of listed) {
      expect([name, shown.types.get(name), shown.helps.get(name)]).toEqual([name, type, meaning]);
      expect([name, labelsOf(shown, name)]).toEqual([name, labels.toSorted()]);
    }
    expect(shown.valueOf('gateway_breaker_open', { gateway: 'acquirer', mode: 'live' })).toBe(1);
    expect(shown.valueOf('gateway_files_failing_seconds', { gateway: 'bank', mode: 'live' })).toBeCloseTo(
      60,
      0,
    );
    expect(shown.valueOf('build_info', { version: '1.2.3' })).toBe(1);
    expect(shown.valueOf('ledger_audit_rows')).toBe(3);
    expect(shown.valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(shown.valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });
});

/** Labels of the series that this process has; before anything was counted there is none. */
function labelsOf({ samples }: Scrape, name: string): string[] {
  const ofMetric = samples.filter(
    (sample) => sample.name.replace(/_(bucket|sum|count)$/, '') === name || sample.name === name,
  );
  return [...new Set(ofMetric.flatMap(({ labels }) => Object.keys(labels)))]
    .filter((label) => label !== 'le')
    .toSorted();
}
