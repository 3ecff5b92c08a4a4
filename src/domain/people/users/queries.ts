import { type Insertable, sql } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Role } from '../roles/roles.ts';

// People belong to no merchant, so most of these read across merchants.

/** @param email in lower case */
export function findUserAcrossMerchants(platform: PlatformDb, email: string) {
  return platform
    .selectFrom('users as u')
    .leftJoin('user_factors as f', 'f.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.name', 'u.password_hash', 'u.email_verified_at', 'f.enrolled_at'])
    .where('u.email', '=', email)
    .executeTakeFirst();
}

/**
 * Locks a person, so that what is asked for with their address is done one after the other.
 *
 * @param email in lower case
 */
export function lockUserAcrossMerchants(tx: PlatformDb, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Locks the person of a session. What they asked for may have waited while somebody ended the session, and must then not happen.
 *
 * @returns false if the session has ended
 */
export async function lockSessionAcrossMerchants(
  tx: PlatformDb,
  { userId, hash }: { readonly userId: string; readonly hash: Buffer },
): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  // A statement of its own: it sees what was committed while it waited for the lock.
  const session = await tx
    .selectFrom('dashboard_sessions')
    .select('hash')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return session !== undefined;
}

/** @returns false if the email is taken */
export async function insertUserAcrossMerchants(
  tx: PlatformDb,
  user: Insertable<PlatformTables['users']>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Makes a person a member with a role, or gives a member this role. */
export async function writeMembership(
  tx: PlatformDb,
  merchantId: MerchantId,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ user_id: userId, merchant_id: merchantId, role })
    .onConflict((conflict) => conflict.columns(['user_id', 'merchant_id']).doUpdateSet({ role }))
    .execute();
}

export async function writePasswordAcrossMerchants(
  tx: PlatformDb,
  userId: string,
  hash: string,
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

/** Gives a person another address, which they have proved to be theirs. */
export async function writeEmailAcrossMerchants(
  tx: PlatformDb,
  userId: string,
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<void> {
  await tx.updateTable('users').set({ email, email_verified_at: at }).where('id', '=', userId).execute();
}

export async function writeVerifiedAcrossMerchants(tx: PlatformDb, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, ${at})` })
    .where('id', '=', userId)
    .execute();
}

/** Ends the sessions of a person, but for the one that asks. */
export async function endSessionsOfAcrossMerchants(
  tx: PlatformDb,
  userId: string,
  but: Buffer | undefined,
): Promise<void> {
  await tx
    .deleteFrom('dashboard_sessions')
    .where('user_id', '=', userId)
    .$if(but !== undefined, (query) => query.where('hash', '<>', but ?? Buffer.of()))
    .execute();
}

export async function writePersonAcrossMerchants(
  platform: PlatformDb,
  userId: string,
  { name, timeZone }: { readonly name: string; readonly timeZone: string },
): Promise<void> {
  await platform.updateTable('users').set({ name, time_zone: timeZone }).where('id', '=', userId).execute();
}

/**
 * Removes the second factor of a person, with their recovery codes.
 *
 * @returns false if none was turned on
 */
export async function deleteFactorOfAcrossMerchants(tx: PlatformDb, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('user_factors')
    .where('user_id', '=', userId)
    .returning('enrolled_at')
    .executeTakeFirst();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return deleted !== undefined && deleted.enrolled_at !== null;
}

/**
 * Forgets what was begun before a new password or address: links that would replace them, and a second factor without its first code.
 * Whoever had the account may know them. Lock the person before.
 */
export async function deleteBegunOfAcrossMerchants(tx: PlatformDb, userId: string): Promise<void> {
  await tx
    .deleteFrom('user_links')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['reset-password', 'change-email'])
    .execute();
  await tx
    .deleteFrom('user_factors')
    .where('user_id', '=', userId)
    .where('enrolled_at', 'is', null)
    .execute();
}

/** The merchants that a person works for. */
export function listMerchantsOfAcrossMerchants(tx: PlatformDb, userId: string) {
  return tx.selectFrom('memberships').select('merchant_id').where('user_id', '=', userId).execute();
}
