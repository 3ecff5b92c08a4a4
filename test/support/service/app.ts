import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, type ServiceParts, startService } from '../../../src/app/service.ts';
import { type Limits, usualLimits } from '../../../src/domain/merchants/access/limits.ts';
import {
  type CreatedMerchant,
  createMerchant,
  type WantedMerchant,
} from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createSecrets, type Secrets } from '../../../src/platform/secrets.ts';
import { aShop } from './a-shop.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';

/** The real service with its own database. */
export type App = {
  readonly baseUrl: string;
  readonly service: Service;
  readonly database: TestDatabase;
  readonly secrets: Secrets;
  /** The service's log, one JSON line each. */
  readonly lines: readonly string[];
  /** On the free plan of the platform, so that a turned clock takes no money from the balances that tests look at. */
  readonly aMerchant: (wanted?: Partial<WantedMerchant>) => Promise<CreatedMerchant>;
  readonly stop: () => Promise<void>;
};

type Wanted = {
  /** `api`: no worker runs, so that a test can look at queued jobs and deliveries. */
  readonly role?: 'all' | 'api' | 'worker';
  /** Rate limits, for a test that calls more often than the usual ones allow. */
  readonly limits?: Limits;
  /** Public addresses. Absent: all are that of the service. */
  readonly addresses?: ServiceParts['addresses'];
  /** False, as of a worker in production without DASHBOARD_URL. */
  readonly hasDashboard?: boolean;
  /** Of the hosted pages. */
  readonly languages?: ServiceParts['languages'];
  /** How long the listener stays open while the service stops. */
  readonly drainSeconds?: number;
  /** Absent: the sandbox is simulated, and live has no gateway. */
  readonly connectGateways?: ServiceParts['connectGateways'];
  /** Where metrics are served, and who says that the rate limit is degraded. */
  readonly telemetry?: Pick<ServiceParts, 'admin' | 'isRateLimitDegraded'>;
  readonly logLevel?: 'debug' | 'info';
  /** Releases that never were, and the handlers that only they need. */
  readonly releases?: Pick<ServiceParts, 'versions' | 'removed'>;
};

/** On a busy machine, what is slow must not look like what is refused. */
const patience = 8;

export async function startApp({
  role = 'all',
  limits = usualLimits,
  drainSeconds = 0,
  addresses = {},
  hasDashboard = true,
  languages = ['en'],
  releases,
  telemetry,
  connectGateways,
  logLevel = 'info',
}: Wanted = {}): Promise<App> {
  const database = await cloneDatabase(patience);
  const secrets = createSecrets(database.secretKey);
  const lines: string[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-test-'));
  const service = await startService({
    databases: database.databases,
    secrets,
    log: createLog({
      level: logLevel,
      destination: { write: (line) => void lines.push(line) },
      readable: false,
    }),
    dataDir,
    port: 0,
    nextPort: false,
    role,
    addresses,
    hasDashboard,
    egress: { allow: ['127.0.0.0/8'], ports: [443, 8443] },
    trustProxy: undefined,
    limits,
    drainSeconds,
    languages,
    patience,
    ...(connectGateways && { connectGateways }),
    ...releases,
    ...telemetry,
  });
  return {
    baseUrl: service.baseUrl,
    service,
    database,
    secrets,
    lines,
    aMerchant: async (wanted) => {
      const made = await createMerchant(database.databases.platform, secrets, { ...aShop, ...wanted });
      await database.databases.platform
        .insertInto('merchant_plans')
        .values({ merchant_id: made.merchantId, plan: 'free' })
        .execute();
      return made;
    },
    stop: async () => {
      await service.stop();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
