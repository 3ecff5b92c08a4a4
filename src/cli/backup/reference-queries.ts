import { Client } from 'pg';

/** Rows that refer to rows which are gone: of one foreign key. */
export type LostReferences = {
  readonly rows: number;
  /** Schema and table. */
  readonly from: string;
  readonly to: string;
  readonly constraint: string;
};

type ForeignKey = Omit<LostReferences, 'rows'> & {
  /** Quoted, in the order of the key. */
  readonly columns: readonly string[];
  readonly referred: readonly string[];
};

const foreignKeysText = `
  SELECT c.conrelid::regclass::text AS "from", c.confrelid::regclass::text AS "to", c.conname AS constraint,
    (SELECT array_agg(quote_ident(a.attname) ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum) AS columns,
    (SELECT array_agg(quote_ident(a.attname) ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY AS k (attnum, place)
      JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.attnum) AS referred
  FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
  WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname IN ('platform', 'sandbox', 'live')
  ORDER BY 1, 3`;

/**
 * Compares every foreign key with its rows. PostgreSQL checks them when rows are written, never again: pages that were lost, and rows
 * that somebody deleted past the triggers, break them unseen.
 *
 * @param url logs in as the owner, who needs no right on a schema
 */
export async function lostReferencesAcrossMerchants(url: string): Promise<readonly LostReferences[]> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    const keys = await owner.query<ForeignKey>(foreignKeysText);
    const lost: LostReferences[] = [];
    for (const { columns, referred, ...key } of keys.rows) {
      const { rows } = await owner.query<{ count: string }>(countText({ columns, referred, ...key }));
      const count = Number(rows[0]?.count ?? 0);
      if (count > 0) lost.push({ ...key, rows: count });
    }
    return lost;
  } finally {
    await owner.end();
  }
}

function countText({ from, to, columns, referred }: ForeignKey): string {
  const isSet = columns.map((column) => `f.${column} IS NOT NULL`);
  const isSame = columns.map((column, place) => `t.${referred[place]} = f.${column}`);
  return `SELECT count(*) FROM ${from} f WHERE ${isSet.join(' AND ')}
    AND NOT EXISTS (SELECT FROM ${to} t WHERE ${isSame.join(' AND ')})`;
}
