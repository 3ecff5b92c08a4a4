import { CompiledQuery } from 'kysely';
import type { Tx } from '../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../src/platform/ids.ts';

const insert = `INSERT INTO event_sequences (merchant_id, resource_id, last) VALUES ($1, $2, 1)
  RETURNING pg_current_xact_id()::text AS transaction`;

/** Adds a row of the merchant's own, and returns the number of its transaction. */
export async function addRow(tx: Tx, merchant: string, resource = newId()): Promise<string> {
  const { rows } = await tx.executeQuery<{ transaction: string }>(
    CompiledQuery.raw(insert, [merchant, resource]),
  );
  return String(rows[0]?.transaction);
}
