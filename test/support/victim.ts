import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { secretKeyOf } from '../../src/app/config.ts';
import {
  type CreatedMerchant,
  createMerchant,
  type WantedMerchant,
} from '../../src/domain/merchants/accounts/create-merchant.ts';
import { type Databases, openDatabases } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { createSecrets, type Secrets } from '../../src/platform/secrets.ts';
import { aFreePort, killPostmaster, startProcess } from './process.ts';

/** A service of its own, in a process that a test may kill, with one merchant; and a look at its database meanwhile. */
export type Victim = {
  readonly baseUrl: string;
  readonly merchant: CreatedMerchant;
  /** Of the process that runs now. */
  readonly pid: () => number;
  /** What seals and opens as the service does. */
  readonly secrets: Secrets;
  readonly databases: () => Databases;
  /** As the owner of the database. */
  readonly owner: (text: string) => Promise<Record<string, unknown>[]>;
  /** With kill -9. */
  readonly kill: () => Promise<void>;
  /** The database goes the same way; it comes back with the service. */
  readonly killDatabase: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** What a dead worker or call held is free after 45 seconds; here the clock is turned instead. */
  readonly expireLeases: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const patienceMs = 30_000;

export async function openVictim(
  about: Partial<WantedMerchant> = {},
  env: Record<string, string> = {},
): Promise<Victim> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-victim-'));
  const port = await aFreePort();
  let service = await startProcess(dataDir, port, env);
  const secretKey = secretKeyOf({ secretKey: undefined, dataDir });
  const look = async () => {
    const embedded = await startEmbedded({ dataDir, secretKey });
    const databases = openDatabases({ url: embedded.url, secretKey, report: () => undefined });
    return { embedded, databases };
  };
  let looking = await look();
  let isGone = false;
  const owner = (text: string) => asOwner(looking.embedded.url, text);
  const secrets = createSecrets(secretKey);
  return {
    baseUrl: service.baseUrl,
    pid: () => service.pid,
    secrets,
    merchant: await createMerchant(looking.databases.platform, secrets, {
      ...aShop,
      ...about,
    }),
    databases: () => looking.databases,
    owner,
    kill: () => service.kill(),
    killDatabase: async () => {
      await looking.databases.close();
      killPostmaster(dataDir);
      // Or it would start the server again, also after the test.
      await looking.embedded.stop();
      isGone = true;
    },
    restart: async () => {
      service = await startProcess(dataDir, port, env);
      if (isGone) looking = await look();
      isGone = false;
    },
    expireLeases: async () => {
      await owner(`UPDATE sandbox.webhook_deliveries SET lease_until = now() WHERE state = 'sending'`);
      await owner(`UPDATE sandbox.jobs SET lease_until = now() WHERE state = 'running'`);
      await owner(`UPDATE sandbox.idempotency_keys SET lease_until = now() WHERE state = 'started'`);
    },
    close: async () => {
      await looking.databases.close();
      await looking.embedded.stop();
      await service.terminate();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const aShop: WantedMerchant = {
  businessName: 'Corner Shop',
  email: 'owner@example.test',
  country: 'ZW',
  kycTier: 1,
  mode: 'sandbox',
  rateLimit: 1_000_000,
  webhookUrl: null,
  totp: false,
};

export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  withinMs = patienceMs,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

async function asOwner(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
