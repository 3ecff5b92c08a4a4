import { sql } from 'kysely';
import { type Db, inTransactionAcrossMerchants, type Tx } from '../../../src/platform/db/database.ts';

/**
 * How many rows of these tables `work` reads, by scans of any kind.
 *
 * Its own session counts them: the counts of the whole database also grow when another session reports late.
 */
export function rowsReadBy(
  db: Db,
  tables: readonly string[],
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  return inTransactionAcrossMerchants(db, async (tx) => {
    // The session has not reported the rows of all its earlier transactions.
    const before = await countedBy(tx, tables);
    await work(tx);
    return (await countedBy(tx, tables)) - before;
  });
}

async function countedBy(tx: Tx, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int AS read FROM pg_stat_xact_user_tables
    WHERE schemaname = current_schema() AND relname = ANY (${tables})`.execute(tx);
  return Number(rows[0]?.read);
}
