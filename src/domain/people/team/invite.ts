import type { MerchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { changeMerchant, type MerchantOf } from '../../merchants/changes/change-merchant.ts';
import { isFlooded, mostOfAKind, sendLater } from '../mail/mails.ts';
import { mails } from '../mail/texts.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import type { Role } from '../roles/roles.ts';
import { newToken } from '../users/tokens.ts';
import { changeTeam } from './change-team.ts';
import {
  countInvitations,
  insertInvitation,
  revokeInvitationOf,
  revokeInvitationsBy,
  revokeInvitationTo,
} from './invitation-queries.ts';
import { countOwners, deleteMembership, findMember, writeRole } from './queries.ts';

const dayMs = 24 * 60 * 60 * 1000;
const validMs = 7 * dayMs;
/** Of one merchant: each invitation is a mail, to whomever they name. */
const most = { open: 50, aDay: 20 } as const;

type Wanted = { readonly email: string; readonly role: Role; readonly userId: string };

type TooMany = {
  readonly kind: 'too many open' | 'too many today' | 'too many to them';
  readonly most: number;
};
type Invited = { readonly kind: 'invited' } | TooMany;

/** Invites somebody by mail. An open invitation of the same address is replaced. */
export function invite(
  { platform, address }: PeopleDeps,
  of: MerchantOf,
  { email, role, userId }: Wanted,
): Promise<Invited> {
  const to = email.toLowerCase();
  const { token, hash } = newToken();
  return changeTeam<Invited>(platform, of, async (tx, merchant) => {
    const at = now();
    const about = { merchantName: merchant.business_name, by: of.by, role };
    const mail = { to, ...mails.invitation(address, token, about) };
    const refused = await tooMany(tx, of.merchantId, to, at);
    if (refused) return { result: refused };
    if (await isFlooded(tx, mail)) return { result: { kind: 'too many to them', most: mostOfAKind } };
    await revokeInvitationTo(tx, of.merchantId, to, at);
    const expires_at = new Date(at.getTime() + validMs);
    await insertInvitation(tx, of.merchantId, {
      id: newId(),
      email: to,
      role,
      hash,
      invited_by: userId,
      expires_at,
    });
    await sendLater(tx, mail);
    return {
      entry: { action: 'team.invited', details: { email: to, role } },
      result: { kind: 'invited' },
    };
  });
}

/** The merchant must be locked: of invitations at the same time none sees the others. */
async function tooMany(
  tx: PlatformDb,
  merchantId: MerchantId,
  to: string,
  at: Date,
): Promise<TooMany | undefined> {
  const since = new Date(at.getTime() - dayMs);
  const { open, made } = await countInvitations(tx, merchantId, { at, since, but: to });
  if (open >= most.open) return { kind: 'too many open', most: most.open };
  return made >= most.aDay ? { kind: 'too many today', most: most.aDay } : undefined;
}

/** @returns false if it was accepted, revoked, or is of another merchant */
export function revokeInvitation({ platform }: PeopleDeps, of: MerchantOf, id: string): Promise<boolean> {
  return changeTeam<boolean>(platform, of, async (tx) => {
    const email = await revokeInvitationOf(tx, of.merchantId, id, now());
    if (email === undefined) return { result: false };
    return { entry: { action: 'team.invitation-revoked', details: { email } }, result: true };
  });
}

export type TeamChange = 'done' | 'last owner' | 'no member';

/** Lock the merchant before: two owners who go at once do not see each other. */
export async function isLastOwner(tx: PlatformDb, merchantId: MerchantId, role: Role): Promise<boolean> {
  return role === 'owner' && (await countOwners(tx, merchantId)) === 1;
}

/**
 * An invitation to another role, not yet accepted, would undo what is decided about the member now. One that they sent would let in
 * whom they chose while they were an owner.
 */
async function takeBackInvitations(
  tx: PlatformDb,
  merchantId: MerchantId,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  const at = now();
  await revokeInvitationTo(tx, merchantId, email, at);
  await revokeInvitationsBy(tx, merchantId, userId, at);
}

/**
 * Gives a member another role, and takes back the open invitations to and by them. A merchant always has an owner: changes of one merchant's
 * team are made one after the other.
 */
export function setRole(
  { platform }: PeopleDeps,
  of: MerchantOf,
  userId: string,
  role: Role,
): Promise<TeamChange> {
  return changeTeam<TeamChange>(platform, of, async (tx) => {
    const member = await findMember(tx, of.merchantId, userId);
    if (!member) return { result: 'no member' };
    const before = member.role;
    if (before === role) return { result: 'done' };
    if (await isLastOwner(tx, of.merchantId, before)) return { result: 'last owner' };
    await writeRole(tx, of.merchantId, userId, role);
    await takeBackInvitations(tx, of.merchantId, { userId, email: member.email });
    return {
      entry: { action: 'team.role-set', details: { user: showId('usr', userId), before, after: role } },
      result: 'done',
    };
  });
}

/** Takes a member out of the team, and takes back the open invitations to and by them. */
export function removeMember({ platform }: PeopleDeps, of: MerchantOf, userId: string): Promise<TeamChange> {
  return changeTeam<TeamChange>(platform, of, (tx) => takeOut(tx, of.merchantId, userId, 'team.removed'));
}

/** A member goes by themselves, whatever their role is. */
export function leaveTeam({ platform }: PeopleDeps, of: MerchantOf, userId: string): Promise<TeamChange> {
  return changeMerchant<TeamChange>(platform, of, (tx) => takeOut(tx, of.merchantId, userId, 'team.left'));
}

async function takeOut(
  tx: PlatformDb,
  merchantId: MerchantId,
  userId: string,
  action: 'team.removed' | 'team.left',
): ReturnType<Parameters<typeof changeTeam<TeamChange>>[2]> {
  const member = await findMember(tx, merchantId, userId);
  if (!member) return { result: 'no member' };
  const before = member.role;
  if (await isLastOwner(tx, merchantId, before)) return { result: 'last owner' };
  await deleteMembership(tx, merchantId, userId);
  await takeBackInvitations(tx, merchantId, { userId, email: member.email });
  return { entry: { action, details: { user: showId('usr', userId), before } }, result: 'done' };
}
