import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, PlatformDb } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Row } from '../../../platform/db/row.ts';

/** A change of an app of this world that nobody was told of yet. */
export type UntoldChange = Row<'settings_changes'>;

/** Of each app the oldest, so that its changes are told in their order. */
const untold = prepared<object>()(
  () => sql<UntoldChange>`
    SELECT * FROM (SELECT DISTINCT ON (app_id) * FROM settings_changes ORDER BY app_id, change_id) oldest
    WHERE due_at <= now() LIMIT 100`,
);

export function findUntoldAcrossMerchants(db: Db): Promise<readonly UntoldChange[]> {
  return untold(db, {});
}

/** Whoever holds it tells it; undefined: another does, or did. */
export function lockUntold(
  tx: PlatformDb,
  merchantId: MerchantId,
  changeId: string,
): Promise<{ tries: number } | undefined> {
  return tx
    .selectFrom('settings_changes')
    .select('tries')
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .where('told_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markTold(tx: PlatformDb, merchantId: MerchantId, changeId: string): Promise<void> {
  await tx
    .updateTable('settings_changes')
    .set({ told_at: sql<Date>`now()` })
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .execute();
}

/** After 1, 2, 4 … 60 seconds again. */
export async function postponeTelling(
  platform: PlatformDb,
  merchantId: MerchantId,
  changeId: string,
): Promise<void> {
  await platform
    .updateTable('settings_changes')
    .set({
      tries: sql<number>`tries + 1`,
      due_at: sql<Date>`now() + least(60, 2 ^ least(tries, 6)) * interval '1 second'`,
    })
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .where('told_at', 'is', null)
    .execute();
}
