import { type Selectable, sql } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';

export type LockedMerchant = Selectable<PlatformTables['merchants']>;

/** Locks the merchant, so that changes of it are made one after the other. */
export function lockMerchant(tx: PlatformDb, merchantId: MerchantId): Promise<LockedMerchant | undefined> {
  return tx
    .selectFrom('merchants')
    .selectAll()
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type Action =
  | 'merchant.created'
  | 'merchant.suspended'
  | 'merchant.reopened'
  | 'merchant.plan-set'
  | 'app.created'
  | 'app.set'
  | 'webhook.set'
  | 'webhook.secret-rolled'
  | 'webhook.secret-ended'
  | 'webhook.paused'
  | 'webhook.resumed'
  | 'version.notice'
  | 'key.created'
  | 'key.set'
  | 'key.revoked'
  | 'key.rolled'
  | 'kyc.submitted'
  | 'kyc.approved'
  | 'kyc.rejected'
  | 'kyc.document-requested'
  | 'kyc.document-read'
  | 'kyc.erased'
  | 'totp.enrolled'
  | 'totp.removed'
  | 'capital.offered'
  | 'team.invited'
  | 'team.invitation-revoked'
  | 'team.joined'
  | 'team.owner-reset'
  | 'team.role-set'
  | 'team.removed'
  | 'team.left'
  | 'person.password-changed'
  | 'person.password-reset'
  | 'person.email-changed'
  | 'person.factor-on'
  | 'person.factor-off'
  | 'person.codes-renewed'
  | 'merchant.set';

type NewChange = {
  readonly changeId: string;
  readonly appId?: string;
  readonly action: Action;
  readonly details: object;
  readonly by: string;
  /** The person and their address, if it is done in the dashboard. */
  readonly from?: From | undefined;
};

export type From = {
  readonly userId: string;
  readonly ip: string;
  /** The random id of a form that has its effect once. */
  readonly form?: string;
};

/** A form was sent before, and had its effect then. */
export class FormUsed extends Error {
  override name = 'FormUsed';
}

/** @throws FormUsed the form was sent before; the transaction must not be kept */
export async function insertOperatorChange(
  tx: PlatformDb,
  merchantId: MerchantId,
  { changeId, appId, action, details, by, from }: NewChange,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_changes')
    .values({
      change_id: changeId,
      merchant_id: merchantId,
      app_id: appId ?? null,
      action,
      details: JSON.stringify(details),
      operator: by,
      user_id: from?.userId ?? null,
      ip: from?.ip ?? null,
      form: from?.form ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'form']).where('form', 'is not', null).doNothing(),
    )
    .executeTakeFirstOrThrow();
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) throw new FormUsed();
}

/** Whether this person has changed the merchant by a form of this id. */
export async function wasChangedByForm(
  platform: PlatformDb,
  merchantId: MerchantId,
  { form, userId }: { readonly form: string; readonly userId: string },
): Promise<boolean> {
  const found = await platform
    .selectFrom('operator_changes')
    .select('user_id')
    .where('merchant_id', '=', merchantId)
    .where('form', '=', form)
    .executeTakeFirst();
  return found?.user_id === userId;
}

/** When an app was last moved away from a version; undefined: never. */
export async function whenLeftVersion(
  tx: PlatformDb,
  merchantId: MerchantId,
  { appId, version }: { readonly appId: string; readonly version: string },
): Promise<Date | undefined> {
  const left = JSON.stringify({ api_version: { before: version } });
  const found = await tx
    .selectFrom('operator_changes')
    .select('created_at')
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .where('action', '=', 'app.set')
    .where(sql<boolean>`details @> ${left}::jsonb`)
    .orderBy('change_id', 'desc')
    .executeTakeFirst();
  return found?.created_at;
}

/** What operators changed of a merchant, newest first. */
export function listOperatorChanges(platform: PlatformDb, merchantId: MerchantId, limit: number) {
  return platform
    .selectFrom('operator_changes')
    .select(['change_id', 'app_id', 'action', 'details', 'operator', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute();
}
