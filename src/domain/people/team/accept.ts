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
  insertUserAcrossMerchants,
  writeMembership,
  writeVerifiedAcrossMerchants,
} from '../users/queries.ts';
import { hashOfToken } from '../users/tokens.ts';
import { findInvitationAcrossMerchants, revokeInvitationsBy, writeAccepted } from './invitation-queries.ts';
import { isLastOwner } from './invite.ts';
import { findMember } from './queries.ts';

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

/** `refused`: they may not, or the invitation is no longer open. `last owner`: the merchant would have no owner. */
type Joined = 'joined' | 'refused' | 'last owner';

/** A signed-in person joins the merchant. Refused unless their session is whole and they are the invited one. */
export async function acceptInvitation(
  { platform }: PeopleDeps,
  { token, session, ip }: From & { readonly token: string; readonly session: Session },
): Promise<Joined> {
  const found = await findInvitationAcrossMerchants(platform, hashOfToken(token), now());
  if (!found || session.stage !== 'full' || session.email !== found.email) return 'refused';
  return await join(platform, found, { userId: session.userId, ip });
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
  const id = newId();
  const joined = await join(platform, found, {
    userId: id,
    ip,
    make: async (tx) => {
      const isNew = await insertUserAcrossMerchants(tx, { id, email: found.email, name, password_hash });
      if (isNew) await writeVerifiedAcrossMerchants(tx, id, now());
      return isNew;
    },
  });
  return joined === 'joined';
}

type Found = NonNullable<Awaited<ReturnType<typeof findInvitationAcrossMerchants>>>;
type Joining = From & {
  readonly userId: string;
  /** Makes the person first. @returns false if somebody has the address */
  readonly make?: (tx: PlatformDb) => Promise<boolean>;
};

class NotJoined extends Error {
  override name = 'NotJoined';
  readonly why: Exclude<Joined, 'joined'>;

  constructor(why: Exclude<Joined, 'joined'>) {
    super(why);
    this.why = why;
  }
}

/** The invitation is spent in the transaction that makes the member. */
async function join(platform: PlatformDb, found: Found, { userId, ip, make }: Joining): Promise<Joined> {
  const of = { merchantId: merchantId(found.merchant_id), by: found.email, from: { userId, ip } };
  const { role } = found;
  try {
    await changeMerchant(platform, of, async (tx) => {
      if (make && !(await make(tx))) throw new NotJoined('refused');
      if (!(await writeAccepted(tx, of.merchantId, found.id, now()))) throw new NotJoined('refused');
      // Somebody who is a member already is invited to another role.
      const member = await findMember(tx, of.merchantId, userId);
      if (member && role !== 'owner' && (await isLastOwner(tx, of.merchantId, member.role)))
        throw new NotJoined('last owner');
      await writeMembership(tx, of.merchantId, { userId, role });
      // As with every change of a role: whom they invited as an owner must not come in after it.
      if (member && member.role !== role) await revokeInvitationsBy(tx, of.merchantId, userId, now());
      const details = { user: showId('usr', userId), role };
      return { entry: { action: 'team.joined', details }, result: undefined };
    });
    return 'joined';
  } catch (error) {
    if (error instanceof NotJoined) return error.why;
    throw error;
  }
}
