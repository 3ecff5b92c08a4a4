import type { Client } from 'pg';

/** What PostgreSQL knows of the three schemas, a line for each thing. */
export type Catalogue = Readonly<Record<CatalogueKind, readonly string[]>>;

const ours = "n.nspname IN ('platform', 'sandbox', 'live')";

/** The lists of migrations differ between two databases that are otherwise the same. */
const relations = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND ${ours} AND c.relname NOT IN ('migrations', 'migrations_pkey')`;
const routines = `pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace AND ${ours}`;
const types = `pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace AND ${ours} AND t.typtype <> 'c' AND t.typcategory <> 'A'`;

/** A function's text without its comments, and with single spaces: only what runs is compared. */
const body = String.raw`trim(regexp_replace(regexp_replace(p.prosrc, '--[^\n]*', '', 'g'), '\s+', ' ', 'g'))`;

const grantsOn = (kind: string, name: string, acl: string, from: string) => `
  SELECT concat_ws(' ', '${kind}', ${name}, coalesce(nullif(g.grantee, 0)::regrole::text, 'PUBLIC'), g.privilege_type, g.is_grantable) AS line
  FROM ${from} CROSS JOIN LATERAL aclexplode(${acl}) g`;

const queries = {
  tables: `
    SELECT concat_ws(' ', n.nspname, c.relname, c.relkind, c.relpersistence, c.relowner::regrole, c.relrowsecurity, c.relreplident, c.reloptions) AS line
    FROM ${relations} WHERE c.relkind <> 'i'`,
  columns: `
    SELECT concat_ws(' ', n.nspname, c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), 'not null', a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid), 'generated', a.attgenerated, a.attidentity, 'storage', a.attstorage, a.attcompression, a.attcollation::regcollation) AS line
    FROM ${relations} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relkind <> 'i'`,
  constraints: `
    SELECT concat_ws(' ', n.nspname, c.relname, k.conname, k.contype, pg_get_constraintdef(k.oid), k.convalidated) AS line
    FROM ${relations} JOIN pg_constraint k ON k.conrelid = c.oid`,
  indexes: `SELECT pg_get_indexdef(c.oid) || i.indisvalid AS line FROM ${relations} JOIN pg_index i ON i.indexrelid = c.oid`,
  triggers: `
    SELECT concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) AS line
    FROM ${relations} JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal`,
  functions: `
    SELECT concat_ws(' ', n.nspname, p.proname, '(', pg_get_function_arguments(p.oid), ')', pg_get_function_result(p.oid), l.lanname, p.proowner::regrole,
      'security definer', p.prosecdef, p.provolatile, p.proisstrict, p.proleakproof, p.proparallel, p.procost, p.prorows, p.proconfig, ${body}) AS line
    FROM ${routines} JOIN pg_language l ON l.oid = p.prolang`,
  views: `SELECT concat_ws(' ', n.nspname, c.relname, c.reloptions, pg_get_viewdef(c.oid)) AS line FROM ${relations} WHERE c.relkind IN ('v', 'm')`,
  types: `
    SELECT concat_ws(' ', n.nspname, t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault, pg_get_constraintdef(k.oid)) AS line
    FROM ${types} LEFT JOIN pg_constraint k ON k.contypid = t.oid`,
  sequences: `
    SELECT concat_ws(' ', n.nspname, c.relname, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcycle) AS line
    FROM ${relations} JOIN pg_sequence s ON s.seqrelid = c.oid`,
  grants: [
    grantsOn('schema', 'n.nspname', 'n.nspacl', `pg_namespace n`).concat(` WHERE ${ours}`),
    grantsOn('table', "n.nspname || '.' || c.relname", 'c.relacl', relations),
    grantsOn(
      'column',
      "n.nspname || '.' || c.relname || '.' || a.attname",
      'a.attacl',
      `${relations} JOIN pg_attribute a ON a.attrelid = c.oid`,
    ),
    grantsOn('function', 'p.oid::regprocedure', "coalesce(p.proacl, acldefault('f', p.proowner))", routines),
    grantsOn(
      'type',
      "n.nspname || '.' || t.typname",
      "coalesce(t.typacl, acldefault('T', t.typowner))",
      types,
    ),
    grantsOn('default', 'd.defaclobjtype', 'd.defaclacl', 'pg_default_acl d'),
  ].join(' UNION ALL '),
  comments: `
    SELECT o.type || ' ' || o.identity AS line FROM pg_description d CROSS JOIN LATERAL pg_identify_object(d.classoid, d.objoid, d.objsubid) o
    WHERE split_part(o.identity, '.', 1) IN ('platform', 'sandbox', 'live')`,
} as const;

export type CatalogueKind = keyof typeof queries;
export const kinds = Object.keys(queries) as readonly CatalogueKind[];

export async function catalogueOf(client: Client): Promise<Catalogue> {
  const read: [CatalogueKind, readonly string[]][] = [];
  for (const kind of kinds) {
    const { rows } = await client.query<{ line: string }>(queries[kind]);
    read.push([kind, rows.map(({ line }) => line).toSorted()]);
  }
  return Object.fromEntries(read) as Catalogue;
}
