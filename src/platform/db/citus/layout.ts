import type { Client } from 'pg';
import { missingFunctions } from './functions.ts';

// How the tables of the modes lie on a Citus cluster. Decision 0120.

/** Looked up without a merchant, so they are copied to every node. All other tables with a merchant lie where the merchant does. */
const copied: readonly string[] = ['slugs'];

/** Every table with a merchant lies where this one's rows of the merchant lie. */
export const anchor = 'merchant_states';

type Spread = 'distributed' | 'copied' | 'coordinator';

export type Table = {
  readonly schema: string;
  readonly name: string;
  /** Where its rows are. */
  readonly spread: Spread;
  /** Where they belong. */
  readonly wanted: Spread;
  readonly shards: number;
};

type Node = {
  readonly name: string;
  readonly port: number;
  readonly isCoordinator: boolean;
  readonly isActive: boolean;
  /** Shards of distributed tables. */
  readonly shards: number;
};

export type Layout = {
  /** In the order in which they can be distributed: a table comes after those that its foreign keys point to. */
  readonly tables: readonly Table[];
  readonly nodes: readonly Node[];
  /** Functions that are not as a cluster needs them. */
  readonly functions: readonly string[];
};

/** Asked one after the other: the second fails on PostgreSQL without the extension. */
const extensionQuery = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS is";
const distributedQuery = "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE partmethod = 'h') AS is";

/** The tables of the modes, whether Citus is there or not. */
const wantedOf = `
  SELECT n.nspname AS schema, c.relname AS name, c.oid,
    CASE WHEN NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'merchant_id') THEN 'coordinator'
      WHEN c.relname = ANY ($1) THEN 'copied' ELSE 'distributed' END AS wanted
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('sandbox', 'live') AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;

const tablesQuery = `
  WITH RECURSIVE wanted AS (${wantedOf}),
  points AS (
    SELECT DISTINCT conrelid, confrelid FROM pg_constraint
    WHERE contype = 'f' AND conrelid <> confrelid AND conparentid = 0 AND conrelid IN (SELECT oid FROM wanted)),
  depths AS (
    SELECT oid, 0 AS depth FROM wanted
    UNION
    SELECT p.conrelid, d.depth + 1 FROM depths d JOIN points p ON p.confrelid = d.oid WHERE d.depth < 100)
  SELECT w.schema, w.name, w.wanted,
    CASE p.partmethod WHEN 'h' THEN 'distributed' WHEN 'n' THEN 'copied' ELSE 'coordinator' END AS spread,
    (SELECT count(*) FROM pg_dist_shard s WHERE s.logicalrelid = w.oid)::int AS shards
  FROM wanted w LEFT JOIN pg_dist_partition p ON p.logicalrelid = w.oid
  ORDER BY w.name <> '${anchor}', (SELECT max(d.depth) FROM depths d WHERE d.oid = w.oid), w.schema, w.name`;

const nodesQuery = `
  SELECT n.nodename AS name, n.nodeport AS port, n.groupid = 0 AS "isCoordinator", n.isactive AND n.hasmetadata AS "isActive",
    (SELECT count(*) FROM pg_dist_placement p JOIN pg_dist_shard s USING (shardid) JOIN pg_dist_partition t USING (logicalrelid)
      WHERE p.groupid = n.groupid AND t.partmethod = 'h')::int AS shards
  FROM pg_dist_node n WHERE n.noderole = 'primary' ORDER BY n.groupid`;

type Ask = (query: string) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;

/** True if merchants are distributed over nodes. */
export async function isDistributed(ask: Ask): Promise<boolean> {
  for (const query of [extensionQuery, distributedQuery]) {
    const { rows } = await ask(query);
    if (rows[0]?.['is'] !== true) return false;
  }
  return true;
}

/** Of a database that has the extension. */
export async function layoutOf(client: Client): Promise<Layout> {
  const tables = await client.query<Table>(tablesQuery, [copied]);
  const nodes = await client.query<Node>(nodesQuery);
  return { tables: tables.rows, nodes: nodes.rows, functions: await missingFunctions(client) };
}

/** What `distribute` has yet to do. */
export function misplacedIn({ tables }: Layout): readonly Table[] {
  return tables.filter(({ spread, wanted }) => spread !== wanted);
}
