import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { secretKeyOf } from '../../src/app/config.ts';
import { type CreatedMerchant, createMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { type Databases, openDatabases } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { rolePassword } from '../../src/platform/db/roles.ts';
import { createSecrets, type Secrets } from '../../src/platform/secrets.ts';
import { type Child, serve } from './children.ts';

/** A fresh embedded database, durable as in production, and the service on it. */
export type Place = {
  readonly dataDir: string;
  readonly databases: Databases;
  readonly secrets: Secrets;
  /** As the owner, and as the role whose statements are measured. */
  readonly ownerUrl: string;
  readonly sandboxUrl: string;
  /** As the owner, who finds the tables of the sandbox and of the platform by their names. */
  readonly bothUrl: string;
  readonly aMerchant: (webhookUrl?: string) => Promise<CreatedMerchant>;
  /** The production service as a child process. */
  readonly startService: () => Promise<Service>;
  readonly stop: () => Promise<void>;
};

const places = new Set<Place>();

export type Service = Child & { readonly baseUrl: string };

/** As many as an app may have: the bench is no caller that has to be held back. */
const rateLimit = 1_000_000;

/** @param noteCommits whether PostgreSQL keeps the time of every commit */
export async function openPlace(profile: boolean, noteCommits = false): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-bench-'));
  const secretKey = secretKeyOf({ dataDir, secretKey: undefined });
  const secrets = createSecrets(secretKey);
  if (noteCommits) await setUp({ dataDir, secretKey }, 'track_commit_timestamp = on');
  const embedded = await startEmbedded({ dataDir, secretKey });
  await migrate(embedded.url, secretKey);
  const databases = openDatabases({ url: embedded.url, secretKey, report: () => undefined });
  const sandboxUrl = new URL(embedded.url);
  sandboxUrl.username = 'mps_sandbox';
  sandboxUrl.password = rolePassword(secretKey, 'mps_sandbox');
  const bothUrl = new URL(embedded.url);
  bothUrl.searchParams.set('options', '-c search_path=sandbox,platform');
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await databases.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true });
    places.delete(place);
  };
  const place: Place = {
    dataDir,
    databases,
    secrets,
    ownerUrl: embedded.url,
    sandboxUrl: sandboxUrl.href,
    bothUrl: bothUrl.href,
    aMerchant: (webhookUrl) =>
      createMerchant(databases.platform, secrets, {
        businessName: 'Bench',
        email: 'bench@example.test',
        country: 'ZW',
        kycTier: 1,
        mode: 'sandbox',
        rateLimit,
        webhookUrl: webhookUrl ?? null,
        totp: false,
      }),
    startService: () => startService(dataDir, profile),
    stop: () => (stopped ??= stop()),
  };
  places.add(place);
  return place;
}

/** For a bench that is interrupted. */
export async function stopPlaces(): Promise<void> {
  await Promise.all([...places].map((place) => place.stop()));
}

/** For what counts from the next start of the server on. */
async function setUp(options: { dataDir: string; secretKey: string }, setting: string): Promise<void> {
  const embedded = await startEmbedded(options);
  const client = new Client({ connectionString: embedded.url });
  await client.connect();
  await client.query(`ALTER SYSTEM SET ${setting}`);
  await client.end();
  await embedded.stop();
}

/** Until the first answer. The same settings as production, but for the database, which comes with it. */
export async function startService(dataDir: string, profile = false): Promise<Service> {
  const port = await freePort();
  const profiling = profile
    ? ['--cpu-prof', `--cpu-prof-dir=${join(process.cwd(), '.data', 'profiles')}`]
    : [];
  const baseUrl = `http://127.0.0.1:${port}`;
  const child = await serve({
    words: [...profiling, 'src/app/main.ts'],
    env: { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'info' },
    log: join(dataDir, 'service.log'),
    ready: `${baseUrl}/readyz`,
  });
  return { ...child, baseUrl };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}
