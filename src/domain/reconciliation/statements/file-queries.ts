import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { Db } from '../../../platform/db/database.ts';

/** A payout as a file asked a bank for it. */
export type FiledTransfer = Pick<
  Selectable<ModeTables['bank_transfers']>,
  'end_to_end_id' | 'amount' | 'currency' | 'state'
> & { readonly file: string };

type Named = {
  readonly gateway: string;
  readonly files: readonly string[];
  readonly transfers: readonly string[];
};

/** The payouts of files with these message ids, and those with these end-to-end ids. */
export async function findFiledAcrossMerchants(
  db: Db,
  { gateway, files, transfers }: Named,
): Promise<readonly FiledTransfer[]> {
  if (files.length === 0 && transfers.length === 0) return [];
  const { rows } = await sql<FiledTransfer>`
    SELECT f.message_id AS file, t.end_to_end_id, t.amount, t.currency, t.state
    FROM bank_files f JOIN bank_transfers t ON t.file_id = f.id AND t.file_id IS NOT NULL
    WHERE f.gateway = ${gateway} AND f.message_id = ANY (${files}::text[])
    UNION SELECT f.message_id, t.end_to_end_id, t.amount, t.currency, t.state
    FROM bank_transfers t JOIN bank_files f ON f.id = t.file_id
    WHERE t.gateway = ${gateway} AND t.end_to_end_id = ANY (${transfers}::text[])
    ORDER BY 1, 2`.execute(db);
  return rows;
}
