import { type RawBuilder, sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';

/** Which calls of an app are looked at. All but the app may be left open. */
export type UsageOf = {
  readonly appId: string;
  /** UTC days, `2026-01-31`, both included. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly operation?: string | undefined;
  readonly version?: string | undefined;
  /** A code with which calls failed. */
  readonly code?: string | undefined;
  readonly onlyFailed?: boolean;
};

/** The calls of one day to one operation. Of each code it is known only that some calls failed with it. */
export type DayOfCalls = {
  readonly day: string;
  readonly operation: string;
  readonly api_version: string;
  readonly by_header: boolean;
  readonly calls: bigint;
  readonly failures: bigint;
  readonly codes: readonly string[];
  readonly last_at: Date;
};

/** The last row of the page before. */
export type AfterDay = Pick<DayOfCalls, 'day' | 'operation' | 'api_version' | 'by_header'>;

/** The newest day first. The order is that of the primary key, so a page reads no more than its rows. */
export async function listUsage(
  db: Db,
  merchantId: MerchantId,
  of: UsageOf,
  { after, rows: limit }: { readonly after: AfterDay | undefined; readonly rows: number },
): Promise<readonly DayOfCalls[]> {
  const next = after
    ? sql`AND (day, operation, api_version, by_header) < (${after.day}::date, ${after.operation}, ${after.api_version}, ${after.by_header})`
    : sql``;
  const { rows } = await sql<DayOfCalls>`
    SELECT day::text AS day, operation, api_version, by_header, calls, failures, codes, last_at FROM app_traffic
    WHERE ${matching(merchantId, of)} ${next}
    ORDER BY merchant_id DESC, app_id DESC, day DESC, operation DESC, api_version DESC, by_header DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export type GroupOfCalls = {
  /** The id of an operation, or a code. */
  readonly name: string;
  readonly calls: bigint;
  readonly failures: bigint;
  /** On how many days. */
  readonly days: bigint;
  /** The other of the two: the codes of an operation, or the operations that failed with a code. */
  readonly others: readonly string[];
  readonly versions: readonly string[];
  readonly last_at: Date;
};

/** One row for each operation, those with the most calls first. */
export async function usageByOperation(
  db: Db,
  merchantId: MerchantId,
  of: UsageOf,
  limit: number,
): Promise<readonly GroupOfCalls[]> {
  const { rows } = await sql<GroupOfCalls>`
    WITH found AS (SELECT operation, day, api_version, calls, failures, codes, last_at FROM app_traffic WHERE ${matching(merchantId, of)}),
      failed AS (SELECT operation, array_agg(DISTINCT code ORDER BY code) AS others FROM found, unnest(codes) AS code GROUP BY operation)
    SELECT operation AS name, sum(calls)::bigint AS calls, sum(failures)::bigint AS failures, count(DISTINCT day) AS days,
      coalesce(failed.others, '{}') AS others, array_agg(DISTINCT api_version ORDER BY api_version) AS versions, max(last_at) AS last_at
    FROM found LEFT JOIN failed USING (operation) GROUP BY operation, failed.others
    ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(db);
  return rows;
}

/** One row for each code, those that came last first. `failures` counts all failures of the operations and days with the code. */
export async function usageByCode(
  db: Db,
  merchantId: MerchantId,
  of: UsageOf,
  limit: number,
): Promise<readonly GroupOfCalls[]> {
  const { rows } = await sql<GroupOfCalls>`
    SELECT name, sum(calls)::bigint AS calls, sum(failures)::bigint AS failures, count(DISTINCT day) AS days,
      array_agg(DISTINCT operation ORDER BY operation) AS others, array_agg(DISTINCT api_version ORDER BY api_version) AS versions,
      max(last_at) AS last_at
    FROM app_traffic, unnest(codes) AS name WHERE ${matching(merchantId, of)} ${of.code === undefined ? sql`` : sql`AND name = ${of.code}`}
    GROUP BY name ORDER BY last_at DESC, name LIMIT ${limit}`.execute(db);
  return rows;
}

function matching(merchantId: MerchantId, of: UsageOf): RawBuilder<unknown> {
  const conditions = [
    sql`merchant_id = ${merchantId} AND app_id = ${of.appId}`,
    of.from !== undefined && sql`day >= ${of.from}::date`,
    of.until !== undefined && sql`day <= ${of.until}::date`,
    of.operation !== undefined && sql`operation = ${of.operation}`,
    of.version !== undefined && sql`api_version = ${of.version}`,
    of.code !== undefined && sql`codes @> ARRAY[${of.code}]::text[]`,
    of.onlyFailed === true && sql`failures > 0`,
  ].filter((condition) => condition !== false);
  return sql.join(conditions, sql` AND `);
}
