import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { Files } from './bundle.ts';
import type { Currencies } from './currencies.ts';
import { currencyMigration } from './currency-migration.ts';

type Column = {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly filled: boolean;
  readonly always: boolean;
  readonly written: boolean;
};
type Check = { readonly schema: string; readonly table: string; readonly text: string };

/** PostgreSQL type → TypeScript type, as the driver's parsers return it (src/platform/db/pool.ts). */
const scripted: Readonly<Record<string, string>> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'Buffer',
  character: 'string',
  date: 'string',
  inet: 'string',
  integer: 'number',
  'integer[]': 'number[]',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  xid8: 'string',
};

/**
 * Types and rows of the tables, read from a migrated database: `platform`, and `sandbox` for both modes, which run the same migrations.
 * And the migration that is missing when the columns do not take the currencies of the contract.
 */
export async function generateDatabase(
  currencies: Currencies,
): Promise<{ readonly types: Files; readonly migrations: Files }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'merchant-payments-generate-'));
  const server = await startEmbedded({ dataDir, secretKey: 'generate', durable: false });
  const client = new Client({ connectionString: server.url });
  try {
    await migrate(server.url, 'generate');
    await client.connect();
    const migrations = await currencyMigration(client, currencies);
    for (const text of Object.values(migrations)) await client.query(`SET search_path = sandbox; ${text}`);
    return { types: { 'database.ts': await typesFrom(client) }, migrations };
  } finally {
    await client.end();
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function typesFrom(client: Client): Promise<string> {
  const { rows: columns } = await client.query<Column>(columnsQuery);
  const { rows: checks } = await client.query<Check>(checksQuery);
  return [
    '// Made by `npm run generate` from the migrations of src/platform/db. Not to be edited.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';\n",
    ...interfaceOf('ModeTables', tablesOf(columns, checks, 'sandbox')),
    ...interfaceOf('PlatformTables', tablesOf(columns, checks, 'platform')),
    ...makersOf(columns),
  ].join('\n');
}

/** A statement that returns whole rows has the columns of a table in their order. */
function makersOf(columns: readonly Column[]): readonly string[] {
  const tables = Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`).values();
  const makers = new Map<string, string>();
  for (const names of Array.from(tables, (some) => some.map(({ column }) => column)))
    makers.set(names.join(), names.map((name, at) => `${name}: v[${at}]`).join(', '));
  return [
    '/** What makes a row of its values: the names of the columns → a function of them. */',
    'export const rowMakers: Readonly<Record<string, (v: readonly unknown[]) => object>> = {',
    ...Array.from(makers, ([names, fields]) => `  '${names}': (v) => ({ ${fields} }),`),
    '};\n',
  ];
}

function tablesOf(
  columns: readonly Column[],
  checks: readonly Check[],
  schema: string,
): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  for (const column of columns.filter((candidate) => candidate.schema === schema)) {
    const lines = tables.get(column.table) ?? [];
    lines.push(`    ${column.column}: ${typeOf(column, checks)};`);
    tables.set(column.table, lines);
  }
  return tables;
}

function interfaceOf(name: string, tables: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const lines = [...tables].flatMap(([table, columns]) => [`  ${table}: {`, ...columns, '  };']);
  return [`export type ${name} = {`, ...lines, '};\n'];
}

function typeOf(column: Column, checks: readonly Check[]): string {
  if (column.type === 'jsonb')
    return `ColumnType<unknown, string${column.filled ? ' | undefined' : ''}, string>`;
  const plain = unionOf(column, checks) ?? scripted[column.type];
  if (plain === undefined)
    throw new Error(
      `no TypeScript type for ${column.type} of ${column.schema}.${column.table}.${column.column}`,
    );
  const type = column.nullable ? `${plain} | null` : plain;
  if (column.always || !column.written) return `GeneratedAlways<${type}>`;
  if (column.filled)
    return plain === 'Json' ? 'ColumnType<unknown, string | undefined, string>' : `Generated<${type}>`;
  return type;
}

/** A union from `CHECK (status IN ('a', 'b'))`, which PostgreSQL returns as `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`. */
function unionOf(column: Column, checks: readonly Check[]): string | undefined {
  for (const check of checks) {
    if (check.schema !== column.schema || check.table !== column.table) continue;
    const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)(?: NOT VALID)?$/.exec(check.text);
    if (list?.[1] !== column.column || list[2] === undefined) continue;
    return [...list[2].matchAll(/'([^']*)'::text/g)].map((value) => `'${value[1] ?? ''}'`).join(' | ');
  }
  return undefined;
}

/**
 * `written`: the role may set the column. It may not set one that a trigger fills. A column of a view is nullable if the column
 * of that name in the tables behind it is.
 */
const columnsQuery = `
  WITH shown AS (
    SELECT DISTINCT r.ev_class AS view, b.attname AS name, b.attnotnull AS filled
    FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_attribute b ON b.attrelid = d.refobjid AND b.attnum = d.refobjsubid
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass)
  SELECT n.nspname AS schema, c.relname AS table, a.attname AS column,
    CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, NULL) ELSE format_type(a.atttypid, NULL) END AS type,
    NOT a.attnotnull AND NOT EXISTS (SELECT FROM shown s WHERE s.view = c.oid AND s.name = a.attname AND s.filled) AS nullable,
    a.atthasdef AND a.attgenerated = '' AS filled, a.attgenerated <> '' AS always,
    c.relkind = 'r' AND has_column_privilege('mps_' || n.nspname, c.oid, a.attnum, 'INSERT, UPDATE') AS written
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
  WHERE n.nspname IN ('platform', 'sandbox') AND c.relkind IN ('r', 'v') AND c.relname <> 'migrations' AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY n.nspname, c.relname, a.attnum`;

const checksQuery = `
  SELECT n.nspname AS schema, c.relname AS table, pg_get_constraintdef(k.oid) AS text
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype = 'c' AND n.nspname IN ('platform', 'sandbox')`;
