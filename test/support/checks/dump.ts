import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { App } from '../service/app.ts';
import type { TestDatabase } from '../service/database.ts';

/**
 * Every row of every table as text, in one statement: all there is, or what belongs to one merchant. The record of a merchant's calls is
 * left out then, because it is written some time after each call.
 */
export async function dump(
  { database }: { readonly database: Pick<TestDatabase, 'asOwner'> },
  merchantId?: string,
): Promise<string> {
  const tables = await database.asOwner(
    `SELECT t.table_schema || '.' || t.table_name AS name FROM information_schema.tables t
     WHERE t.table_schema IN ('sandbox', 'live', 'platform') AND t.table_type = 'BASE TABLE' AND ($1::text IS NULL OR t.table_name <> 'app_traffic' AND EXISTS (
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

/** What the server writes ahead from here on, of all its databases. */
export type WriteAhead = {
  /** All of it so far, without the headers of its pages: a record that crosses pages is whole again. */
  readonly written: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

/** Watches the write-ahead log. A replication slot of the open session keeps checkpoints from removing any of it. */
export async function watchWriteAhead({
  database,
}: {
  readonly database: Pick<TestDatabase, 'url'>;
}): Promise<WriteAhead> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const slot = `watch_${process.pid}_${randomBytes(4).toString('hex')}`;
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
  const { rows } = await client.query<{ place: string }>('SELECT pg_current_wal_insert_lsn()::text AS place');
  const begin = rows[0]?.place;
  const written = async () => {
    // The last argument has it written to disk, with all that came before.
    await client.query(`SELECT pg_logical_emit_message(false, 'test', 'so far', true)`);
    const segments = await client.query<{ bytes: Buffer }>(
      `SELECT pg_read_binary_file('pg_wal/' || name) AS bytes FROM pg_ls_waldir()
        WHERE name ~ '^[0-9A-F]{24}$' AND name BETWEEN pg_walfile_name($1::pg_lsn) AND pg_walfile_name(pg_current_wal_lsn())
        ORDER BY name`,
      [begin],
    );
    return Buffer.concat(segments.rows.flatMap(({ bytes }) => pagesOf(bytes)));
  };
  return { written, close: () => client.end() };
}

/** As PostgreSQL is compiled unless somebody asks for another size. */
const pageBytes = 8192;
/** The header of a page: the first of a file has a longer one. */
const headerBytes = { first: 40, other: 24 };

function pagesOf(segment: Buffer): readonly Buffer[] {
  return Array.from({ length: Math.ceil(segment.length / pageBytes) }, (_, nth) => {
    const page = segment.subarray(nth * pageBytes, (nth + 1) * pageBytes);
    return page.subarray(nth === 0 ? headerBytes.first : headerBytes.other);
  });
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
