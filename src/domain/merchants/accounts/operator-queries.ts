import { sql } from 'kysely';
import type { PlatformDb } from '../../../platform/db/database.ts';

type Wanted = {
  /** A whole email address, or how the name of the business begins. */
  readonly search?: string | undefined;
  readonly status?: 'active' | 'suspended' | undefined;
  /** The id of the last merchant of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
};

/** Merchants, the newest first. For operators. */
export function listMerchantsAcrossMerchants(
  platform: PlatformDb,
  { search, status, before, limit }: Wanted,
) {
  let merchants = platform
    .selectFrom('merchants')
    .select(['id', 'business_name', 'email', 'country', 'status', 'created_at']);
  if (search?.includes('@') === true)
    merchants = merchants.where(sql<boolean>`lower(email) = ${search.toLowerCase()}`);
  else if (search !== undefined)
    merchants = merchants.where(
      // The database lowers both: other languages write some letters in another lower case, such as the last one of a Greek word.
      sql<boolean>`lower(business_name) LIKE lower(${`${search.replace(/[\\%_]/g, String.raw`\$&`)}%`})`,
    );
  if (status !== undefined) merchants = merchants.where('status', '=', status);
  if (before !== undefined) merchants = merchants.where('id', '<', before);
  return merchants.orderBy('id', 'desc').limit(limit).execute();
}

/** The names of merchants, for lists of something else. For operators. */
export async function namesAcrossMerchants(
  platform: PlatformDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await platform
    .selectFrom('merchants')
    .select(['id', 'business_name'])
    .where('id', 'in', [...ids, '00000000-0000-0000-0000-000000000000'])
    .execute();
  return new Map(rows.map(({ id, business_name }) => [id, business_name]));
}
