import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  operations as contract,
  type OperationFacts,
  type OperationId,
} from '../../../../../generated/operations.ts';
import { startProblem } from '../../../../../src/app/database/start-problems.ts';
import { operations } from '../../../../../src/app/operations.ts';
import type { CreatedMerchant } from '../../../../../src/domain/merchants/accounts/create-merchant.ts';
import { canLag } from '../../../../../src/engine/calls/may-lag.ts';
import { type Db, openDatabases } from '../../../../../src/platform/db/database.ts';
import { DatabaseUnavailable } from '../../../../../src/platform/db/driver/violations.ts';
import { onReplica, openReplica } from '../../../../../src/platform/db/replica/replica.ts';
import { counted } from '../../../../../src/platform/telemetry/counters.ts';
import { openedCheckout } from '../../../../support/builders/build.ts';
import { soon } from '../../../../support/checks/soon.ts';
import { type Proxy, proxyTo } from '../../../../support/faults/proxy.ts';
import { until } from '../../../../support/faults/victim.ts';
import { aMerchantIn } from '../../../../support/service/a-shop.ts';
import { type Api, apiOf } from '../../../../support/service/api.ts';
import { payByCard } from '../../../../support/service/page.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../../../support/service/process.ts';
import { aReplicated, type Replicated } from '../../../../support/service/replicated.ts';

/** Lists that show balances, or what is owed: the primary serves them, however fresh the replica is. */
const ofPrimary = [
  'listAgents',
  'listCapitalAdvances',
  'listCapitalOffers',
  'listLedgerEntries',
  'listSubaccountEntries',
  'listSubaccounts',
];

const ids = Object.keys(contract) as OperationId[];
const lagging = ids.filter((id) => canLag(operations[id]));

describe('what a replica may serve', () => {
  it('is every list but those that show balances, and nothing else', () => {
    const lists = ids.filter((id) => id.startsWith('list') && !contract[id].public);
    expect(lagging.toSorted()).toEqual(
      lists.filter((id) => !ofPrimary.includes(id) && id !== 'listWallets').toSorted(),
    );
    for (const id of lagging) expect(contract[id]).toMatchObject({ method: 'get', writes: false });
  });
});

describe('a service with a replica', () => {
  let replicated: Replicated;
  let network: Proxy;
  let dataDir: string;
  let merchant: CreatedMerchant;
  const services: ServiceProcess[] = [];
  const adminPorts: number[] = [];
  const api = (at: number): Api => apiOf(services[at]?.baseUrl ?? '', merchant.secretKey);

  beforeAll(async () => {
    replicated = await aReplicated();
    dataDir = await mkdtemp(join(tmpdir(), 'payments-replica-'));
    network = await proxyTo({ url: replicated.replicaUrl, asOwner: replicated.atReplica });
    const { url, secretKey } = replicated;
    await start('api');
    await start('api');
    merchant = await aMerchantIn({ url, secretKey });
  });

  async function start(role: 'api' | 'worker'): Promise<number> {
    const adminPort = await aFreePort();
    adminPorts.push(adminPort);
    services.push(
      await startProcess(dataDir, await aFreePort(), {
        DATABASE_URL: replicated.url,
        DATABASE_REPLICA_URL: `postgres://127.0.0.1:${new URL(network.url).port}/postgres`,
        SECRET_KEY: replicated.secretKey,
        ROLE: role,
        ADMIN_PORT: String(adminPort),
      }),
    );
    return services.length - 1;
  }

  afterAll(async () => {
    for (const service of services) await service.kill();
    await network?.close();
    await replicated?.stop();
    await rm(dataDir, { recursive: true });
  });

  beforeEach(() => until('the replica is read from', () => servedByReplica(0, 'listCustomers')));

  async function metric(at: number, name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${adminPorts[at]}/metrics`)).text();
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.split(' ')[1] ?? 0);
  }

  const reads = (at: number, outcome: string) => metric(at, `db_replica_reads_total{outcome="${outcome}"}`);

  const notThere = async (at: number) => (await reads(at, 'behind')) + (await reads(at, 'away'));

  async function servedByReplica(at: number, id: OperationId): Promise<boolean> {
    const before = await reads(at, 'replica');
    const { status } = await api(at)(id);
    expect([id, status]).toEqual([id, 200]);
    return (await reads(at, 'replica')) > before;
  }

  async function paidCheckout(at: number): Promise<string> {
    const { checkout_id } = await openedCheckout(api(at));
    await payByCard(`${services[at]?.baseUrl}/test/c/${checkout_id}`, '4242424242424242');
    return checkout_id;
  }

  async function isListed(at: number, checkoutId: string): Promise<boolean> {
    const { status, data } = await api(at)('listTransactions');
    expect(status).toBe(200);
    return data.items.some(({ checkout_id }) => checkout_id === checkoutId);
  }

  it('reads every list there, under the role of the mode', async () => {
    const simple = lagging.filter((id) => !(contract[id] as OperationFacts).path.includes('{'));
    expect(simple.length).toBeGreaterThan(15);
    await replicated.caughtUp();
    for (const id of simple)
      await soon(async () => expect([id, await servedByReplica(0, id)]).toEqual([id, true]));

    const readers = await replicated.atReplica(
      `SELECT DISTINCT usename FROM pg_stat_activity WHERE query LIKE 'select % from "%'`,
    );
    expect(readers).toEqual([{ usename: 'mps_sandbox' }]);
  });

  it('looks there for pending events beyond the newest thousand', async () => {
    await replicated.atPrimary(
      `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
       SELECT '${merchant.merchantId}', gen_random_uuid(), 'billing.plan.created', gen_random_uuid(), 1, '{}', now() FROM generate_series(1, 1001)`,
    );
    await replicated.caughtUp();

    // A replica that answers too late is left alone for a second.
    await soon(async () => {
      const before = await reads(0, 'replica');
      const { status } = await api(0)('listEvents', { query: { delivery_status: 'pending' } });
      expect([status, (await reads(0, 'replica')) > before]).toEqual([200, true]);
    });
  });

  it('reads balances and the status of a checkout at the primary', async () => {
    const id = await paidCheckout(0);
    await replicated.caughtUp();
    expect(await servedByReplica(0, 'getBalance')).toBe(false);
    const before = await reads(0, 'replica');
    const { data } = await api(0)('getCheckoutStatus', { params: { id } });
    expect(data.status).toBe('completed');
    expect(await reads(0, 'replica')).toBe(before);
  });

  it('lists what another process has just acknowledged', async () => {
    const before = await reads(1, 'replica');
    for (let time = 0; time < 20; time += 1) expect(await isListed(1, await paidCheckout(0))).toBe(true);
    expect(await reads(1, 'replica')).toBeGreaterThan(before);
  });

  it('goes to the primary while the replica is behind, and back when it is not', async () => {
    await replicated.atReplica('SELECT pg_wal_replay_pause()');
    const paid = await paidCheckout(0);
    const [row] = await replicated.atReplica(`SELECT count(*)::int AS n FROM sandbox.transactions`);
    const [all] = await replicated.atPrimary(`SELECT count(*)::int AS n FROM sandbox.transactions`);
    expect(Number(row?.['n'])).toBeLessThan(Number(all?.['n']));

    await soon(async () => {
      expect(await isListed(0, paid)).toBe(true);
      expect(services[0]?.output()).toMatch(/"instance":"sandbox","replica":"behind"/);
    });
    expect(await metric(0, 'db_replica_standing{instance="sandbox",standing="behind"}')).toBe(1);
    expect(await reads(0, 'behind')).toBeGreaterThanOrEqual(3);

    await replicated.atReplica('SELECT pg_wal_replay_resume()');
    await soon(async () => expect(await servedByReplica(0, 'listTransactions')).toBe(true));
    await soon(() => expect(services[0]?.output()).toContain('lists are read from the replica again'));
  });

  it('fails no list when the replica dies, and finds it again by itself', async () => {
    const paid = await paidCheckout(0);
    await replicated.killReplica();
    const before = await notThere(0);
    for (let time = 0; time < 30; time += 1) expect(await isListed(0, paid)).toBe(true);
    // Also those for which the replica was left alone. One that was under way when it died may be none of them.
    expect(await notThere(0)).toBeGreaterThan(before + 25);
    // Nobody lists anything in the other process: it notices when somebody asks for its metrics.
    await soon(async () =>
      expect(await metric(1, 'db_replica_standing{instance="live",standing="away"}')).toBe(1),
    );
    await replicated.startReplica();
    await soon(async () => expect(await servedByReplica(0, 'listTransactions')).toBe(true));
    await soon(async () =>
      expect(await metric(1, 'db_replica_standing{instance="live",standing="used"}')).toBe(1),
    );
  });

  it('fails no list, and delays none for long, when the network to the replica is lost', async () => {
    const paid = await paidCheckout(0);
    await replicated.caughtUp();
    network.hang();
    const tookMs: number[] = [];
    for (let time = 0; time < 30; time += 1) {
      const startedMs = performance.now();
      expect(await isListed(0, paid)).toBe(true);
      tookMs.push(performance.now() - startedMs);
    }
    network.mend();
    expect(tookMs.filter((ms) => ms > 400).length).toBeLessThan(10);
    expect(Math.max(...tookMs)).toBeLessThan(5000);
    expect(await reads(0, 'away')).toBeGreaterThan(0);
  });

  it('reads the rows of a report there', async () => {
    const worker = await start('worker');
    await until('a report is written from the replica', async () => {
      const body = { type: 'transactions', format: 'csv', from_date: '2020-01-01', to_date: '2020-12-31' };
      const { id } = (await api(0)('createReport', { body })).data;
      const isWritten = async () =>
        (await api(0)('getReport', { params: { id } })).data.status === 'available';
      await until('the report is written', isWritten);
      return (await reads(worker, 'replica')) > 0;
    });
    expect(await metric(worker, 'db_replica_standing{instance="sandbox",standing="used"}')).toBe(1);
  });
});

const nobody = () => undefined;

async function timesAway(): Promise<number> {
  const { values } = (await counted.getSingleMetric('db_replica_reads_total')?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['outcome'] === 'away')?.value ?? 0;
}

describe('a replica that is well', () => {
  let replicated: Replicated;
  let network: Proxy;
  let db: Db;
  const toClose: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    replicated = await aReplicated();
    toClose.unshift(replicated.stop);
    const { url, secretKey } = replicated;
    const databases = openDatabases({ url, secretKey, report: nobody });
    toClose.unshift(databases.close);
    network = await proxyTo({ url, asOwner: replicated.atPrimary });
    toClose.unshift(network.close);
    const at = `postgres://127.0.0.1:${new URL(network.url).port}/postgres`;
    const given = { url: at, databases, secretKey, connections: 25, report: nobody, changed: nobody };
    toClose.unshift(openReplica(given).close);
    db = databases.sandbox;
  });

  afterAll(async () => {
    for (const close of toClose) await close();
  });

  const isServed = (merchantId: string): Promise<boolean | undefined> =>
    onReplica(db, merchantId, async (from) => {
      const { rows } = await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(from);
      return rows[0]?.is;
    });

  /** Runs into the limit of a statement at the replica, and takes no time at the primary. */
  const readSlowly = (merchantId: string) =>
    onReplica(db, merchantId, (from) =>
      sql`SELECT pg_sleep(CASE WHEN pg_is_in_recovery() THEN 30 ELSE 0 END)`.execute(from),
    );

  it('is found when its address led to a server that follows none, to which connections are still open', async () => {
    expect(await isServed('other')).toBe(false);
    network.leadTo(Number(new URL(replicated.replicaUrl).port));
    await soon(async () => expect(await isServed('other')).toBe(true));
  });

  it('goes on serving others when a list takes too long, which is not run again at the primary', async () => {
    await soon(async () => {
      expect(await isServed('other')).toBe(true);
      const before = await timesAway();
      await expect(readSlowly('slow')).rejects.toMatchObject({ code: '57014' });
      expect([await isServed('other'), await timesAway()]).toEqual([true, before]);
    });
  });

  it('goes on serving others when it refuses a statement', async () => {
    await soon(async () => {
      expect(await isServed('other')).toBe(true);
      const before = await timesAway();
      const wrong = onReplica(db, 'wrong', (from) => sql`SELECT 1 / 0`.execute(from));
      await expect(wrong).rejects.toMatchObject({ code: '22012' });
      expect([await isServed('other'), await timesAway()]).toEqual([true, before]);
    });
  });

  it('is left alone when the lists of several merchants take too long', async () => {
    await soon(async () => {
      expect(await isServed('other')).toBe(true);
      const ends = await Promise.allSettled(['a', 'b', 'c'].map(readSlowly));
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect(await isServed('other')).toBe(false);
    });
    await soon(async () => expect(await isServed('other')).toBe(true));
  });
});

describe('an address that leads to a replica where the primary should be', () => {
  it('is refused until the server leads, so that no balance of the past is shown', async () => {
    const replicated = await aReplicated();
    const { secretKey, replicaUrl } = replicated;
    const databases = openDatabases({ url: replicaUrl, secretKey, report: () => undefined });
    try {
      const refusal: unknown = await databases.ping().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DatabaseUnavailable);
      expect(startProblem(refusal)?.words).toContain('PostgreSQL takes no writes: the server is a replica.');
      await replicated.atReplica('SELECT pg_promote()');
      await soon(() => databases.ping());
    } finally {
      await databases.close();
      await replicated.stop();
    }
  });
});
