import { createWriteStream, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceParts, startService } from '../../src/app/service.ts';
import { type CreatedMerchant, createMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit/audit.ts';
import { openDatabases } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { aFuzzedShop, type Seeded, seed } from '../../test/contract/schemathesis/seed.ts';
import { type Admission, openDoors } from './doors.ts';

/** The service on an empty database of its own. */
export type FuzzedService = {
  readonly baseUrl: string;
  /** Makes a merchant with objects of every kind. Each fuzzer needs one of its own: it cancels what is open and moves the clock to its limit. */
  readonly aMerchant: () => Promise<Seeded>;
  /** Makes the merchants of the own generator, and the ways to be refused. */
  readonly admission: () => Promise<Admission>;
  /** Makes a merchant without anything. */
  readonly anEmptyMerchant: () => Promise<CreatedMerchant>;
  /** The file that the service logs to. */
  readonly log: string;
  /** Faults that no answer shows: a ledger that does not balance, and errors in the log. One line each. */
  readonly hiddenFaults: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
};

const ownKey = 'the secret key of the contract fuzzers';
const limitless = { limit: 1_000_000_000, window: 60 };

type Server = { readonly url: string; readonly secretKey: string; readonly stop: () => Promise<void> };

/** @param given a migrated database; absent: an embedded one is started */
export async function startFuzzedService(
  directory: string,
  given?: Omit<Server, 'stop'>,
): Promise<FuzzedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-fuzz-'));
  const { url, secretKey, stop: stopServer } = await serverOf(dataDir, given);
  mkdirSync(directory, { recursive: true });
  const logFile = join(directory, 'service.log');
  const lines = createWriteStream(logFile);
  const faults: string[] = [];
  const write = (line: string) => {
    if (/"level":"(error|fatal)"/.test(line)) faults.push(line.trim());
    lines.write(line);
  };
  const log = createLog({ level: 'warn', destination: { write }, readable: false });
  const databases = openDatabases({
    url,
    secretKey,
    report: (error) => log.error({ err: error }, 'database'),
  });
  const secrets = createSecrets(secretKey);
  const parts: ServiceParts = {
    databases,
    secrets,
    log,
    dataDir,
    port: 0,
    nextPort: false,
    // Without a worker nothing is delivered: a URL that a fuzzer makes up may exist. Jobs run when the clock is moved.
    role: 'api',
    addresses: {},
    // The addresses that the contract allows for development; half of the generated ones are such.
    egress: { allow: ['127.0.0.0/8', '::1/128'], ports: [443, 8443] },
    trustProxy: undefined,
    limits: { default: limitless, 'mobile-status': limitless, address: limitless, 'wrong-key': limitless },
  };
  const service = await startService(parts);
  const others = await startOthers(parts);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await Promise.all([service.stop(), others.stop()]);
    await databases.close();
    await stopServer();
    await new Promise((done) => lines.end(done));
    await rm(dataDir, { recursive: true });
  };
  const { baseUrl } = service;
  return {
    baseUrl,
    aMerchant: () => seed({ platform: databases.platform, secrets, baseUrl }),
    admission: () => openDoors({ databases, secrets, baseUrl, ...others }),
    anEmptyMerchant: () => createMerchant(databases.platform, secrets, aFuzzedShop),
    log: logFile,
    hiddenFaults: async () => {
      const findings = await auditLedgerAcrossMerchants(databases.sandbox);
      return [...findings.map((finding) => JSON.stringify(finding)), ...faults];
    },
    // An interrupted run asks twice: in the handler of the signal and at the end of the run.
    stop: () => (stopped ??= stop()),
  };
}

const once = { limit: 1, window: 60 };

/** Starts the same service twice more, for failures that the first must not have. */
async function startOthers(parts: ServiceParts) {
  const limits = { default: once, 'mobile-status': once, address: once, 'wrong-key': once };
  const strict = await startService({ ...parts, limits });
  // Nothing listens on that port. Its errors are wanted, so they stay out of the log.
  const databases = openDatabases({
    url: 'postgres://owner:none@127.0.0.1:9/none',
    secretKey: ownKey,
    report: () => undefined,
  });
  const quiet = createLog({ level: 'fatal', destination: { write: () => undefined }, readable: false });
  const broken = await startService({ ...parts, databases, log: quiet });
  return {
    strictUrl: strict.baseUrl,
    brokenUrl: broken.baseUrl,
    stop: async () => {
      await Promise.all([strict.stop(), broken.stop()]);
      await databases.close();
    },
  };
}

async function serverOf(dataDir: string, given: Omit<Server, 'stop'> | undefined): Promise<Server> {
  if (given) return { ...given, stop: async () => undefined };
  const embedded = await startEmbedded({ dataDir, secretKey: ownKey, durable: false });
  await migrate(embedded.url, ownKey);
  return { url: embedded.url, secretKey: ownKey, stop: embedded.stop };
}
