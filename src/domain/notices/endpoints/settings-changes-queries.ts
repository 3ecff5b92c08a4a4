import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, PlatformDb } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Row } from '../../../platform/db/row.ts';

/** A change whose event is not recorded yet. */
export type PendingChange = Row<'settings_changes'>;

/** The oldest change of each app, so that the events of an app are recorded in the order of its changes. */
const pending = prepared<object>()(
  () => sql<PendingChange>`
    SELECT * FROM (SELECT DISTINCT ON (app_id) * FROM settings_changes ORDER BY app_id, change_id) oldest
    WHERE due_at <= now() LIMIT 100`,
);

export function findPendingChangesAcrossMerchants(db: Db): Promise<readonly PendingChange[]> {
  return pending(db, {});
}

/** Locks the change. Undefined: another process has locked it. One whose event was recorded meanwhile is locked too. */
export function lockPendingChange(
  tx: PlatformDb,
  merchantId: MerchantId,
  changeId: string,
): Promise<{ tries: number } | undefined> {
  return tx
    .selectFrom('settings_changes')
    .select('tries')
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markRecorded(tx: PlatformDb, merchantId: MerchantId, changeId: string): Promise<void> {
  await tx
    .updateTable('settings_changes')
    .set({ told_at: sql<Date>`now()` })
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .execute();
}

/** Puts the next try off by 1, 2, 4 … seconds, at most 60. */
export async function postponeChange(
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
