import { setTimeout as pause } from 'node:timers/promises';
import { merchantId as asMerchantId, type MerchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { subscriberOf } from '../../../platform/http/public-address.ts';
import { newId } from '../../../platform/ids.ts';
import { insertBareMerchantAcrossMerchants } from '../../merchants/accounts/queries.ts';
import { type From, insertOperatorChange } from '../../merchants/changes/queries.ts';
import { isFlooded, sendLater } from '../mail/mails.ts';
import { mails } from '../mail/texts.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import {
  findLinkAcrossMerchants,
  insertLinkAcrossMerchants,
  type LinkKind,
  spendLinkAcrossMerchants,
} from './link-queries.ts';
import { rememberOwn } from './own-account.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteBegunOfAcrossMerchants,
  endSessionsOfAcrossMerchants,
  insertUserAcrossMerchants,
  lockUserAcrossMerchants,
  writeMembership,
  writePasswordAcrossMerchants,
  writeVerifiedAcrossMerchants,
} from './queries.ts';
import { hashOfToken, newToken } from './tokens.ts';
import { countSignUp, endLock } from './tries.ts';

const hour = 60 * 60 * 1000;
const linkMs = { 'verify-email': 24 * hour, 'reset-password': hour } as const;

type NewAccount = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly businessName: string;
  /** The address of the internet that it comes from. */
  readonly ip: string;
};

/** `lockedForMs` is zero if it was done. */
type SignedUp = { readonly lockedForMs: number };

/**
 * Makes a person, a merchant of theirs without KYC, and mails them a link that proves the address. If there is an account for the
 * address, none is made, and the mail says so: whoever types it learns nothing. Somebody who signs up again and again is refused for
 * a while, since each time costs a hash, a merchant and a mail.
 */
export async function signUp(
  deps: PeopleDeps,
  { name, email, password, businessName, ip }: NewAccount,
): Promise<SignedUp> {
  const { lockedForMs } = await countSignUp(deps.platform, subscriberOf(ip));
  if (lockedForMs > 0) return { lockedForMs };
  const address = email.toLowerCase();
  const hash = await hashPassword(password);
  await inPlatformTransaction(deps.platform, async (tx) => {
    const userId = newId();
    const isNew = await insertUserAcrossMerchants(tx, {
      id: userId,
      email: address,
      name,
      password_hash: hash,
    });
    if (!isNew) return await sendKnown(tx, deps.address, address);
    const merchantId = await insertBareMerchant(tx, { businessName, email: address, from: { userId, ip } });
    await writeMembership(tx, merchantId, { userId, role: 'owner' });
    await sendLink(tx, deps.address, { id: userId, email: address }, 'verify-email');
  });
  return { lockedForMs };
}

/** A merchant without KYC and without an app: they create their apps themselves. */
async function insertBareMerchant(
  tx: PlatformDb,
  {
    businessName,
    email,
    from,
  }: { readonly businessName: string; readonly email: string; readonly from: From },
): Promise<MerchantId> {
  const id = asMerchantId(newId());
  await insertBareMerchantAcrossMerchants(tx, {
    id,
    business_name: businessName,
    email,
    country: 'ZW',
    kyc_tier: 0,
  });
  const details = { kyc_tier: 0 };
  await insertOperatorChange(tx, id, {
    changeId: newId(),
    action: 'merchant.created',
    details,
    by: email,
    from,
  });
  return id;
}

/** Somebody signs up with the address of an account. */
async function sendKnown(tx: PlatformDb, address: string, to: string): Promise<void> {
  const mail = { to, ...mails.known(address) };
  await lockUserAcrossMerchants(tx, to);
  if (!(await isFlooded(tx, mail))) await sendLater(tx, mail);
}

/** Without a mail the earlier link stays: strangers who ask again and again must not end it. */
async function sendLink(
  tx: PlatformDb,
  address: string,
  user: { readonly id: string; readonly email: string },
  kind: keyof typeof linkMs,
): Promise<void> {
  const { token, hash } = newToken();
  const mail = { to: user.email, ...mails[kind](address, token) };
  if (await isFlooded(tx, mail)) return;
  const expiresAt = new Date(now().getTime() + linkMs[kind]);
  await insertLinkAcrossMerchants(tx, { hash, userId: user.id, kind, expiresAt });
  await sendLater(tx, mail);
}

/** Whose link it is; undefined: it was used, replaced, or has expired. */
export function findLink(platform: PlatformDb, token: string, kind: LinkKind) {
  return findLinkAcrossMerchants(platform, hashOfToken(token), kind, now());
}

/** @returns false if the link does not work any more */
export function verifyEmail({ platform }: PeopleDeps, token: string): Promise<boolean> {
  return inPlatformTransaction(platform, async (tx) => {
    const userId = await spendLinkAcrossMerchants(tx, hashOfToken(token), 'verify-email', now());
    if (userId === undefined) return false;
    await writeVerifiedAcrossMerchants(tx, userId, now());
    return true;
  });
}

/** Longer than a link and a mail take to be written: without it, the time of an answer would tell who has an account. */
const resetAnswerMs = 250;

/**
 * Mails a link with which the person chooses a new password. Without an account, or after too many mails, nothing is sent, and the
 * caller cannot tell: neither by the answer nor by how long it took.
 */
export async function requestReset({ platform, address }: PeopleDeps, email: string): Promise<void> {
  const sent = inPlatformTransaction(platform, async (tx) => {
    const user = await lockUserAcrossMerchants(tx, email.toLowerCase());
    if (user) await sendLink(tx, address, user, 'reset-password');
  });
  await Promise.all([sent, pause(resetAnswerMs)]);
}

/**
 * Sets a new password, ends every session of the person, the lock of their account and what was begun before, and tells them by
 * mail. The link was mailed, so it proves the address, too.
 *
 * @returns false if the link does not work any more
 */
export async function resetPassword(
  { platform, address }: PeopleDeps,
  { token, password, ip }: { readonly token: string; readonly password: string; readonly ip: string },
): Promise<boolean> {
  // Anybody can make up links. Only a real one is worth a hash.
  if (!(await findLink(platform, token, 'reset-password'))) return false;
  const hash = await hashPassword(password);
  return await inPlatformTransaction(platform, async (tx) => {
    const user = await findLink(tx, token, 'reset-password');
    if (!user) return false;
    // Locks the person before the link, as a request for a link does, to avoid a deadlock.
    await lockUserAcrossMerchants(tx, user.email);
    const userId = await spendLinkAcrossMerchants(tx, hashOfToken(token), 'reset-password', now());
    if (userId === undefined) return false;
    await writePasswordAcrossMerchants(tx, userId, hash);
    await writeVerifiedAcrossMerchants(tx, userId, now());
    await endSessionsOfAcrossMerchants(tx, userId, undefined);
    await deleteBegunOfAcrossMerchants(tx, userId);
    await endLock(tx, user.email);
    await rememberOwn(tx, { userId, email: user.email, ip }, 'person.password-reset');
    await sendLater(tx, { to: user.email, ...mails.passwordChanged(address) });
    return true;
  });
}
