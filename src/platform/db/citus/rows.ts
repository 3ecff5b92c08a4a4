import { type Client, DatabaseError } from 'pg';
import { CannotDistribute } from './refusal.ts';

// What becomes of the rows of a table that is distributed.

/**
 * In a transaction in which no trigger does anything, on no node: Citus inserts the rows of a table anew, and triggers would count
 * them a second time. Nor are foreign keys checked again.
 *
 * @throws CannotDistribute
 */
export async function quietly(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    // A statement of its own: Citus passes on the whole text that came with it.
    await client.query('SET LOCAL session_replication_role = replica').catch(explain);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function explain(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
  throw new CannotDistribute(
    'The database has rows already, and its owner may not keep triggers from counting them again.',
    'As an administrator, on every node, run: GRANT SET ON PARAMETER session_replication_role TO <owner>;',
  );
}

/** Tables whose rows are on other nodes, and on the disk of this one too, where nobody reads them any more. */
export async function leftBehind(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
     WHERE c.relnamespace = ANY (ARRAY['sandbox', 'live']::regnamespace[]) AND pg_relation_size(p.logicalrelid) > 0 ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export async function forget(client: Client, table: string): Promise<void> {
  await quietly(client, async () => {
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
  });
}
