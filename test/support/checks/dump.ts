import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../service/app.ts';

/** Every row of every table as text, in one statement: of one merchant, or all there is. */
export async function dump({ database }: App, merchantId?: string): Promise<string> {
  const tables = await database.asOwner(
    `SELECT t.table_schema || '.' || t.table_name AS name FROM information_schema.tables t
     WHERE t.table_schema IN ('sandbox', 'live', 'platform') AND t.table_type = 'BASE TABLE' AND ($1::text IS NULL OR EXISTS (
       SELECT FROM information_schema.columns c
       WHERE (c.table_schema, c.table_name, c.column_name) = (t.table_schema, t.table_name, 'merchant_id')))`,
    [merchantId ?? null],
  );
  const own = merchantId === undefined ? '' : `WHERE merchant_id = '${merchantId}'`;
  const selects = tables.map(
    ({ name }) => `SELECT '${String(name)}' AS place, t::text AS fields FROM ${String(name)} t ${own}`,
  );
  return JSON.stringify(await database.asOwner(`${selects.join(' UNION ALL ')} ORDER BY place, fields`));
}

/** Where the server's log of changes is now, of all its databases. */
export async function walPlace({ database }: App): Promise<string> {
  const [row] = await database.asOwner('SELECT pg_current_wal_insert_lsn()::text AS place');
  return String(row?.['place']);
}

/** What the server has written ahead since then. A record that crosses a page is cut there: look for short pieces. */
export async function walSince({ database }: App, place: string): Promise<Buffer> {
  // The last argument has it written to disk, with all that came before.
  await database.asOwner(`SELECT pg_logical_emit_message(false, 'test', 'so far', true)`);
  const segments = await database.asOwner(
    `SELECT pg_read_binary_file('pg_wal/' || name) AS bytes FROM pg_ls_waldir()
      WHERE name ~ '^[0-9A-F]{24}$' AND name BETWEEN pg_walfile_name($1::pg_lsn) AND pg_walfile_name(pg_current_wal_lsn())
      ORDER BY name`,
    [place],
  );
  return Buffer.concat(segments.map(({ bytes }) => bytes as Buffer));
}

/** What PostgreSQL itself has logged, of all its databases. */
export async function serverLog({ database }: App): Promise<string> {
  const [row] = await database.asOwner(
    `SELECT current_setting('data_directory') AS folder, split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
  );
  // In a checkout that the server's user may not enter, the server names its folder as its working directory.
  const named = String(row?.['folder']).replace('/proc/self/', `/proc/${String(row?.['pid'])}/`);
  return await readFile(join(await realpath(named), '..', 'postgres.log'), 'utf8');
}
