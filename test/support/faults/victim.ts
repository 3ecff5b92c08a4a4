import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { secretKeyOf } from '../../../src/app/config.ts';
import {
  type CreatedMerchant,
  createMerchant,
  type WantedMerchant,
} from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { auditLedgerAcrossMerchants } from '../../../src/domain/money/ledger/audit/audit.ts';
import { type Databases, openDatabases } from '../../../src/platform/db/database.ts';
import { startEmbedded } from '../../../src/platform/db/embedded.ts';
import { createSecrets, type Secrets } from '../../../src/platform/secrets.ts';
import { aReceiver, type Receiver } from '../receivers/receiver.ts';
import { aShop } from '../service/a-shop.ts';
import { type Api, apiOf } from '../service/api.ts';
import { nightsAreOver } from '../service/database.ts';
import { aFreePort, killPostmaster, startProcess } from '../service/process.ts';

/** A service with one merchant, in its own process that a test may kill, and access to its database meanwhile. */
export type Victim = {
  readonly baseUrl: string;
  readonly merchant: CreatedMerchant;
  /** The API with the merchant's key. */
  readonly api: Api;
  /** The id of the process that runs now. */
  readonly pid: () => number;
  /** Seals and opens as the service does. */
  readonly secrets: Secrets;
  readonly databases: () => Databases;
  /** Runs a statement as the owner of the database. */
  readonly owner: (text: string) => Promise<Record<string, unknown>[]>;
  /** The number of rows of `sandbox.${from}`, which may have a WHERE clause. */
  readonly count: (from: string) => Promise<number>;
  /** What is wrong in the ledger of the sandbox. */
  readonly ledgerErrors: () => Promise<readonly unknown[]>;
  /** Makes writes wait, chosen as in CREATE TRIGGER, so that a kill finds them unfinished. Returns a function that ends this. */
  readonly delayWrites: (writes: string, seconds: number) => Promise<() => Promise<void>>;
  /** Kills the service with kill -9. */
  readonly kill: () => Promise<void>;
  /** Kills the database with kill -9; it starts again with the service. */
  readonly killDatabase: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Ends the leases of dead workers and calls, which otherwise takes 45 seconds. */
  readonly expireLeases: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const patienceMs = 60_000;

/**
 * Opens a victim before the tests of this file and closes it after them. Its receiver may be named in what is wanted of the
 * merchant, to have events delivered to it.
 */
export function victimForFile(wanted: (receiver: Receiver) => Partial<WantedMerchant> = () => ({})): {
  readonly service: () => Victim;
  readonly receiver: () => Receiver;
} {
  let opened: { readonly service: Victim; readonly receiver: Receiver } | undefined;
  beforeAll(async () => {
    const receiver = await aReceiver();
    opened = { receiver, service: await openVictim(wanted(receiver)) };
  });
  afterAll(async () => {
    await opened?.service.close();
    await opened?.receiver.close();
  });
  const ready = () => {
    if (!opened) throw new Error('the victim is opened before the first test');
    return opened;
  };
  return { service: () => ready().service, receiver: () => ready().receiver };
}

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
  const merchant = await createMerchant(looking.databases.platform, secrets, { ...aShop, ...about });
  await owner(nightsAreOver);
  return {
    baseUrl: service.baseUrl,
    merchant,
    api: apiOf(service.baseUrl, merchant.secretKey),
    pid: () => service.pid,
    secrets,
    databases: () => looking.databases,
    owner,
    count: async (from) => {
      const [row] = await owner(`SELECT count(*)::int AS n FROM sandbox.${from}`);
      return Number(row?.['n']);
    },
    ledgerErrors: () => auditLedgerAcrossMerchants(looking.databases.sandbox),
    delayWrites: async (writes, seconds) => {
      await owner(`
        CREATE FUNCTION public.delay_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END $$;
        CREATE TRIGGER delay_write ${writes} EXECUTE FUNCTION public.delay_write()`);
      return async () => {
        await owner('DROP FUNCTION public.delay_write() CASCADE');
      };
    },
    kill: () => service.kill(),
    killDatabase: async () => {
      await looking.databases.close();
      killPostmaster(dataDir);
      // Stopped, because it would start the server again, even after the test.
      await looking.embedded.stop();
      isGone = true;
    },
    restart: async () => {
      service = await startProcess(dataDir, port, env);
      if (isGone) looking = await look();
      isGone = false;
    },
    expireLeases: async () => {
      for (const text of [
        `UPDATE sandbox.webhook_deliveries SET lease_until = now() WHERE state = 'sending'`,
        `UPDATE sandbox.jobs SET lease_until = now() WHERE state = 'running'`,
        `UPDATE sandbox.idempotency_keys SET lease_until = now() WHERE state = 'started'`,
      ])
        await againIfDeadlocked(() => owner(text));
    },
    close: async () => {
      await looking.databases.close();
      await looking.embedded.stop();
      await service.terminate();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Polls until it is so. When it takes too long, the error says `what`. */
export async function until(
  what: string | (() => string),
  isSo: () => Promise<boolean> | boolean,
  withinMs = patienceMs,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`never: ${typeof what === 'string' ? what : what()}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** The service that has started again may lock the same rows in another order. */
async function againIfDeadlocked(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '40P01')) throw error;
    await againIfDeadlocked(work);
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
