import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreatedMerchant, createMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit/audit.ts';
import { type Databases, openDatabases } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { showId } from '../../src/platform/ids.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { aHaCluster, type HaCluster, missingHaTools, runAsOwner } from '../support/faults/ha-cluster.ts';
import { type Answered, type Shop, type Shoppers, shoppersAt } from '../support/faults/ha-shoppers.ts';
import { isWholeProfile } from '../support/faults/profile.ts';
import { until } from '../support/faults/victim.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { aShop } from '../support/service/a-shop.ts';
import { apiOf } from '../support/service/api.ts';
import {
  aFreePort,
  type ServiceProcess,
  startProcess,
  startWorker,
  type WorkerProcess,
} from '../support/service/process.ts';

const missing = missingHaTools === '' ? '' : ` (skipped: ${missingHaTools} missing)`;
const kills = isWholeProfile ? 10 : 2;
/** How leaders die: the last one hangs, and comes back when another leads. */
const deaths = [...Array.from({ length: kills }, () => 'killed' as const), 'frozen' as const];
const secretKey = 'the secret key of the failover';
const patienceMs = 180_000;
const mostMs = 40_000;

describe.skipIf(missing !== '')(`a service on a cluster of three PostgreSQL${missing}`, () => {
  let dataDir: string;
  let cluster: HaCluster;
  let receiver: Receiver;
  let merchant: CreatedMerchant;
  let databases: Databases;
  const services: ServiceProcess[] = [];
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    [dataDir, cluster, receiver] = await Promise.all([
      mkdtemp(join(tmpdir(), 'payments-failover-')),
      aHaCluster(),
      aReceiver(),
    ]);
    await migrate(cluster.url, secretKey);
    databases = openDatabases({ url: cluster.url, secretKey, report: () => undefined });
    merchant = await createMerchant(databases.platform, createSecrets(secretKey), {
      ...aShop,
      webhookUrl: `${receiver.url}/app`,
    });
    const env = {
      DATABASE_URL: cluster.url,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      SECRET_KEY: secretKey,
      EGRESS_ALLOW: '127.0.0.0/8',
    };
    for (let at = 0; at < 2; at += 1) {
      services.push(await startProcess(dataDir, await aFreePort(), { ...env, ROLE: 'api' }));
      workers.push(await startWorker({ url: cluster.url, secretKey }));
    }
  }, 300_000);

  afterAll(async () => {
    await Promise.all([...services, ...workers].map((started) => started.kill()));
    await databases?.close();
    await cluster?.stop();
    await receiver?.close();
    await rm(dataDir, { recursive: true });
  }, 120_000);

  it(
    `loses nothing it acknowledged when ${kills} leaders are killed and one hangs, and goes on by itself`,
    async () => {
      const shops = services.map(
        ({ baseUrl }): Shop => ({ baseUrl, api: apiOf(baseUrl, merchant.secretKey) }),
      );
      const shoppers = shoppersAt(shops, 4);
      const outages: Outage[] = [];
      for (const death of deaths) outages.push(await failOver(cluster, shoppers, death));
      await until('the cluster is whole', cluster.isWhole, patienceMs);
      await delay(2000);
      await shoppers.stop();
      process.stdout.write(`${JSON.stringify(outages)}\n${summaryOf(shoppers)}\n`);

      expect(statusesOf(shoppers.answers)).toEqual(new Set([200, 201, 503]));
      for (const outage of outages) expect(outage.writableAfterMs).toBeLessThan(mostMs);
      for (const { pid } of [...services, ...workers]) expect(process.kill(pid, 0)).toBe(true);
      expect(shoppers.orders.filter(({ isListed }) => isListed !== true)).toEqual([]);
      await expectKept(shoppers);
      await expectDelivered(shoppers);
      expect(await listeners()).toBeGreaterThanOrEqual(workers.length);
      expect(await auditLedgerAcrossMerchants(databases.sandbox)).toEqual([]);
    },
    deaths.length * patienceMs,
  );

  /** Every order was acknowledged in the end: there is one checkout and one payment of each, and the key tells the same again. */
  async function expectKept({ orders }: Shoppers): Promise<void> {
    const rows = await runAsOwner(
      cluster.url,
      `SELECT c.reference, c.id, count(t.id)::int AS payments
         FROM sandbox.checkouts c
         LEFT JOIN sandbox.transactions t ON t.checkout_id = c.id AND t.type = 'payment' AND t.status = 'completed'
        GROUP BY c.merchant_id, c.id, c.reference`,
    );
    const kept = rows.map(
      (row) => `${String(row['reference'])} ${showId('chk', String(row['id']))} ${String(row['payments'])}`,
    );
    const acknowledged = orders.map(
      ({ body, checkoutId }) => `${body.merchantTransactionId} ${checkoutId} 1`,
    );
    expect(kept.toSorted()).toEqual(acknowledged.toSorted());
    const api = apiOf(services[0]?.baseUrl ?? '', merchant.secretKey);
    for (const { body, checkoutId } of orders) {
      const headers = { 'idempotency-key': body.merchantTransactionId };
      const again = await api('createCheckout', { body, headers });
      expect([again.status, again.data.checkout_id]).toEqual([201, checkoutId]);
    }
  }

  async function expectDelivered({ orders }: Shoppers): Promise<void> {
    const missingNow = () => {
      const told = receiver.received.map(({ body }) => body).join('\n');
      return orders.filter(({ checkoutId }) => !told.includes(String(checkoutId))).length;
    };
    await until(
      () => `the events of ${missingNow()} more of ${orders.length} orders are delivered`,
      () => missingNow() === 0,
      patienceMs,
    );
  }

  /** How many sessions of the present leader listen for work. */
  async function listeners(): Promise<number> {
    const [row] = await runAsOwner(
      cluster.url,
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE query ILIKE 'listen %' OR query ILIKE 'notify %'`,
    );
    return Number(row?.['n']);
  }
});

type Outage = {
  readonly leader: string;
  readonly death: (typeof deaths)[number];
  /** From the death to the end of the first checkout that was opened after it. */
  readonly writableAfterMs: number;
  /** From the first refusal to the end of the last one. */
  readonly refusedForMs: number;
  readonly refusals: number;
  readonly slowestMs: number;
};

/** Ends the leader, waits until checkouts are opened again, and lets the dead server come back. */
async function failOver(cluster: HaCluster, { answers }: Shoppers, death: Outage['death']): Promise<Outage> {
  await until('the cluster is whole', cluster.isWhole, patienceMs);
  await delay(1000);
  const leader = await cluster.leader();
  const first = answers.length;
  const killedMs = performance.now();
  if (death === 'killed') await cluster.kill(leader);
  else cluster.freeze(leader);
  const opened = () =>
    answers
      .slice(first)
      .find(({ what, status, beganMs }) => what === 'open' && status === 201 && beganMs > killedMs + 500);
  await until('checkouts are opened again', () => opened() !== undefined, patienceMs);
  await delay(3000);
  if (death === 'killed') await cluster.start(leader);
  else cluster.thaw(leader);
  const refused = answers.slice(first).filter(({ status }) => status >= 500 || status === 0);
  const began = Math.min(...refused.map(({ beganMs }) => beganMs));
  const ended = Math.max(...refused.map(({ endedMs }) => endedMs));
  return {
    leader: leader.name,
    death,
    writableAfterMs: Math.round(Number(opened()?.endedMs) - killedMs),
    refusedForMs: refused.length === 0 ? 0 : Math.round(ended - began),
    refusals: refused.length,
    slowestMs: Math.round(Math.max(...answers.slice(first).map(({ beganMs, endedMs }) => endedMs - beganMs))),
  };
}

function statusesOf(answers: readonly Answered[]): Set<number> {
  return new Set(answers.map(({ status }) => status));
}

function summaryOf({ orders, answers }: Shoppers): string {
  const counts = [...statusesOf(answers)].map(
    (status) => `${answers.filter((answer) => answer.status === status).length} × ${status}`,
  );
  return `${orders.length} orders; answers: ${counts.join(', ')}`;
}
