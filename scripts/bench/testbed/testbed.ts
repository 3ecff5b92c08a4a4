import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { secretKeyOf } from '../../../src/app/config.ts';
import {
  type CreatedMerchant,
  createMerchant,
} from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { type Databases, openDatabases } from '../../../src/platform/db/database.ts';
import { startEmbedded } from '../../../src/platform/db/embedded.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { rolePassword } from '../../../src/platform/db/roles.ts';
import { createSecrets, type Secrets } from '../../../src/platform/secrets.ts';
import { type ServerProcess, serve } from './processes.ts';

/** A fresh embedded database, as durable as in production, and a way to start the service on it. */
export type Testbed = {
  readonly dataDir: string;
  readonly databases: Databases;
  readonly secrets: Secrets;
  /** Connects as the owner of the database. */
  readonly ownerUrl: string;
  /** The same by TCP, for programs that know no unix socket. */
  readonly ownerTcpUrl: string;
  /** Connects as the role that the service uses in the sandbox. */
  readonly sandboxUrl: string;
  /** Connects as the owner, with the schemas of the sandbox and of the platform in the search path. */
  readonly bothUrl: string;
  readonly aMerchant: () => Promise<CreatedMerchant>;
  /** Starts the production service as a child process. */
  readonly startService: (wanted?: Wanted) => Promise<ServerProcess>;
  readonly stop: () => Promise<void>;
};

const testbeds = new Set<Testbed>();

/** The highest limit that an app may have, so that the rate limiter refuses no call of the benchmark. */
const rateLimit = 1_000_000;

/** PostgreSQL keeps the time of every commit. */
export const withCommitTimes = ['track_commit_timestamp = on'];

type Options = {
  /** Services write CPU profiles. */
  readonly profile?: boolean;
  /** Of the embedded PostgreSQL, as `ALTER SYSTEM SET` takes them. */
  readonly settings?: readonly string[];
  /** Starts another PostgreSQL than the embedded one. */
  readonly server?: (secretKey: string) => Promise<Server>;
};

/** Reached by TCP. */
type Server = { readonly url: string; readonly stop: () => Promise<void> };

export async function openTestbed({ profile = false, settings = [], server }: Options): Promise<Testbed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-bench-'));
  const secretKey = secretKeyOf({ dataDir, secretKey: undefined });
  const secrets = createSecrets(secretKey);
  if (settings.length > 0) await changeSettings({ dataDir, secretKey }, settings);
  const given = await server?.(secretKey);
  const { url, tcpUrl, ...used } = given
    ? { ...given, tcpUrl: given.url }
    : await startEmbedded({ dataDir, secretKey });
  await migrate(url, secretKey);
  const databases = openDatabases({ url, secretKey, report: () => undefined });
  const sandboxUrl = new URL(url);
  sandboxUrl.username = 'mps_sandbox';
  sandboxUrl.password = rolePassword(secretKey, 'mps_sandbox');
  const bothUrl = new URL(url);
  bothUrl.searchParams.set('options', '-c search_path=sandbox,platform');
  // With a DATABASE_URL, webhooks reach this machine only where it is allowed.
  const environment = given && { DATABASE_URL: url, SECRET_KEY: secretKey, EGRESS_ALLOW: '127.0.0.1/32' };
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await databases.close();
    await used.stop();
    await rm(dataDir, { recursive: true });
    testbeds.delete(testbed);
  };
  const testbed: Testbed = {
    dataDir,
    databases,
    secrets,
    ownerUrl: url,
    ownerTcpUrl: tcpUrl,
    sandboxUrl: sandboxUrl.href,
    bothUrl: bothUrl.href,
    aMerchant: () =>
      createMerchant(databases.platform, secrets, {
        businessName: 'Bench',
        email: 'bench@example.test',
        country: 'ZW',
        kycTier: 1,
        mode: 'sandbox',
        rateLimit,
        webhookUrl: null,
        totp: false,
      }),
    startService: ({ env, ...wanted } = {}) =>
      startService(dataDir, { profile, ...wanted, env: { ...environment, ...env } }),
    stop: () => (stopped ??= stop()),
  };
  testbeds.add(testbed);
  return testbed;
}

/** A few at a time: each is a transaction. */
export async function someMerchants(
  { aMerchant }: Pick<Testbed, 'aMerchant'>,
  count: number,
): Promise<readonly CreatedMerchant[]> {
  const some: CreatedMerchant[] = [];
  while (some.length < count) {
    const next = Array.from({ length: Math.min(8, count - some.length) }, aMerchant);
    some.push(...(await Promise.all(next)));
  }
  return some;
}

/** Closes every database that is still open; for a benchmark that is interrupted. */
export async function stopTestbeds(): Promise<void> {
  await Promise.all([...testbeds].map((testbed) => testbed.stop()));
}

/** Starts the server once for them, since they take effect at the next start. */
async function changeSettings(
  options: { dataDir: string; secretKey: string },
  settings: readonly string[],
): Promise<void> {
  const embedded = await startEmbedded(options);
  const client = new Client({ connectionString: embedded.url });
  await client.connect();
  for (const setting of settings) await client.query(`ALTER SYSTEM SET ${setting}`);
  await client.end();
  await embedded.stop();
}

type Wanted = {
  readonly profile?: boolean;
  /** Absent: any free port. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
};

/** What `npm start` gives to Node: V8's settings, and what is run. */
function startWords(): readonly string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
  return scripts.start.split(' ').slice(1);
}

/** With the settings of production, except that the database is the embedded one. */
export function startService(
  dataDir: string,
  { profile = false, port: wanted, env }: Wanted = {},
): Promise<ServerProcess> {
  const profiling = profile
    ? ['--cpu-prof', `--cpu-prof-dir=${join(process.cwd(), '.data', 'profiles')}`]
    : [];
  return serve({
    words: () => [...profiling, ...startWords()],
    env: (port) => ({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'info', ...env }),
    log: join(dataDir, 'service.log'),
    readyPath: '/readyz',
    ...(wanted !== undefined && { port: wanted }),
  });
}
