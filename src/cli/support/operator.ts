import { userInfo } from 'node:os';
import { type Config, readConfig, secretKeysOf } from '../../app/config.ts';
import { contextsOf } from '../../app/context.ts';
import { connectedBy } from '../../app/gateways.ts';
import type { Context } from '../../engine/context.ts';
import type { Mode } from '../../engine/principal.ts';
import { syncClock } from '../../platform/clock-sync.ts';
import { type Databases, type Db, openDatabases } from '../../platform/db/database.ts';
import { startEmbedded } from '../../platform/db/embedded.ts';
import { checkDatabase, migrate } from '../../platform/db/migrate.ts';
import { DatabaseNewer } from '../../platform/db/migrations/refusals.ts';
import { createEgress } from '../../platform/http/egress/egress.ts';
import { createLog } from '../../platform/log.ts';
import { createSecrets, type SecretKeys, type Secrets } from '../../platform/secrets.ts';
import { Failure } from './print.ts';

/** What a command works with: the settings, the databases of both modes, and the secrets. */
export type Operator = {
  readonly config: Config;
  /** The owner's address of the database. */
  readonly url: string;
  readonly databases: Databases;
  readonly secrets: Secrets;
  /** Who runs the command: the user of the operating system. */
  readonly by: string;
};

export const dbOfMode = ({ databases }: Operator, mode: Mode): Db => databases[mode];

/** Runs `work` on the database of DATABASE_URL, which must be migrated, or else on the embedded one. */
export function onDatabases<T>(work: (operator: Operator) => Promise<T>): Promise<T> {
  return onServer(async ({ config, url, secretKey }) => {
    if (config.database === undefined) await migrateEmbedded(url, secretKey);
    else await checkDatabase(url, secretKey);
    const options = config.database ?? { url };
    // A connection that breaks while idle needs no report: the next statement fails.
    const databases = openDatabases({ ...options, secretKey, report: () => undefined });
    try {
      await syncClock(databases.clock);
      return await work({ config, url, databases, secrets: createSecrets(secretKey), by: userName() });
    } finally {
      await databases.close();
    }
  });
}

type OfMode = { readonly live?: boolean };

/** The context of a mode, for actions that record events: the running service delivers them. No action here shows a page's address. */
export async function contextOf({ config, databases, secrets }: Operator, of: OfMode): Promise<Context> {
  const none = { checkout: '', pay: '', dashboard: '', ...config.addresses };
  const { contexts } = contextsOf({
    databases,
    secrets,
    egress: createEgress(config.egress),
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    addresses: none,
    connectGateways: await connectedBy(config.gateways),
  });
  return contexts[of.live === true ? 'live' : 'sandbox'];
}

type Server = { readonly config: Config; readonly url: string; readonly secretKey: SecretKeys };

/** Runs `work` on the server, migrated or not. A running service shares its embedded server; otherwise one starts for `work`. */
export async function onServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const config = await readConfig();
  const secretKey = secretKeysOf(config);
  if (config.database !== undefined) return work({ config, url: config.database.url, secretKey });
  const embedded = await startEmbedded({ dataDir: config.dataDir, secretKey: secretKey[0] }).catch(
    doesNotStart,
  );
  try {
    return await work({ config, url: embedded.url, secretKey });
  } finally {
    await embedded.stop();
  }
}

/** A newer release may have migrated the embedded database; this one runs on it as it is. */
async function migrateEmbedded(url: string, secretKey: SecretKeys): Promise<void> {
  try {
    await migrate(url, secretKey);
  } catch (error) {
    if (!(error instanceof DatabaseNewer)) throw error;
  }
}

function doesNotStart(error: unknown): never {
  throw new Failure(
    'network',
    `PostgreSQL (embedded): ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
