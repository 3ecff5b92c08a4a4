import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { VersionChain } from '../../../platform/contract/types.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';

export type AppRow = { readonly id: string; readonly merchant_id: string; readonly api_version: string };

/** Of an end: one that is put off is told again. */
type Notice = { readonly version: string; readonly months: number; readonly retired: string };

const isNotice = ({ version, months, retired }: Notice) =>
  sql<boolean>`action = 'version.notice' AND details @> ${JSON.stringify({ version, months, retired })}::jsonb`;

/** Whether an app has had this notice of the end of its version. */
export async function hasNotice(
  tx: PlatformDb,
  merchantId: MerchantId,
  { appId, ...notice }: Notice & { readonly appId: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('operator_changes')
    .select('change_id')
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .where(isNotice(notice))
    .executeTakeFirst();
  return found !== undefined;
}

type Page = { readonly after: string; readonly most: number };

/** Apps that are pinned to a version and have not had this notice of its end. */
export function findUnnotifiedAcrossMerchants(
  tx: PlatformDb,
  notice: Notice,
  { after, most }: Page,
): Promise<AppRow[]> {
  let apps = tx
    .selectFrom('api_apps as a')
    .select(['a.id', 'a.merchant_id', 'a.api_version'])
    .where('a.api_version', '=', notice.version)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('operator_changes as c')
            .select('c.change_id')
            .whereRef('c.merchant_id', '=', 'a.merchant_id')
            .whereRef('c.app_id', '=', 'a.id')
            .where(isNotice(notice)),
        ),
      ),
    );
  // Behind the page before: its apps have their notices, and would be looked at again for each page.
  if (after !== '') apps = apps.where('a.id', '>', after);
  return apps.orderBy('a.id').limit(most).execute();
}

/** Apps whose version has ended. Those of a version that is later than all we know belong to a later release. */
export function findPinnedElsewhereAcrossMerchants(
  platform: PlatformDb,
  { supported, current }: Pick<VersionChain, 'supported' | 'current'>,
  { after, most }: Page,
): Promise<AppRow[]> {
  let apps = platform
    .selectFrom('api_apps')
    .select(['id', 'merchant_id', 'api_version'])
    .where('api_version', 'not in', [...supported])
    .where('api_version', '<', current);
  if (after !== '') apps = apps.where('id', '>', after);
  return apps.orderBy('id').limit(most).execute();
}
