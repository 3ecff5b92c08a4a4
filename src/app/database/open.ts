import { monotonicMs } from '../../platform/clock.ts';
import { followClock } from '../../platform/clock-sync.ts';
import { type Databases, openDatabases } from '../../platform/db/database.ts';
import { type Embedded, startEmbedded } from '../../platform/db/embedded.ts';
import { checkDatabase, migrate } from '../../platform/db/migrate.ts';
import { DatabaseNewer } from '../../platform/db/migrations/refusals.ts';
import { openReplica } from '../../platform/db/replica/replica.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretKeys } from '../../platform/secrets.ts';
import { whenThere } from './wait.ts';

type Addresses = {
  /** With the login of the database's owner. */
  readonly url: string;
  readonly urls: Readonly<Partial<Record<'sandbox' | 'live' | 'platform', string>>>;
  readonly directUrl?: string;
  readonly replicaUrl?: string;
};

type Wanted = {
  readonly dataDir: string;
  readonly database: Addresses | undefined;
  /** The most connections. */
  readonly connections: number;
};

export type Opened = {
  readonly databases: Databases;
  readonly embedded: Embedded | undefined;
  /** What is ready, in a few words each. */
  readonly ready: readonly string[];
};

/** Opens the database of DATABASE_URL, which must be migrated, or else starts and migrates the embedded one. */
export async function open(config: Wanted, secretKeys: SecretKeys, log: Log): Promise<Opened> {
  const opened = await (config.database
    ? openOwn({ ...config.database, connections: config.connections }, secretKeys, log)
    : openEmbedded(config, secretKeys, log));
  await followClock(opened.databases.clock, log);
  return opened;
}

const countedEveryMs = 60_000;

/** When the database goes away, all connections break, and those for LISTEN break again at each attempt: logs one a minute. */
function reporterOf(log: Log): (error: Error) => void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (error) => {
    count += 1;
    if (monotonicMs() - loggedMs < countedEveryMs) return;
    log.warn({ err: error, count }, 'a database connection broke');
    loggedMs = monotonicMs();
    count = 0;
  };
}

async function openOwn(
  addresses: Addresses & Pick<Wanted, 'connections'>,
  secretKeys: SecretKeys,
  log: Log,
): Promise<Opened> {
  const { host } = new URL(addresses.url);
  const newer = await whenThere(host, log, () => checkDatabase(addresses.url, secretKeys));
  if (newer.length > 0) sayNewer(log, newer);
  const databases = openDatabases({ ...addresses, secretKey: secretKeys, report: reporterOf(log) });
  try {
    // A role may log in at another address than the owner.
    await whenThere('an address of DATABASE_URL_SANDBOX, _LIVE or _PLATFORM', log, databases.ping);
  } catch (error) {
    await databases.close();
    throw error;
  }
  return {
    databases: withReplica(databases, addresses, secretKeys, log),
    embedded: undefined,
    ready: ['PostgreSQL'],
  };
}

/** A replica that is away does not hold up the start: the primary serves everything. */
function withReplica(
  databases: Databases,
  { replicaUrl, connections }: Pick<Addresses, 'replicaUrl'> & Pick<Wanted, 'connections'>,
  secretKeys: SecretKeys,
  log: Log,
): Databases {
  if (replicaUrl === undefined) return databases;
  const replica = openReplica({
    url: replicaUrl,
    databases,
    secretKey: secretKeys,
    connections,
    report: reporterOf(log),
    changed: (instance, standing) => {
      if (standing === 'used') log.info({ instance }, 'lists are read from the replica again');
      else
        log.warn(
          { instance, replica: standing },
          'lists are read from the primary: the replica is away or behind',
        );
    },
  });
  return {
    ...databases,
    pools: () => [...databases.pools(), ...replica.pools()],
    close: async () => {
      await replica.close();
      await databases.close();
    },
  };
}

async function openEmbedded(
  { dataDir, connections }: Pick<Wanted, 'dataDir' | 'connections'>,
  [secretKey]: SecretKeys,
  log: Log,
): Promise<Opened> {
  const embedded = await startEmbedded({ dataDir, secretKey });
  try {
    const applied = await migrateUnlessNewer(embedded.url, secretKey, log);
    const migrations = applied.length > 0 ? `${applied.length} migrations` : 'migrations at head';
    return {
      databases: openDatabases({ url: embedded.url, secretKey, connections, report: reporterOf(log) }),
      embedded,
      ready: ['PostgreSQL (embedded)', migrations, 'demo merchant', 'worker'],
    };
  } catch (error) {
    // The running server would keep this process alive.
    await embedded.stop();
    throw error;
  }
}

async function migrateUnlessNewer(url: string, secretKey: string, log: Log): Promise<readonly string[]> {
  try {
    return await migrate(url, secretKey, undefined, (words) => log.warn(words));
  } catch (error) {
    if (!(error instanceof DatabaseNewer)) throw error;
    sayNewer(log, await checkDatabase(url, secretKey));
    return [];
  }
}

function sayNewer(log: Log, migrations: readonly string[]): void {
  log.warn({ migrations }, 'a newer release has migrated this database; this one runs on it as it is');
}
