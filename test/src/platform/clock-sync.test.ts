import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { openedCheckout, turnClock } from '../../support/builders/build.ts';
import { createdPlan } from '../../support/builders/subscriptions.ts';
import { soon } from '../../support/checks/soon.ts';
import { turnedClock } from '../../support/faults/turned-clock.ts';
import { aShop } from '../../support/service/a-shop.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../support/service/process.ts';

const minuteMs = 60_000;
const toleranceMs = 2000;

/** Processes of one service, on machines whose clocks differ this much from PostgreSQL's. */
const machines = { right: 0, fast: 10 * minuteMs, slow: -10 * minuteMs, careless: 8000 };
const names = ['right', 'fast', 'slow', 'careless'] as const;
type Machine = (typeof names)[number];

let database: TestDatabase;
let dataDir: string;
let services: Readonly<Record<Machine, ServiceProcess>>;
let apis: Readonly<Record<Machine, Api>>;

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'payments-clocks-'));
  const env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey, LOG_LEVEL: 'info' };
  const started = await Promise.all(
    names.map(async (name) => {
      const turned = { ...env, ...turnedClock(machines[name]) };
      return await startProcess(dataDir, await aFreePort(), turned, undefined, '/healthz');
    }),
  );
  const { secretKey } = await createMerchant(database.databases.platform, createSecrets(database.secretKey), {
    ...aShop,
    rateLimit: 10_000,
  });
  services = Object.fromEntries(names.map((name, n) => [name, started[n]])) as typeof services;
  apis = Object.fromEntries(
    names.map((name) => [name, apiOf(services[name].baseUrl, secretKey)]),
  ) as typeof apis;
});
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.terminate()));
  await database.close();
  await rm(dataDir, { recursive: true });
});

const readiness = async (name: Machine) => {
  const answer = await fetch(`${services[name].baseUrl}/readyz`);
  const { checks } = (await answer.json()) as { checks: { clock: { ok: boolean; ahead_ms: number } } };
  return { status: answer.status, ...checks.clock };
};
const near = (ms: number) => expect.closeTo(ms, -4);
/** Opens a checkout in this process. */
const checkoutOf = async (name: Machine) => {
  const { checkout_id } = await openedCheckout(apis[name]);
  return (await apis[name]('getCheckoutStatus', { params: { id: checkout_id } })).data;
};
/** How far a time is from now, on the clock that this test shares with the database. */
const fromNow = (time: string) => new Date(time).getTime() - Date.now();

describe('a process whose machine has a wrong clock', () => {
  it('is not ready when it is off by more than 30 seconds, and says by how much', async () => {
    expect(await readiness('fast')).toEqual({ status: 503, ok: false, ahead_ms: near(10 * minuteMs) });
    expect(await readiness('slow')).toEqual({ status: 503, ok: false, ahead_ms: near(-10 * minuteMs) });
  });

  it('is ready when it is off by less', async () => {
    expect(await readiness('careless')).toMatchObject({ status: 200, ok: true });
    expect(await readiness('right')).toMatchObject({ status: 200, ok: true });
  });

  it('says so in its log once, from 5 seconds on', () => {
    const warnings = names.map(
      (name) => services[name].output().match(/this machine's clock differs from PostgreSQL's/g)?.length ?? 0,
    );

    expect(warnings).toEqual([0, 1, 1, 1]);
  });

  it('says so when its clock is set right while it runs', async () => {
    process.kill(services.careless.pid, 'SIGUSR2');

    await soon(() => expect(services.careless.output()).toContain("agrees with PostgreSQL's again"));
    expect(await readiness('careless')).toEqual({ status: 200, ok: true, ahead_ms: near(0) });
  });

  it('gives a checkout the same time as any other process', async () => {
    const opened = await Promise.all(names.map(checkoutOf));
    const [usual = 0, ...others] = opened.map(({ expires_at }) => fromNow(expires_at));

    for (const other of others) expect(Math.abs(other - usual)).toBeLessThan(toleranceMs);
    expect(opened.every(({ created_at }) => Math.abs(fromNow(created_at)) < 2 * toleranceMs)).toBe(true);
  });

  it('ends a payment link neither early nor late', async () => {
    const expires_at = new Date(Date.now() + 5 * minuteMs).toISOString();
    const past = new Date(Date.now() - 5 * minuteMs).toISOString();
    const body = { amount: '5.00', currency: 'USD', title: 'Tea' };

    for (const name of names) {
      const made = await apis[name]('createPaymentLink', { body: { ...body, expires_at } });
      const refused = await apis[name]('createPaymentLink', { body: { ...body, expires_at: past } });

      expect([made.status, refused.code]).toEqual([201, 'EXPIRY_IN_PAST']);
      const page = await fetch(made.data.url.replace(/^http:\/\/[^/]+/, services[name].baseUrl));
      expect(page.status).toBe(200);
    }
  });

  it('shows a checkout as expired when the others do', async () => {
    const opened = await Promise.all(names.map(checkoutOf));
    const statuses = async () => {
      const shown = await Promise.all(
        names.flatMap((name) =>
          opened.map(({ checkout_id }) => apis[name]('getCheckoutStatus', { params: { id: checkout_id } })),
        ),
      );
      return [...new Set(shown.map(({ data }) => data.status))];
    };
    const leftMs = Math.min(...opened.map(({ expires_at }) => fromNow(expires_at)));

    await turnClock(apis.right, Math.floor(leftMs / 1000) - 60);
    expect(await statuses()).toEqual(['pending']);
    await turnClock(apis.right, 120);
    expect(await statuses()).toEqual(['expired']);
  });

  it('gives events ids in the order of their commits', async () => {
    const made: string[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      for (const name of names) {
        made.push((await createdPlan(apis[name])).plan_id);
        await new Promise((done) => setTimeout(done, 30));
      }
    const { data } = await apis.slow('listEvents', { query: { type: 'billing.plan.created', limit: 50 } });

    const listed = data.items.map(({ resource_id }) => resource_id);
    expect(listed.toReversed()).toEqual(made);
  });
});
