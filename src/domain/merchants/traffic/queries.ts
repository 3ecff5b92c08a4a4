import { CompiledQuery, sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { oldRowsOf } from '../../../platform/jobs/daily-batches.ts';

/** The calls of an app to one operation on one day, added up. It holds names of the contract, and no value of a request. */
export type Tally = {
  readonly merchantId: MerchantId;
  readonly appId: string;
  /** UTC, real time: `2026-01-01`. */
  readonly day: string;
  readonly operation: string;
  readonly version: string;
  readonly byHeader: boolean;
  readonly calls: number;
  readonly failures: number;
  readonly fields: readonly string[];
  readonly parameters: readonly string[];
  readonly codes: readonly string[];
  readonly lastAt: Date;
};

const merged = (column: string) => `${column} = CASE WHEN t.${column} @> excluded.${column} THEN t.${column}
      ELSE ARRAY(SELECT DISTINCT name FROM unnest(t.${column} || excluded.${column}) AS name ORDER BY name) END`;

// Rows are locked in the order of the key, so that two processes with the same apps do not deadlock.
const addText = `INSERT INTO app_traffic AS t
    (merchant_id, app_id, day, operation, api_version, by_header, calls, failures, fields, parameters, codes, last_at)
  SELECT "merchantId", "appId", day, operation, version, "byHeader", calls, failures, fields, parameters, codes, "lastAt"
  FROM json_to_recordset($1::json) AS given ("merchantId" uuid, "appId" uuid, day date, operation text, version text, "byHeader" boolean,
    calls bigint, failures bigint, fields text[], parameters text[], codes text[], "lastAt" timestamptz)
  ORDER BY "merchantId", "appId", day, operation, version, "byHeader"
  ON CONFLICT (merchant_id, app_id, day, operation, api_version, by_header) DO UPDATE SET
    calls = t.calls + excluded.calls, failures = t.failures + excluded.failures, last_at = greatest(t.last_at, excluded.last_at),
    ${['fields', 'parameters', 'codes'].map(merged).join(',\n    ')}`;

/** Adds to what is stored already, of whichever process it came from. No two of the tallies may have the same key. */
export async function addTrafficAcrossMerchants(tx: Tx, tallies: readonly Tally[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(addText, [JSON.stringify(tallies)]));
}

/** What is older than 90 days. */
export const oldTraffic = oldRowsOf('app_traffic', "day < (now() AT TIME ZONE 'UTC')::date - 90");

type TrafficOf = { readonly appId: string; readonly days: number };

/** What an app called on the last days, today included: a row for each operation, version and way to choose the version. */
export async function findTraffic(db: Db, merchantId: MerchantId, { appId, days }: TrafficOf) {
  const { rows } = await sql<{
    operation: string;
    api_version: string;
    by_header: boolean;
    calls: bigint;
    failures: bigint;
    last_at: Date;
    fields: string[];
    parameters: string[];
    codes: string[];
  }>`SELECT operation, api_version, by_header, sum(calls)::bigint AS calls, sum(failures)::bigint AS failures, max(last_at) AS last_at,
      ${namesOf('fields')}, ${namesOf('parameters')}, ${namesOf('codes')}
    FROM app_traffic t
    WHERE merchant_id = ${merchantId} AND app_id = ${appId} AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::int
    GROUP BY operation, api_version, by_header ORDER BY operation, api_version, by_header`.execute(db);
  return rows;
}

/** jsonb joins the lists of several days; an array of arrays would need equal lengths. */
const namesOf = (column: string) =>
  sql`coalesce((SELECT array_agg(DISTINCT name ORDER BY name) FROM jsonb_array_elements(jsonb_agg(to_jsonb(t.${sql.ref(column)}))) AS list,
    jsonb_array_elements_text(list) AS name), '{}') AS ${sql.ref(column)}`;

/** The first day of which anything is recorded, of those that are kept. */
export async function recordedSince(
  db: Db,
  merchantId: MerchantId,
  appId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`SELECT min(day)::text AS day FROM app_traffic
    WHERE merchant_id = ${merchantId} AND app_id = ${appId}`.execute(db);
  return rows[0]?.day ?? undefined;
}

/** When each app of the merchant was last called, of the days that are kept. */
export async function lastCalls(db: Db, merchantId: MerchantId): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ app_id: string; at: Date }>`
    SELECT app_id, max(last_at) AS at FROM app_traffic WHERE merchant_id = ${merchantId} GROUP BY app_id`.execute(
    db,
  );
  return new Map(rows.map(({ app_id, at }) => [app_id, at]));
}

/** When an app of the merchant last called, among the days that are kept; undefined: never. */
export async function findLastCall(db: Db, merchantId: MerchantId): Promise<Date | undefined> {
  const { rows } = await sql<{ last_at: Date | null }>`
    SELECT max(last_at) AS last_at FROM app_traffic WHERE merchant_id = ${merchantId}`.execute(db);
  return rows[0]?.last_at ?? undefined;
}
