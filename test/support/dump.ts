import type { App } from './app.ts';

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
