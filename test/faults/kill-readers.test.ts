import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secretKeyOf } from '../../src/app/config.ts';
import { auditLedgerAcrossMerchants } from '../../src/core/ledger/audit.ts';
import { type CreatedMerchant, createMerchant } from '../../src/core/merchants/create-merchant.ts';
import { type Databases, openDatabases } from '../../src/platform/db/database.ts';
import { type Embedded, startEmbedded } from '../../src/platform/db/embedded.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { aReading, registeredReader } from '../resources/terminals/counter.ts';
import { type Api, apiOf } from '../support/api.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../support/process.ts';

/** The service is killed between the commit of reader payments and what their gateway says: each is charged once. */
let dataDir: string;
let port: number;
let service: ServiceProcess;
let merchant: CreatedMerchant;
let embedded: Embedded;
let databases: Databases;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'payments-kill-readers-'));
  port = await aFreePort();
  service = await startProcess(dataDir, port);
  const secretKey = secretKeyOf({ secretKey: undefined, dataDir });
  embedded = await startEmbedded({ dataDir, secretKey });
  databases = openDatabases({ url: embedded.url, secretKey, report: () => undefined });
  merchant = await createMerchant(databases.platform, createSecrets(secretKey), {
    businessName: 'Corner Shop',
    email: 'owner@example.test',
    country: 'ZW',
    kycTier: 1,
    mode: 'sandbox',
    rateLimit: 1_000_000,
    webhookUrl: null,
    totp: false,
  });
}, 90_000);

afterAll(async () => {
  await databases.close();
  await embedded.stop();
  await service.terminate();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const api = (): Api => apiOf(service.baseUrl, merchant.secretKey);
const patienceMs = 30_000;

it('charges a reader payment once that was under way when it was killed with kill -9', async () => {
  const reader = await registeredReader(api());
  const bodies = Array.from({ length: 6 }, (_, at) =>
    aReading(reader, at % 2 === 0 ? 'approved' : 'declined', { merchantTransactionId: `till-${at}` }),
  );
  const ask = (body: (typeof bodies)[number]) =>
    api()('processTerminalPayment', { body, headers: { 'idempotency-key': body.emv_payload.ksn } });
  // Whoever writes what the gateway said waits, so that all have begun and none has ended.
  await owner(
    `CREATE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(5); RETURN NEW; END $$`,
  );
  await owner(
    'CREATE TRIGGER dawdle BEFORE UPDATE ON sandbox.transactions FOR EACH ROW EXECUTE FUNCTION public.dawdle()',
  );
  const calls = bodies.map((body) => ask(body).catch(() => undefined));
  await until('all have begun', async () => (await statuses()).length === bodies.length);

  await service.kill();

  expect(await Promise.all(calls)).toEqual(bodies.map(() => undefined));
  await owner('DROP FUNCTION public.dawdle() CASCADE');
  expect(await statuses()).toEqual(bodies.map(() => 'pending'));
  service = await startProcess(dataDir, port);
  expect((await ask(bodies[0] ?? aReading(reader))).code).toBe('IDEMPOTENCY_IN_PROGRESS');
  // What a dead call held is free after 45 seconds; here the clock is turned instead.
  await owner(`UPDATE sandbox.idempotency_keys SET lease_until = now() WHERE state = 'started'`);
  const answered = [];
  for (const body of bodies) answered.push(await ask(body));

  expect(answered.map(({ data }) => [data.status, data.response_code])).toEqual(
    bodies.map((_, at) => (at % 2 === 0 ? ['completed', '00'] : ['failed', '05'])),
  );
  const captured = await owner(
    `SELECT count(*)::int AS n FROM sandbox.ledger_journals WHERE movement = 'payment.captured'`,
  );
  const told = await owner(`SELECT type FROM sandbox.events ORDER BY type`);
  expect(captured).toEqual([{ n: 3 }]);
  expect(told.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 3 }, () => 'payment.capture.completed'),
    ...Array.from({ length: 3 }, () => 'payment.capture.declined'),
  ]);
  expect(await statuses()).toHaveLength(bodies.length);
  expect(await auditLedgerAcrossMerchants(databases.sandbox)).toEqual([]);
}, 120_000);

async function statuses(): Promise<unknown[]> {
  const rows = await owner(
    `SELECT status FROM sandbox.transactions WHERE merchant_id = '${merchant.merchantId}'`,
  );
  return rows.map(({ status }) => status);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

async function owner(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: embedded.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
