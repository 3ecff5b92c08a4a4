import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Row } from '../../../platform/db/row.ts';

/** The columns of the job that a posting queues; all null if it queues none. */
export type BalanceEventJob = {
  balanceJobId: string | null;
  balanceJobKind: string | null;
  balanceJobKey: string | null;
  balanceJobAt: Date | null;
};

/**
 * Queues the job, or locks the one that already waits. A waiting job keeps its time: otherwise a busy merchant would postpone it
 * forever. Because of the lock it runs after this transaction and sees its posting. A job that has failed for good starts again.
 *
 * Decision 0044.
 */
export function enqueueBalanceEvent(p: BalanceEventJob & { merchantId: MerchantId }) {
  return sql<object>`
    (INSERT INTO jobs AS j (merchant_id, job_id, kind, key, due_at)
    SELECT ${p.merchantId}::uuid, ${p.balanceJobId}::uuid, ${p.balanceJobKind}::text, ${p.balanceJobKey}::text, ${p.balanceJobAt}::timestamptz
    FROM journal WHERE ${p.balanceJobId}::uuid IS NOT NULL LIMIT 1
    ON CONFLICT ON CONSTRAINT job_once DO UPDATE SET due_at = excluded.due_at, first_due_at = NULL, state = 'due', attempts = 0, last_error = NULL
      WHERE j.state = 'failed')`;
}

/** Undefined if nothing was ever posted. */
export function findHead(db: Db, merchantId: MerchantId): Promise<Row<'ledger_heads'> | undefined> {
  return db.selectFrom('ledger_heads').selectAll().where('merchant_id', '=', merchantId).executeTakeFirst();
}
