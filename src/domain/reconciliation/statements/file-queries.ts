import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { sentOf } from '../../money/gateways/bank-files/file-queries.ts';

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
    WITH ${sentOf({ gateway, files: sql`SELECT unnest(${files}::text[])`, ids: sql`SELECT unnest(${transfers}::text[])` })}
    SELECT message_id AS file, end_to_end_id, amount, currency, state FROM sent
    ORDER BY 1, 2`.execute(db);
  return rows;
}
