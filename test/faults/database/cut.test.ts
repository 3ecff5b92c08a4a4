import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { aCardCheckout, openedCheckout } from '../../support/builders/build.ts';
import { heldCheckout } from '../../support/builders/holds.ts';
import { aPayout } from '../../support/builders/payouts.ts';
import { subscribed } from '../../support/builders/subscriptions.ts';
import { soon } from '../../support/checks/soon.ts';
import { isWholeProfile } from '../../support/faults/profile.ts';
import { type Proxy, proxyTo } from '../../support/faults/proxy.ts';
import { aMerchantIn } from '../../support/service/a-shop.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { payByCard } from '../../support/service/page.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../support/service/process.ts';

let database: TestDatabase;
let proxy: Proxy;
let service: ServiceProcess;
let api: Api;

beforeAll(async () => {
  database = await cloneDatabase();
  const { secretKey } = database;
  const merchant = await aMerchantIn(database, { webhookUrl: 'http://127.0.0.1:9/unheard' });
  proxy = await proxyTo(database);
  // No worker: it would write, and send messages that are counted.
  service = await startProcess('.data', await aFreePort(), {
    DATABASE_URL: proxy.url,
    SECRET_KEY: secretKey,
    ROLE: 'api',
  });
  api = apiOf(service.baseUrl, merchant.secretKey);
  await paid('5000.00');
});
afterAll(async () => {
  await service?.terminate();
  await proxy?.close();
  await database?.close();
});

type Call = (key: string) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;

/** Prepares a call, which may then be made again with its key. */
const calls: Readonly<Record<string, () => Promise<Call>>> = {
  'opens a checkout': async () => {
    const body = aCardCheckout();
    return (key) => api('createCheckout', { body, headers: keyed(key) });
  },
  'pays out': async () => {
    const body = aPayout('bank_transfer');
    return (key) => api('requestPayout', { body, headers: keyed(key) });
  },
  ...(isWholeProfile && {
    refunds: async () => {
      const params = { id: await paid('100.00') };
      return (key) => api('refundTransaction', { params, body: { amount: '40.00' }, headers: keyed(key) });
    },
    captures: async () => {
      const params = { id: (await heldCheckout(api)).checkout_id };
      return (key) => api('captureCheckout', { params, body: { amount: '60.00' }, headers: keyed(key) });
    },
    'cancels a subscription': async () => {
      const params = { id: (await subscribed(api)).id };
      return (key) => api('cancelSubscription', { params, body: {}, headers: keyed(key) });
    },
  }),
};

const keyed = (key: string) => ({ 'idempotency-key': key });

async function paid(amount: string): Promise<string> {
  const { checkout_id: id, payment_url } = await openedCheckout(api, aCardCheckout({ amount }));
  await payByCard(payment_url, '4242424242424242');
  return String((await api('getCheckoutStatus', { params: { id } })).data.transaction_id);
}

const tables = [
  'checkouts',
  'events',
  'jobs',
  'ledger_entries',
  'ledger_journals',
  'payouts',
  'refunds',
  'status_changes',
  'transactions',
  'webhook_deliveries',
];

/** How many rows each table has. */
async function rowsOf(): Promise<readonly number[]> {
  const columns = tables.map((table) => `(SELECT count(*)::int FROM sandbox.${table}) AS ${table}`);
  const [row = {}] = await database.asOwner(`SELECT ${columns.join(', ')}`);
  return tables.map((table) => Number(row[table]));
}

/** How many rows a call adds to each table, or takes away. */
async function addedBy<T>(call: () => Promise<T>): Promise<readonly [T, readonly number[]]> {
  const before = await rowsOf();
  const answer = await call();
  const after = await rowsOf();
  return [answer, after.map((count, nth) => count - (before[nth] ?? 0))];
}

/** Repeats a call until it is answered with a success. */
async function insist(call: Call, key: string): Promise<unknown> {
  let data: unknown;
  await soon(async () => {
    const { status, body } = await call(key);
    expect({ status, body }).toMatchObject({ body: { success: true } });
    ({ data } = body);
  });
  return data;
}

describe.each(Object.entries(calls))('a call that %s', (_, prepare) => {
  it.each(['before', 'after'] as const)(
    'is done once, wherever its connection is cut %s a message has come to the database',
    async (when) => {
      // What only the first call of a merchant writes is not compared.
      await (await prepare())(newId());
      const whole = await prepare();
      const [, wanted] = await addedBy(() => insist(whole, newId()));
      const odd: unknown[] = [];
      let statuses: number[] = [];
      for (let nth = 1; ; nth += 1) {
        const call = await prepare();
        const key = newId();
        const [isCut, added] = await addedBy(async () => {
          const end = proxy.cutAt(nth, when);
          statuses = [...statuses, (await call(key)).status];
          const done = end();
          const first = await insist(call, key);
          expect(await insist(call, key)).toEqual(first);
          return done;
        });
        if (added.join(',') !== wanted.join(',')) odd.push({ nth, added });
        if (!isCut) break;
      }
      expect(odd).toEqual([]);
      // The last of them was not cut.
      expect(statuses.length).toBeGreaterThan(4);
      expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(2);
      expect(statuses.filter((status) => status !== 503 && status >= 300)).toEqual([]);
    },
  );
});
