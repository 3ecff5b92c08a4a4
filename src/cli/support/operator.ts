import type { Config } from '../../app/config.ts';
import type { Mode } from '../../engine/principal.ts';
import { syncClock } from '../../platform/clock-sync.ts';
import { type Databases, type Db, openDatabases } from '../../platform/db/database.ts';
import { checkDatabase, migrate } from '../../platform/db/migrate.ts';
import { DatabaseNewer } from '../../platform/db/migrations/refusals.ts';
import { createSecrets, type SecretKeys, type Secrets } from '../../platform/secrets.ts';
import { say } from './print.ts';
import { onServer } from './server.ts';
import { userName } from './user.ts';

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
    else await checkDatabase(url, secretKey, 'skip');
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

/** A newer release may have migrated the embedded database; this one runs on it as it is. */
async function migrateEmbedded(url: string, secretKey: SecretKeys): Promise<void> {
  try {
    await migrate(url, secretKey, undefined, say);
  } catch (error) {
    if (!(error instanceof DatabaseNewer)) throw error;
  }
}
