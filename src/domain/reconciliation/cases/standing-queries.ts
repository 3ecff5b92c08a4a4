import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** How many cases of all gateways are not resolved, up to 10,000. */
export async function countUnresolvedCasesAcrossMerchants(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT FROM reconciliation_cases WHERE state <> 'resolved' LIMIT 10000) c`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
