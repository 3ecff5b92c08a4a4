import type { Insertable } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';

export function listInvitations(platform: PlatformDb, merchantId: MerchantId, at: Date) {
  return platform
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('merchant_id', '=', merchantId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/** How many invitations of other addresses are open at a moment, and how many of any address were made since another. */
export async function countInvitations(
  tx: PlatformDb,
  merchantId: MerchantId,
  { at, since, but }: { readonly at: Date; readonly since: Date; readonly but: string },
): Promise<{ readonly open: number; readonly made: number }> {
  const { open, made } = await tx
    .selectFrom('invitations')
    .select(({ fn }) => [
      fn
        .countAll<bigint>()
        .filterWhere('accepted_at', 'is', null)
        .filterWhere('revoked_at', 'is', null)
        .filterWhere('expires_at', '>', at)
        .filterWhere('email', '<>', but)
        .as('open'),
      fn.countAll<bigint>().filterWhere('created_at', '>', since).as('made'),
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return { open: Number(open), made: Number(made) };
}

export async function insertInvitation(
  tx: PlatformDb,
  merchantId: MerchantId,
  invitation: Omit<Insertable<PlatformTables['invitations']>, 'merchant_id'>,
): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({ ...invitation, merchant_id: merchantId })
    .execute();
}

/** Ends those open invitations of a merchant that the caller narrows it down to. */
function revokeOpen(tx: PlatformDb, merchantId: MerchantId, at: Date) {
  return tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchantId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null);
}

/** Ends the open invitation of an address. @returns false if there is none */
export async function revokeInvitationTo(
  tx: PlatformDb,
  merchantId: MerchantId,
  email: string,
  at: Date,
): Promise<boolean> {
  const revoked = await revokeOpen(tx, merchantId, at).where('email', '=', email).returning('id').execute();
  return revoked.length > 0;
}

/** Ends the open invitations that a person sent. */
export async function revokeInvitationsBy(
  tx: PlatformDb,
  merchantId: MerchantId,
  userId: string,
  at: Date,
): Promise<void> {
  await revokeOpen(tx, merchantId, at).where('invited_by', '=', userId).execute();
}

export async function revokeInvitationOf(
  tx: PlatformDb,
  merchantId: MerchantId,
  id: string,
  at: Date,
): Promise<string | undefined> {
  const revoked = await revokeOpen(tx, merchantId, at)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return revoked?.email;
}

/** An open invitation, for whoever has its token. */
export function findInvitationAcrossMerchants(platform: PlatformDb, hash: Buffer, at: Date) {
  return platform
    .selectFrom('invitations as i')
    .innerJoin('merchants as m', 'm.id', 'i.merchant_id')
    .leftJoin('users as u', 'u.email', 'i.email')
    .select(['i.id', 'i.email', 'i.role', 'i.merchant_id', 'm.business_name', 'u.id as user_id'])
    .where('i.hash', '=', hash)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', at)
    .executeTakeFirst();
}

/** @returns false to all but the first of those who accept at once */
export async function writeAccepted(
  tx: PlatformDb,
  merchantId: MerchantId,
  id: string,
  at: Date,
): Promise<boolean> {
  const accepted = await tx
    .updateTable('invitations')
    .set({ accepted_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .executeTakeFirst();
  return accepted !== undefined;
}
