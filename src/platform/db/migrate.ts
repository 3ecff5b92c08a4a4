import { Client } from 'pg';
import type { GivenKeys } from '../secrets.ts';
import { isDistributed } from './citus/layout.ts';
import { takeLock } from './citus/lock.ts';
import { finishDistributed, leftByDistribute } from './citus/migrating.ts';
import { type Migration, migrationsIn, nameOf, ownFiles, type Schema } from './migrations/files.ts';
import { record, runInside } from './migrations/inside.ts';
import { runOutside } from './migrations/outside.ts';
import { withPatience } from './migrations/patience.ts';
import { DatabaseNewer, DatabaseOutdated, DatabaseTooOld, HalfDistributed } from './migrations/refusals.ts';
import { needing } from './migrations/rights.ts';
import { refuseOldServer, versionQuery } from './migrations/server-version.ts';
import { outside } from './migrations/statements.ts';
import { checkSecretKey, ensureRoles, roles } from './roles.ts';

// Migrations go forward only. Each file runs once per schema, in one transaction unless its first line says otherwise, and is
// remembered with the hash of its text. Every step expands before it contracts, so that the previous release runs on the migrated
// database too.

/** A migration that has not run here, whose text is no longer the one that ran, or that is unknown: of a newer release. */
export type Difference = {
  readonly schema: Schema;
  readonly file: string;
  readonly because: 'pending' | 'changed' | 'unknown';
};

/** The first file that ran in every database from before the baseline. No file may have this name again. */
const beforeBaseline = 'platform/0001-merchants-apps-and-keys.sql';

const connectMs = 5000;
/**
 * A cleaning of the table by autovacuum gives way to a session that has waited this long, usually a second: as long as we would
 * wait. The owner of a hosted database may lack the right to set it.
 */
const yieldingVacuum =
  "SELECT set_config('deadlock_timeout', '200ms', false) WHERE has_parameter_privilege('deadlock_timeout', 'SET')";

/**
 * Makes the roles, runs all pending migrations and returns the files that ran. Decision 0004.
 *
 * @param url the connection URL of the database's owner
 * @param folder where the files are, for tests that make another database
 * @param progress is told whom it waits for
 * @throws ServerTooOld, DatabaseTooOld, DatabaseNewer, WrongSecretKey, RolesOfAnotherKey before anything was changed
 * @throws OwnerLacksRight, HalfDistributed
 */
export async function migrate(
  url: string,
  keys: GivenKeys,
  folder = ownFiles,
  progress: (words: string) => void = () => undefined,
): Promise<readonly string[]> {
  return asOwner(url, async (client) => {
    await takeLock(client, progress);
    await client.query(yieldingVacuum);
    const applied = await appliedFiles(client);
    const migrations = migrationsIn(folder);
    const newer = unknownIn(compare(applied, migrations));
    if (newer.length > 0) throw new DatabaseNewer(newer);
    // Only a rotation gives the roles the passwords of another key.
    const key = await checkSecretKey(client, keys, 'skip');
    await needing('roles', client, () => ensureRoles(client, key));
    await needing('schemas', client, () => client.query(preparation()));
    const ran: string[] = [];
    const distributed = await isDistributed((query) => client.query(query));
    const left = distributed ? await leftByDistribute(client) : undefined;
    if (left !== undefined) throw new HalfDistributed(left);
    for (const migration of migrations) {
      if (applied.has(nameOf(migration))) continue;
      await run(client, migration, distributed);
      ran.push(nameOf(migration));
    }
    if (distributed) await finishDistributed(client);
    await checkSecretKey(client, keys, 'note');
    return ran;
  });
}

/**
 * The differences between this database and the migrations here.
 *
 * @throws DatabaseTooOld no migration leads from this database to the newest one
 */
export async function status(url: string): Promise<readonly Difference[]> {
  return asOwner(url, async (client) => compare(await appliedFiles(client), migrationsIn(ownFiles)));
}

/**
 * Checks that this release can run on the database.
 *
 * @param first `skip`: writes nothing, so that a server that takes no writes can be read
 * @returns the migrations of a newer release, which only expand what this release uses
 * @throws DatabaseOutdated, ServerTooOld, DatabaseTooOld, WrongSecretKey
 */
export async function checkDatabase(
  url: string,
  keys: GivenKeys,
  first: 'note' | 'skip' = 'note',
): Promise<readonly string[]> {
  return asOwner(url, async (client) => {
    const differences = compare(await appliedFiles(client), migrationsIn(ownFiles));
    const missing = differences.filter(({ because }) => because !== 'unknown');
    if (missing.length > 0) throw new DatabaseOutdated(missing.length);
    await checkSecretKey(client, keys, first);
    return unknownIn(differences);
  });
}

function unknownIn(differences: readonly Difference[]): readonly string[] {
  return differences.filter(({ because }) => because === 'unknown').map(nameOf);
}

function compare(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): readonly Difference[] {
  const known = new Set<string>();
  const differences: Difference[] = [];
  for (const migration of migrations) {
    const name = nameOf(migration);
    const hash = applied.get(name);
    known.add(name);
    if (hash === undefined)
      differences.push({ schema: migration.schema, file: migration.file, because: 'pending' });
    else if (hash !== migration.hash)
      differences.push({ schema: migration.schema, file: migration.file, because: 'changed' });
  }
  for (const name of applied.keys()) {
    const [schema, file] = name.split('/');
    if (!known.has(name) && file !== undefined && isSchema(schema))
      differences.push({ schema, file, because: 'unknown' });
  }
  return differences;
}

function isSchema(text: string | undefined): text is Schema {
  return text === 'platform' || text === 'sandbox' || text === 'live';
}

/** @throws ServerTooOld */
async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    fallback_application_name: 'mps',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number }>(versionQuery);
    refuseOldServer(rows);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the schemas, each with its own list of migrations. The nightly reset of the sandbox keeps that list. */
function preparation(): string {
  return roles
    .map(
      ({ schema }) => `CREATE SCHEMA IF NOT EXISTS ${schema};
        CREATE TABLE IF NOT EXISTS ${schema}.migrations (file text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
        COMMENT ON TABLE ${schema}.migrations IS 'The migrations that ran in this schema, with the hash of their text.';`,
    )
    .join('\n');
}

/** The files that ran in this database, with their hashes. Only reads, so that an old database is refused untouched. */
async function appliedFiles(client: Client): Promise<ReadonlyMap<string, string>> {
  const there = await client.query<{ there: boolean }>(
    "SELECT to_regclass('platform.migrations') IS NOT NULL AS there",
  );
  if (there.rows[0]?.there !== true) return new Map();
  const lists = roles.map(
    ({ schema }) => `SELECT '${schema}/' || file AS name, hash FROM ${schema}.migrations`,
  );
  const { rows } = await client.query<{ name: string; hash: string }>(lists.join(' UNION ALL '));
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  if (applied.has(beforeBaseline)) throw new DatabaseTooOld();
  return applied;
}

async function run(client: Client, migration: Migration, distributed: boolean): Promise<void> {
  const role = roles.find(({ schema }) => schema === migration.schema)?.name ?? '';
  try {
    if (migration.text.startsWith(`${outside}\n`)) {
      await runOutside(client, migration, role);
      await record(client, migration);
    } else await withPatience(() => runInside(client, migration, role, distributed));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${nameOf(migration)} failed: ${why}`, { cause: error });
  }
}
