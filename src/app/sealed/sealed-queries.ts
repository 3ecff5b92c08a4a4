import { Client } from 'pg';
import type { SealedColumn } from './columns.ts';

export type Owner = Client;

/** Runs `work` with a connection of the database's owner, who may read and change every table. */
export async function asOwnerAcrossMerchants<T>(url: string, work: (owner: Owner) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: url, fallback_application_name: 'mps', keepAlive: true });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** A row, by its primary key as text. */
export type SealedRow = { readonly key: readonly string[]; readonly text: string };

/** The columns of the primary key, with their types. */
export type PrimaryKey = readonly { readonly name: string; readonly type: string }[];

export async function primaryKeyAcrossMerchants(owner: Owner, { table }: SealedColumn): Promise<PrimaryKey> {
  const { rows } = await owner.query<PrimaryKey[number]>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_index i CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY AS k (number, place)
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
     WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY k.place`,
    [table],
  );
  return rows;
}

/** The next rows of a column in the order of the primary key. */
export async function nextRowsAcrossMerchants(
  owner: Owner,
  { table, column, batch }: SealedColumn,
  key: PrimaryKey,
  after: readonly string[] | undefined,
): Promise<readonly SealedRow[]> {
  const names = key.map(({ name }) => name).join(', ');
  const values = key.map(({ type }, at) => `$${at + 1}::${type}`).join(', ');
  const { rows } = await owner.query<SealedRow>(
    `SELECT ARRAY[${key.map(({ name }) => `${name}::text`).join(', ')}] AS key, ${column} AS text FROM ${table}
     WHERE ${column} IS NOT NULL ${after === undefined ? '' : `AND (${names}) > (${values})`} ORDER BY ${names} LIMIT ${batch}`,
    [...(after ?? [])],
  );
  return rows;
}

/** Puts another text in place of this one, unless the row has changed meanwhile. One row at a time: no lock is held for another. */
export async function replaceTextAcrossMerchants(
  owner: Owner,
  { table, column }: SealedColumn,
  key: PrimaryKey,
  { row, text }: { readonly row: SealedRow; readonly text: string },
): Promise<void> {
  const where = key.map(({ name, type }, at) => `${name} = $${at + 3}::${type}`).join(' AND ');
  await owner.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${where}`, [
    text,
    row.text,
    ...row.key,
  ]);
}

/** All texts of a column, in batches of one snapshot. */
export async function* sealedTextsAcrossMerchants(
  owner: Owner,
  { table, column, batch }: SealedColumn,
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
