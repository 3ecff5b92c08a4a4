import { createWriteStream, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../src/app/service.ts';
import { auditLedgerAcrossMerchants } from '../../src/core/ledger/audit.ts';
import { openDatabases } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { type Seeded, seed } from '../../test/contract/schemathesis/seed.ts';

/** The real service on an empty database of its own. */
export type FuzzedService = {
  readonly baseUrl: string;
  /** A merchant with a past: each fuzzer has one, since it breaks off what is under way and turns the clock to its end. */
  readonly aMerchant: () => Promise<Seeded>;
  /** Where the service logs to. */
  readonly log: string;
  /** What no answer shows: books that do not balance, and faults that the service logged. A line each. */
  readonly damage: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
};

const secretKey = 'the secret key of the contract fuzzers';
const limitless = { limit: 1_000_000_000, window: 60 };

export async function startFuzzedService(directory: string): Promise<FuzzedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-fuzz-'));
  const embedded = await startEmbedded({ dataDir, secretKey, durable: false });
  await migrate(embedded.url, secretKey);
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
    url: embedded.url,
    secretKey,
    report: (error) => log.error({ err: error }, 'database'),
  });
  const secrets = createSecrets(secretKey);
  const service = await startService({
    databases,
    secrets,
    log,
    dataDir,
    port: 0,
    nextPort: false,
    // Nothing is delivered: the fuzzers make up addresses, and somebody may live there. Jobs run when the clock is turned.
    role: 'api',
    addresses: {},
    // The addresses that the contract admits for development, which are half of those made up.
    egress: { allow: ['127.0.0.0/8', '::1/128'], ports: [443, 8443] },
    trustProxy: undefined,
    limits: { default: limitless, 'mobile-status': limitless, address: limitless },
  });
  const stop = async () => {
    await service.stop();
    await databases.close();
    await embedded.stop();
    await new Promise((done) => lines.end(done));
    await rm(dataDir, { recursive: true });
  };
  const { baseUrl } = service;
  return {
    baseUrl,
    aMerchant: () => seed({ platform: databases.platform, secrets, baseUrl }),
    log: logFile,
    damage: async () => {
      const findings = await auditLedgerAcrossMerchants(databases.sandbox);
      return [...findings.map((finding) => JSON.stringify(finding)), ...faults];
    },
    stop,
  };
}
