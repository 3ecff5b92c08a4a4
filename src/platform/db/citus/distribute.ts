import { Client } from 'pg';
import { putFunction } from './functions.ts';
import { anchor, type Layout, layoutOf, misplacedIn, type Table } from './layout.ts';
import { takeLock } from './lock.ts';
import { CannotDistribute } from './refusal.ts';
import { forget, leftBehind, quietly } from './rows.ts';

type Wanted = {
  /** How many shards the merchants are divided into. Only the first run decides it. */
  readonly shards: number;
  readonly progress: (line: string) => void;
};

/** The layout of the database. @throws CannotDistribute */
export function citusStatus(url: string): Promise<Layout> {
  return onCluster(url, layoutOf);
}

/**
 * Distributes the tables of both modes by merchant, and copies those that are read without one. What has been done is left as it
 * is, so it can run again, and has to when a migration has made a table. Decision 0120.
 *
 * @returns the tables that it moved
 * @throws CannotDistribute
 */
export function distribute(url: string, { shards, progress }: Wanted): Promise<readonly Table[]> {
  return onCluster(url, async (client) => {
    // Held by the migrations, too: nobody makes a table meanwhile.
    await takeLock(client, progress);
    const layout = await layoutOf(client);
    if (!layout.nodes.some(({ isCoordinator, isActive }) => !isCoordinator && isActive))
      throw new CannotDistribute(
        'No worker node is registered.',
        "In this database, run: SELECT citus_set_coordinator_host('<host of this server>'); SELECT citus_add_node('<host>', 5432); for each node.",
      );
    const moved = misplacedIn(layout);
    await keepSettings(client);
    await allowTriggers(client);
    await client.query("SET citus.propagate_set_commands = 'local'");
    await client.query(`SET citus.shard_count = ${shards}`);
    for (const table of moved) {
      await move(client, table);
      progress(`${table.schema}.${table.name}: ${table.wanted}`);
    }
    await grantDefaults(client);
    for (const table of await leftBehind(client)) {
      await forget(client, table);
      progress(`${table}: its rows are no longer on this node`);
    }
    for (const name of layout.functions) {
      await putFunction(client, name);
      progress(`${name}(): as a cluster needs it`);
    }
    return moved;
  });
}

/** Its rows go with it. */
async function move(client: Client, table: Table): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${table.schema}.${table.name} LIMIT 1`);
  if (rowCount === 0) await place(client, table);
  else await quietly(client, () => place(client, table));
}

/**
 * Gives a table that is not distributed yet its place. Also used by migrations, inside their transaction, for a table they just
 * made. The session must have passed `allowTriggers`.
 */
export async function place(client: Client, { schema, name, wanted }: Table): Promise<void> {
  const table = `${schema}.${name}`;
  if (wanted === 'copied') {
    await client.query('SELECT create_reference_table($1)', [table]);
    return;
  }
  // Sent as one text, so that all of it happens or nothing.
  const mended = await mendedUniques(client, table);
  if (mended.length > 0) await client.query(mended.join('; '));
  const beside = name === anchor ? 'none' : `${schema}.${anchor}`;
  await client.query("SELECT create_distributed_table($1, 'merchant_id', colocate_with => $2)", [
    table,
    beside,
  ]);
}

/**
 * Citus fills in the defaults of a new row, and then the role names these columns, too. Where the role may name only some columns,
 * it needs the right for these as well. Triggers write them anew: what the role says does not count. After the last migration, which may
 * give rights to a table that has its place already.
 */
export async function grantDefaults(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; role: string; columns: string }>(
    `SELECT a.attrelid::regclass::text AS name, quote_ident(r.rolname) AS role, string_agg(quote_ident(a.attname), ', ') AS columns
     FROM pg_dist_partition p JOIN pg_attribute a ON a.attrelid = p.logicalrelid CROSS JOIN pg_roles r
     WHERE p.partmethod = 'h' AND a.atthasdef AND a.attgenerated = '' AND NOT a.attisdropped AND r.rolname LIKE 'mps\\_%'
       AND has_any_column_privilege(r.oid, a.attrelid, 'INSERT') AND NOT has_column_privilege(r.oid, a.attrelid, a.attnum, 'INSERT')
     GROUP BY a.attrelid, r.rolname`,
  );
  for (const { name, role, columns } of rows)
    await client.query(`GRANT INSERT (${columns}) ON ${name} TO ${role}`);
}

/**
 * Triggers of the ledger and of deliveries write to other tables of the same merchant, which lie on the same node. Citus cannot
 * know that, and refuses triggers unless the session says so.
 */
export async function allowTriggers(client: Client): Promise<void> {
  await client.query('SET citus.enable_unsafe_triggers = on');
  // One connection to each node: foreign keys see what the same transaction made before.
  await client.query("SET citus.multi_shard_modify_mode = 'sequential'");
}

export const settings = [
  'citus.enable_unsafe_triggers = on',
  "citus.propagate_set_commands = 'local'",
  'citus.max_adaptive_executor_pool_size = 1',
];

/**
 * Triggers are allowed in the sessions of other programs, too, such as an administrator's. A limit that is set for a transaction holds
 * on the nodes that it writes on: a reset may take longer than other statements. What asks every node asks its shards one after the
 * other: Citus would open more connections to a node that is slow, and each costs it more than the answers.
 */
export async function keepSettings(client: Client): Promise<void> {
  const database = client.escapeIdentifier(client.database ?? '');
  for (const setting of settings) await client.query(`ALTER DATABASE ${database} SET ${setting}`);
}

/**
 * A node can only compare the rows that it has. So a unique number that is counted over all merchants becomes unique for each
 * merchant; its counter or sequence keeps it unique over all.
 */
async function mendedUniques(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string; constraint: string | null }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition,
       (SELECT quote_ident(conname) || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE conindid = i.indexrelid AND contype = 'u') AS "constraint"
     FROM pg_index i WHERE i.indrelid = $1::regclass AND i.indisunique AND NOT i.indisprimary
       AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'merchant_id' AND a.attnum = ANY (i.indkey))`,
    [table],
  );
  return rows.flatMap(({ name, definition, constraint }) =>
    constraint === null
      ? [`DROP INDEX ${name}`, definition.replace(' (', ' (merchant_id, ')]
      : [
          `ALTER TABLE ${table} DROP CONSTRAINT ${constraint.split(' ')[0]}`,
          `ALTER TABLE ${table} ADD CONSTRAINT ${constraint.replace(' (', ' (merchant_id, ')}`,
        ],
  );
}

async function onCluster<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, fallback_application_name: 'mps', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    if (rowCount === 0)
      throw new CannotDistribute(
        'This database is no Citus cluster.',
        'As an administrator, on every node, run in this database: CREATE EXTENSION citus;',
      );
    return await work(client);
  } finally {
    await client.end();
  }
}
