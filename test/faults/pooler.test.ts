import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { iniOf } from '../../src/cli/database/pooler.ts';
import { createMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit/audit.ts';
import { inTransactionAcrossMerchants, openDatabases, type Tx } from '../../src/platform/db/database.ts';
import { rolePassword, usersOfPooler } from '../../src/platform/db/roles.ts';
import { newId } from '../../src/platform/ids.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { aCardCheckout } from '../support/builders/build.ts';
import { at } from '../support/citus/servers.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { aShop } from '../support/service/a-shop.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/service/database.ts';
import { payByCard } from '../support/service/page.ts';
import { aPooler, type Pooler, poolerProgram } from '../support/service/pooler.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../support/service/process.ts';

const skipped = poolerProgram === undefined ? ' (skipped: pgbouncer is missing)' : '';
const most = 15;

describe.skipIf(skipped !== '')(`a service behind PgBouncer in transaction mode${skipped}`, () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let receiver: Receiver;
  let service: ServiceProcess;
  let dataDir: string;
  let api: Api;

  beforeAll(async () => {
    [database, receiver] = [await cloneDatabase(), await aReceiver()];
    const { secretKey } = database;
    const name = new URL(database.url).pathname.slice(1);
    const url = new URL(at(inject('database').tcpUrl, name));
    pooler = await aPooler({ users: `${usersOfPooler(secretKey).join('\n')}\n`, ini: iniOf({ url, most }) });
    const pooled = `${pooler.url}/${name}`;
    dataDir = await mkdtemp(join(tmpdir(), 'payments-pooled-'));
    service = await startProcess(dataDir, await aFreePort(), {
      DATABASE_URL: database.url,
      DATABASE_URL_SANDBOX: pooled,
      DATABASE_URL_LIVE: pooled,
      DATABASE_URL_PLATFORM: pooled,
      SECRET_KEY: secretKey,
      EGRESS_ALLOW: '127.0.0.0/8',
    });
    const made = await createMerchant(database.databases.platform, createSecrets(secretKey), {
      ...aShop,
      webhookUrl: `${receiver.url}/app`,
    });
    api = apiOf(service.baseUrl, made.secretKey);
  });

  afterAll(async () => {
    await service.kill();
    await pooler.stop();
    await receiver.close();
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  /** Those of the pooler come over TCP, all others here over the socket of the machine. */
  async function connectionsOfPooler(): Promise<number> {
    const [row] = await database.asOwner(
      'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND client_addr IS NOT NULL',
    );
    return Number(row?.['n']);
  }

  /** Opens a checkout, with the same key whenever it is tried again. */
  async function open(body: ReturnType<typeof aCardCheckout>): Promise<number> {
    const headers = { 'idempotency-key': body.merchantTransactionId };
    return (await api('createCheckout', { body, headers })).status;
  }

  test('takes a payment and delivers its events, over the connections that the pooler has', async () => {
    const { data } = await api('createCheckout', { body: aCardCheckout() });
    await payByCard(`${service.baseUrl}/test/c/${data.checkout_id}`, '4242424242424242');

    const told = await receiver.sees(1);

    const read = await api('getCheckoutStatus', { params: { id: data.checkout_id } });
    expect(read.data).toMatchObject({ status: 'completed' });
    expect(told[0]?.body).toContain(data.checkout_id);
    const used = await connectionsOfPooler();
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(most);
  });

  test('goes on when a migration has made statements stale that the pooler keeps prepared', async () => {
    const { data } = await api('createCheckout', { body: aCardCheckout() });
    const read = async () => (await api('getCheckoutStatus', { params: { id: data.checkout_id } })).status;
    await Promise.all(Array.from({ length: 30 }, read));
    await database.asOwner('ALTER TABLE sandbox.checkouts ADD COLUMN planted text');

    const statuses = await Promise.all(Array.from({ length: 30 }, read));

    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('prepares under another name what it could not prepare since an earlier statement had failed', async () => {
    const pooled = `${pooler.url}/${new URL(database.url).pathname.slice(1)}`;
    const { url, secretKey } = database;
    const own = openDatabases({
      url,
      urls: { sandbox: pooled },
      secretKey,
      connections: 15,
      report: () => undefined,
    });
    const merchantId = newId();
    // As many as there are connections for workers, so that each of them meets both.
    const each = (work: (tx: Tx) => Promise<unknown>) =>
      Promise.allSettled(Array.from({ length: 2 }, () => inTransactionAcrossMerchants(own.sandbox, work)));
    const asked = (tx: Tx, divisor: number) =>
      Promise.all([
        sql`SELECT 1 / ${divisor}::int`.execute(tx),
        sql`SELECT ${merchantId}::uuid AS never_prepared`.execute(tx),
      ]);

    const failed = await each((tx) => asked(tx, 0));
    const worked = await each((tx) => asked(tx, 1));
    await own.close();

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(worked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  test('leaves a server that has vanished while it was being connected to', async () => {
    const { secretKey } = database;
    const server = await vanishedOnce(new URL(inject('database').tcpUrl));
    const own = await aPooler({
      users: `${usersOfPooler(secretKey).join('\n')}\n`,
      ini: iniOf({ url: new URL(at(server.url, new URL(database.url).pathname.slice(1))), most }),
    });
    onTestFinished(async () => {
      await own.stop();
      server.close();
    });
    const url = new URL(`${own.url}${new URL(database.url).pathname}`);
    [url.username, url.password] = ['mps_sandbox', rolePassword(secretKey, 'mps_sandbox')];
    const ask = async () => {
      const client = new Client({ connectionString: url.href });
      try {
        await client.connect();
        return (await client.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one;
      } finally {
        await client.end().catch(() => undefined);
      }
    };

    await expect(ask()).rejects.toThrow('query_wait_timeout');
    const answer = () => ask().catch((error: unknown) => String(error));
    await expect.poll(answer, { timeout: 11_000, interval: 500 }).toBe(1);
  });

  test('loses and doubles nothing when the pooler is killed under load, and refuses with 503 only', async () => {
    const orders: ReturnType<typeof aCardCheckout>[] = [];
    const statuses: number[] = [];
    const over = new AbortController();
    const load = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        const order = aCardCheckout();
        orders.push(order);
        statuses.push(await open(order));
      }
    });
    for (let kill = 0; kill < 3; kill += 1) {
      await delay(500);
      await pooler.kill();
      await delay(300);
      await pooler.start();
    }
    await delay(500);
    over.abort();
    await Promise.all(load);

    const again: number[] = [];
    for (const order of orders) again.push(await open(order));

    const [row] = await database.asOwner(
      'SELECT count(*)::int AS n FROM sandbox.checkouts WHERE reference = ANY ($1)',
      [orders.map(({ merchantTransactionId }) => merchantTransactionId)],
    );
    expect(new Set(statuses)).toEqual(new Set([201, 503]));
    expect(new Set(again)).toEqual(new Set([201]));
    expect(row).toEqual({ n: orders.length });
    expect(await auditLedgerAcrossMerchants(database.databases.sandbox)).toEqual([]);
  });
});

/** A way to PostgreSQL that takes its first connection and never answers it, as a machine does that is gone. */
async function vanishedOnce(to: URL) {
  let taken = 0;
  const server = createServer((near) => {
    taken += 1;
    near.on('error', () => undefined);
    if (taken === 1) {
      near.resume();
      return;
    }
    const far = connect(Number(to.port), to.hostname);
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://127.0.0.1:${port}`, close: () => server.close() };
}
