import type { PlatformTables } from '../../../../generated/database.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

const keyByHash = prepared<{ hash: Buffer }, PlatformTables>()((db, p) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('api_apps as a', 'a.id', 'k.app_id')
    .innerJoin('merchants as m', 'm.id', 'k.merchant_id')
    .select([
      'k.id',
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
    .where('k.hash', '=', p.hash),
);

export type KeyRow = Awaited<ReturnType<typeof keyByHash>>[number];

/** Finds the app and merchant of a key. It spans merchants, since the merchant is known only afterwards. */
export async function findKeyAcrossMerchants(
  platform: PlatformDb,
  hash: Buffer,
): Promise<KeyRow | undefined> {
  return (await keyByHash(platform, { hash }))[0];
}
