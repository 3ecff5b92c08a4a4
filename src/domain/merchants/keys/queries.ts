import { sql } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

const keysByHash = prepared<{ hashes: readonly Buffer[] }, PlatformTables>()((db, p) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('api_apps as a', 'a.id', 'k.app_id')
    .innerJoin('merchants as m', 'm.id', 'k.merchant_id')
    .select([
      'k.id',
      'k.hash',
      'k.merchant_id',
      'k.app_id',
      'k.kind',
      'k.prefix',
      'k.last4',
      'k.permissions',
      'k.revoked_at',
      'k.expires_at',
      'a.mode',
      'a.features',
      'a.api_version',
      'a.rate_limit',
      'm.kyc_tier',
      'm.status',
    ])
    .where(sql<boolean>`k.hash = ANY (${p.hashes}::bytea[])`),
);

export type KeyRow = Awaited<ReturnType<typeof keysByHash>>[number];

/** Finds the apps and merchants of keys. It spans merchants, since the merchant of a key is known only afterwards. */
export async function findKeysAcrossMerchants(
  platform: PlatformDb,
  hashes: readonly Buffer[],
): Promise<readonly KeyRow[]> {
  return await keysByHash(platform, { hashes });
}
