import { Client } from 'pg';

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

/** PostgreSQL's types as the driver's parsers hand them over (src/platform/db/pool.ts). */
const scripted: Readonly<Record<string, string>> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'Buffer',
  character: 'string',
  date: 'string',
  inet: 'string',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  xid8: 'string',
};

/** Types of both databases, read from a migrated one: `platform`, and `sandbox` for both modes since they run the same files. */
export async function generateDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: columns } = await client.query<Column>(columnsQuery);
    const { rows: checks } = await client.query<Check>(checksQuery);
    const mode = tablesOf(columns, checks, 'sandbox');
    const platform = tablesOf(columns, checks, 'platform');
    return [
      '// Made by `npm run generate` from the migrations of src/platform/db. Not to be edited.',
      "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';\n",
      '/** Written as text; read as what JSON.parse makes of it. */',
      'export type Json = ColumnType<unknown, string, string>;\n',
      ...interfaceOf('ModeTables', mode),
      ...interfaceOf('PlatformTables', platform),
    ].join('\n');
  } finally {
    await client.end();
  }
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
  const plain = column.type === 'jsonb' ? 'Json' : (unionOf(column, checks) ?? scripted[column.type]);
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

/** `CHECK (status IN ('a', 'b'))`, as PostgreSQL writes it back: `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`. */
function unionOf(column: Column, checks: readonly Check[]): string | undefined {
  for (const check of checks) {
    if (check.schema !== column.schema || check.table !== column.table) continue;
    const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check.text);
    if (list?.[1] !== column.column || list[2] === undefined) continue;
    return [...list[2].matchAll(/'([^']*)'::text/g)].map((value) => `'${value[1] ?? ''}'`).join(' | ');
  }
  return undefined;
}

/** A column that a trigger fills is known by the mode's right to insert: the role may not name it. */
const columnsQuery = `
  SELECT n.nspname AS schema, c.relname AS table, a.attname AS column,
    CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, NULL) ELSE format_type(a.atttypid, NULL) END AS type,
    NOT a.attnotnull AND NOT (c.relkind = 'v' AND a.attname NOT IN ('url', 'previous_secret_sealed', 'previous_secret_until')) AS nullable,
    a.atthasdef AND a.attgenerated = '' AS filled, a.attgenerated <> '' AS always,
    c.relkind = 'r' AND has_column_privilege('mps_' || n.nspname, c.oid, a.attnum, 'INSERT, UPDATE') AS written
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
  WHERE n.nspname IN ('platform', 'sandbox') AND c.relkind IN ('r', 'v') AND c.relname <> 'migrations' AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY n.nspname, c.relname, a.attnum`;

const checksQuery = `
  SELECT n.nspname AS schema, c.relname AS table, pg_get_constraintdef(k.oid) AS text
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype = 'c' AND n.nspname IN ('platform', 'sandbox')`;
