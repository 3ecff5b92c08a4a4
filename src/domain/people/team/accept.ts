import { merchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { changeMerchant } from '../../merchants/changes/change-merchant.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import type { Role } from '../roles/roles.ts';
import type { Session } from '../sessions/sessions.ts';
import { hashPassword } from '../users/passwords.ts';
import {
  insertMembership,
  insertUserAcrossMerchants,
  writeVerifiedAcrossMerchants,
} from '../users/queries.ts';
import { hashOfToken } from '../users/tokens.ts';
import { findInvitationAcrossMerchants, writeAccepted } from './invitation-queries.ts';
import { writeRole } from './queries.ts';

export type Invitation = {
  readonly merchantName: string;
  readonly email: string;
  readonly role: Role;
  /** Whether somebody signs in with the invited address already. */
  readonly hasAccount: boolean;
};

/** An open invitation; undefined: it was accepted, revoked, replaced, or has expired. */
export async function findInvitation(platform: PlatformDb, token: string): Promise<Invitation | undefined> {
  const found = await findInvitationAcrossMerchants(platform, hashOfToken(token), now());
  if (!found) return undefined;
  const { business_name: merchantName, email, role, user_id } = found;
  return { merchantName, email, role, hasAccount: user_id !== null };
}

type From = { readonly ip: string };

/**
 * A signed-in person joins the merchant. Refused unless their session is whole and they are the invited one.
 *
 * @returns false if they may not, or the invitation is no longer open
 */
export async function acceptInvitation(
  { platform }: PeopleDeps,
  { token, session, ip }: From & { readonly token: string; readonly session: Session },
): Promise<boolean> {
  const found = await findInvitationAcrossMerchants(platform, hashOfToken(token), now());
  if (!found || session.stage !== 'full' || session.email !== found.email) return false;
  return await join(platform, found, { ip, userId: async () => session.userId });
}

/**
 * An invited person who has no account makes one and joins. The mail with the invitation proves the address.
 *
 * @returns false if there is an account for the address, or the invitation is no longer open
 */
export async function acceptAsNew(
  { platform }: PeopleDeps,
  {
    token,
    name,
    password,
    ip,
  }: From & { readonly token: string; readonly name: string; readonly password: string },
): Promise<boolean> {
  const found = await findInvitationAcrossMerchants(platform, hashOfToken(token), now());
  if (!found || found.user_id !== null) return false;
  const password_hash = await hashPassword(password);
  return await join(platform, found, {
    ip,
    userId: async (tx) => {
      const id = newId();
      const isNew = await insertUserAcrossMerchants(tx, { id, email: found.email, name, password_hash });
      if (!isNew) return undefined;
      await writeVerifiedAcrossMerchants(tx, id, now());
      return id;
    },
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof findInvitationAcrossMerchants>>>;
type Joining = From & { readonly userId: (tx: PlatformDb) => Promise<string | undefined> };

class NotJoined extends Error {
  override name = 'NotJoined';
}

/** The invitation is spent in the transaction that makes the member. */
async function join(platform: PlatformDb, found: Found, { ip, userId: made }: Joining): Promise<boolean> {
  const of = { merchantId: merchantId(found.merchant_id), by: found.email };
  try {
    await changeMerchant(platform, of, async (tx) => {
      const userId = await made(tx);
      if (userId === undefined || !(await writeAccepted(tx, of.merchantId, found.id, now())))
        throw new NotJoined();
      const { role } = found;
      const isNew = await insertMembership(tx, of.merchantId, { userId, role });
      // Somebody who is a member already is invited to another role.
      if (!isNew) await writeRole(tx, of.merchantId, userId, role);
      const details = { user: showId('usr', userId), role, ip };
      return { entry: { action: 'team.joined', details }, result: undefined };
    });
    return true;
  } catch (error) {
    if (error instanceof NotJoined) return false;
    throw error;
  }
}
