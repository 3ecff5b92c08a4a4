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
    .limit(1000)
    .execute();
}

/** Who a member is, and their role. */
export function findMember(tx: PlatformDb, merchantId: MerchantId, userId: string) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email', 'm.role'])
    .where('m.merchant_id', '=', merchantId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
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
