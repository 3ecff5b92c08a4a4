import { Client, DatabaseError, Pool } from 'pg';
import { distribute, settings } from '../../../src/platform/db/citus/distribute.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';

/** The address of another database on the same server. */
export function at(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Few: a test has a handful of merchants, and each of the 140 tables has this many parts. */
const fewShards = 4;

/**
 * The servers of a Citus cluster, the coordinator first, as the owner reaches them. Of any other server: itself.
 *
 * @param url the coordinator, with a database in which the nodes are registered
 */
export async function serversOf(url: string): Promise<readonly [string, ...string[]]> {
  const found = await once(url, "SELECT FROM pg_extension WHERE extname = 'citus'");
  if (found.length === 0) return [url];
  const workers = await once(
    url,
    "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' ORDER BY groupid",
  );
  const addresses = workers.map(({ host, port }) => {
    const address = new URL(url);
    address.host = `${String(host)}:${String(port)}`;
    return address.href;
  });
  return [url, ...addresses];
}

/** On a Citus cluster the same database on each node, with its merchants distributed. Elsewhere a migrated database. */
export async function makeDatabase(
  server: string,
  { name, secretKey, shards = fewShards }: { name: string; secretKey: string; shards?: number },
): Promise<void> {
  const servers = await serversOf(server);
  const [first, ...workers] = servers;
  await onEach(servers, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await onEach(servers, `CREATE DATABASE ${name}`);
  const url = at(first, name);
  if (workers.length > 0) await register(servers, name);
  await migrate(url, secretKey);
  if (workers.length > 0) await distribute(url, { shards, progress: () => undefined });
}

/** Renames it on each node, and lets nobody in: the daemon of Citus would be in the way of whoever clones it. */
export async function finishTemplate(servers: readonly string[], from: string, to: string): Promise<void> {
  if (servers.length > 1) {
    await onEach(servers, `ALTER DATABASE ${from} ALLOW_CONNECTIONS false`);
    for (const server of servers)
      await once(server, 'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
        from,
      ]);
  }
  await onEach(servers, `ALTER DATABASE ${from} RENAME TO ${to}`);
}

/** The settings of a database are not cloned. */
export async function cloneOnEach(servers: readonly string[], name: string, template: string): Promise<void> {
  await onEach(servers, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  if (servers.length < 2) return;
  for (const setting of settings) await onEach(servers, `ALTER DATABASE ${name} SET ${setting}`);
}

export async function dropOnEach(servers: readonly string[], name: string): Promise<void> {
  // The daemon of Citus would come back, and be in the way.
  if (servers.length > 1) await onEach(servers, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  for (const server of servers) await dropOnOne(server, name);
}

/** PostgreSQL waits five seconds for the sessions that it ends. On a busy machine those of a cluster take longer. */
async function dropOnOne(server: string, name: string, triesLeft = 10): Promise<void> {
  try {
    await kept(server).query(`DROP DATABASE ${name} WITH (FORCE)`);
  } catch (error) {
    const isInUse = error instanceof DatabaseError && error.code === '55006';
    if (!isInUse || triesLeft === 0) throw error;
    await dropOnOne(server, name, triesLeft - 1);
  }
}

/** Makes the servers one cluster in this database, which each of them has. */
export async function register(servers: readonly string[], name: string): Promise<void> {
  for (const server of servers) await once(at(server, name), 'CREATE EXTENSION IF NOT EXISTS citus');
  const [first = '', ...workers] = servers.map((server) => new URL(server));
  const coordinator = at(String(first), name);
  const add = async (call: string, { hostname, port }: URL) =>
    once(coordinator, `SELECT ${call}($1, $2)`, [hostname, Number(port)]);
  await add('citus_set_coordinator_host', new URL(first));
  for (const worker of workers) await add('citus_add_node', worker);
}

/** Runs a statement on each server, which must be able to run again. */
export async function onEach(servers: readonly string[], text: string): Promise<void> {
  for (const server of servers) await kept(server).query(text);
}

const pools = new Map<string, Pool>();

/** Connections that stay open: each test file has a database made and dropped. */
function kept(server: string): Pool {
  const known = pools.get(server);
  if (known !== undefined) return known;
  const pool = new Pool({ connectionString: server, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  pools.set(server, pool);
  return pool;
}

export async function once(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
