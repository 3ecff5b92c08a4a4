import { type Config, readConfig, secretKeysOf } from '../../app/config.ts';
import { startEmbedded } from '../../platform/db/embedded.ts';
import type { SecretKeys } from '../../platform/secrets.ts';
import { Failure } from './print.ts';

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

function doesNotStart(error: unknown): never {
  throw new Failure(
    'network',
    `PostgreSQL (embedded): ${error instanceof Error ? error.message : String(error)}`,
  );
}
