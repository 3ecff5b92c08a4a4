import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';

function appsOf(platform: PlatformDb, merchantId: MerchantId) {
  return platform
    .selectFrom('api_apps as a')
    .innerJoin('webhook_endpoints as w', 'w.app_id', 'a.id')
    .select([
      'a.id',
      'a.name',
      'a.mode',
      'a.features',
      'a.api_version',
      'a.rate_limit',
      'a.created_at',
      'w.url as webhook_url',
      'w.event_types',
      'w.paused_at',
      sql<Date | null>`CASE WHEN w.previous_secret_until > now() THEN w.previous_secret_until END`.as(
        'previous_secret_until',
      ),
    ])
    .where('a.merchant_id', '=', merchantId);
}

/** The apps of a merchant with their endpoints, in the order they were made. */
export function listApps(platform: PlatformDb, merchantId: MerchantId) {
  return appsOf(platform, merchantId).orderBy('a.id').limit(200).execute();
}

export type ListedApp = Awaited<ReturnType<typeof listApps>>[number];

export type OneApp = ListedApp & {
  /** Another text after every roll. It also becomes another when the service gets another key. */
  readonly secret_sealed: string;
};

/** Undefined if the merchant has no such app. */
export function findListedApp(
  platform: PlatformDb,
  merchantId: MerchantId,
  appId: string,
): Promise<OneApp | undefined> {
  return appsOf(platform, merchantId).select('w.secret_sealed').where('a.id', '=', appId).executeTakeFirst();
}
