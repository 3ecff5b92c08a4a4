import { readConfig, secretKeysOf } from '../../app/config.ts';
import { type Connected, connect } from '../../domain/money/gateways/routing/connect.ts';
import type { GatewayEntry, GatewayPlan } from '../../domain/money/gateways/routing/plan.ts';
import { railKinds } from '../../domain/money/gateways/routing/rails.ts';
import { type Databases, openDatabases } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { type Operator, onDatabases } from '../support/operator.ts';
import { Failure } from '../support/print.ts';

/** The plan of gateways.yaml. */
export async function planned(): Promise<GatewayPlan> {
  const { gateways } = await readConfig();
  if (!gateways) throw new Failure('usage', 'There is no file of gateways. Name it: GATEWAYS=gateways.yaml');
  return gateways;
}

/** The entries that a command is about. */
export function entriesNamed({ entries }: GatewayPlan, name: string | undefined): readonly GatewayEntry[] {
  const found = entries.filter((entry) => name === undefined || entry.name === name);
  if (found.length > 0) return found;
  const names = entries.map((entry) => entry.name).join(', ');
  throw new Failure('notFound', `There is no gateway ${name ?? ''}. There are: ${names}.`);
}

/** Runs `work` on the rails of the entries, and ends their connections. Uses the database only for rails that need it. */
export async function onRails<T>(
  entries: readonly GatewayEntry[],
  work: (connected: readonly Connected[]) => Promise<T>,
): Promise<T> {
  const needsDatabase = entries.some(({ rail }) => railKinds[rail]?.checkNeedsDatabase === true);
  return needsDatabase
    ? await onDatabases((operator) => withRails(entries, operator, work))
    : await withoutDatabase(entries, work);
}

/** The rails get connections to a database that none of them uses: they connect at their first statement. */
async function withoutDatabase<T>(
  entries: readonly GatewayEntry[],
  work: (connected: readonly Connected[]) => Promise<T>,
): Promise<T> {
  const config = await readConfig();
  const secretKey = secretKeysOf(config);
  const options = config.database ?? { url: 'postgres://localhost/none' };
  const databases = openDatabases({ ...options, secretKey, report: () => undefined });
  try {
    return await withRails(entries, { config, databases, secrets: createSecrets(secretKey) }, work);
  } finally {
    await databases.close();
  }
}

/** Runs `work` on the rails of the entries, and ends their connections. */
export async function withRails<T>(
  entries: readonly GatewayEntry[],
  { config, databases, secrets }: Pick<Operator, 'config' | 'secrets'> & { readonly databases: Databases },
  work: (connected: readonly Connected[]) => Promise<T>,
): Promise<T> {
  // A check says itself what is wrong.
  const log = createLog({ level: 'silent' });
  const callbackAddress = config.addresses.callbacks ?? `http://localhost:${config.port}`;
  const connected = entries.flatMap((entry) =>
    connect([entry], railKinds, { db: databases[entry.mode], log, secrets, callbackAddress }),
  );
  try {
    return await work(connected);
  } finally {
    await Promise.all(connected.map(({ rail }) => rail.stop()));
  }
}
