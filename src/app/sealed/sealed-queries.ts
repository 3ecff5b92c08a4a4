import { Client } from 'pg';
import type { SealedColumn } from './columns.ts';

export type Owner = Client;

/** Large enough to be fast, small enough for documents of some megabytes each. */
const batch = 50;

/** Runs `work` with a connection of the database's owner, who may read and change every table. */
export async function asOwnerAcrossMerchants<T>(url: string, work: (owner: Owner) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: url });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** All texts of a column, in batches of one snapshot. */
export async function* sealedTextsAcrossMerchants(
  owner: Owner,
  { table, column }: SealedColumn,
): AsyncGenerator<readonly string[]> {
  await owner.query('BEGIN TRANSACTION READ ONLY');
  try {
    await owner.query(
      `DECLARE sealed NO SCROLL CURSOR FOR SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    for (;;) {
      const { rows } = await owner.query<{ text: string }>(`FETCH ${batch} FROM sealed`);
      if (rows.length === 0) return;
      yield rows.map(({ text }) => text);
    }
  } finally {
    await owner.query('ROLLBACK');
  }
}
