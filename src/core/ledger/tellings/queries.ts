import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Row } from '../../events/queries.ts';
import type { MerchantId } from '../../merchants/principal.ts';

/** The job that a posting queues, as columns; all null when it queues none. */
export type Told = {
  toldId: string | null;
  toldKind: string | null;
  toldKey: string | null;
  toldAt: Date | null;
};

/** Where the job waits it is locked and stays as it is; one that runs at this moment has not seen us, and runs anew. */
export function queueTelling(p: Told & { merchantId: MerchantId }) {
  return sql<object>`
    (INSERT INTO jobs AS j (merchant_id, job_id, kind, key, due_at)
    SELECT ${p.merchantId}::uuid, ${p.toldId}::uuid, ${p.toldKind}::text, ${p.toldKey}::text, ${p.toldAt}::timestamptz
    FROM journal WHERE ${p.toldId}::uuid IS NOT NULL LIMIT 1
    ON CONFLICT ON CONSTRAINT job_once DO UPDATE SET job_id = excluded.job_id, due_at = excluded.due_at, state = 'due',
      attempts = 0, lease_until = NULL, lease_token = NULL, last_error = NULL WHERE j.state <> 'due')`;
}

/** Undefined: nothing was ever posted. */
export function findHead(db: Db, merchantId: MerchantId): Promise<Row<'ledger_heads'> | undefined> {
  return db.selectFrom('ledger_heads').selectAll().where('merchant_id', '=', merchantId).executeTakeFirst();
}
