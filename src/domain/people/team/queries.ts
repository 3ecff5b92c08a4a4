import type { Insertable } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Role } from '../roles/roles.ts';

export function listMembers(platform: PlatformDb, merchantId: MerchantId) {
  return platform
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('user_factors as f', 'f.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email', 'm.role', 'm.created_at', 'f.enrolled_at'])
    .where('m.merchant_id', '=', merchantId)
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(200)
    .execute();
}

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

/** Ends the open invitation of an address. @returns false if there is none */
export async function revokeInvitationTo(
  tx: PlatformDb,
  merchantId: MerchantId,
  email: string,
  at: Date,
): Promise<boolean> {
  const revoked = await tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchantId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return revoked.length > 0;
}

export async function revokeInvitationOf(
  tx: PlatformDb,
  merchantId: MerchantId,
  id: string,
  at: Date,
): Promise<string | undefined> {
  const revoked = await tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
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

export async function findRole(
  tx: PlatformDb,
  merchantId: MerchantId,
  userId: string,
): Promise<Role | undefined> {
  const found = await tx
    .selectFrom('memberships')
    .select('role')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.role;
}

export async function countOwners(tx: PlatformDb, merchantId: MerchantId): Promise<number> {
  const { owners } = await tx
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<bigint>().as('owners'))
    .where('merchant_id', '=', merchantId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return Number(owners);
}

export async function writeRole(
  tx: PlatformDb,
  merchantId: MerchantId,
  userId: string,
  role: Role,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute();
}

/** Their sessions go on, without this merchant. */
export async function deleteMembership(
  tx: PlatformDb,
  merchantId: MerchantId,
  userId: string,
): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute();
}
