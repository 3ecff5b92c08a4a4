import { CompiledQuery, type Selectable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../principal.ts';

/** The tables whose `status` is changed by `move()`. */
export type StatusTable =
  | 'checkouts'
  | 'authorizations'
  | 'transactions'
  | 'refunds'
  | 'disputes'
  | 'payouts'
  | 'payment_links'
  | 'virtual_terminal_sessions'
  | 'terminals'
  | 'invoices'
  | 'plans'
  | 'subscriptions'
  | 'payment_methods'
  | 'kyc_submissions'
  | 'splits'
  | 'capital_offers'
  | 'capital_advances'
  | 'agents'
  | 'payout_batches'
  | 'platform_invoices'
  | 'platform_subscriptions'
  | 'reports';

export type RowOf<T extends StatusTable> = Selectable<ModeTables[T]>;
export type StatusOf<T extends StatusTable> = ModeTables[T]['status'];

export type StatusChange<T extends StatusTable> = {
  readonly table: T;
  readonly id: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly set: Partial<RowOf<T>>;
  /** Id and time of the note in `status_changes`. */
  readonly noteId: string;
  readonly at: Date;
};

/**
 * Changes a status if it is one of `from`, and notes the change, in one statement. The text is built from the names of tables
 * and columns, which come from code only, so each kind of move is one prepared statement.
 */
export async function changeStatus<T extends StatusTable>(
  tx: Tx,
  merchantId: MerchantId,
  change: StatusChange<T>,
): Promise<RowOf<T> | undefined> {
  const columns = Object.entries(change.set);
  const assigned = columns.map(([column], index) => `, ${column} = $${index + 7}`).join('');
  const text = `WITH moved AS (
      UPDATE ${change.table} SET status = $4${assigned} WHERE merchant_id = $1 AND id = $2 AND status = ANY ($3::text[])
      RETURNING old.status AS status_before, new.*),
    note AS (INSERT INTO status_changes (merchant_id, id, resource, resource_id, from_status, to_status, created_at)
      SELECT merchant_id, $5, '${change.table}', id, status_before, status, $6 FROM moved)
    SELECT * FROM moved`;
  const values = [
    merchantId,
    change.id,
    change.from,
    change.to,
    change.noteId,
    change.at,
    ...columns.map(([, value]) => value),
  ];
  const { rows } = await tx.executeQuery<RowOf<T>>(CompiledQuery.raw(text, values));
  return rows[0];
}

/** The status a row has now; undefined when there is no such row. */
export async function statusNow(
  db: Db,
  merchantId: MerchantId,
  table: StatusTable,
  id: string,
): Promise<string | undefined> {
  const text = `SELECT status FROM ${table} WHERE merchant_id = $1 AND id = $2`;
  const { rows } = await db.executeQuery<{ status: string }>(CompiledQuery.raw(text, [merchantId, id]));
  return rows[0]?.status;
}
