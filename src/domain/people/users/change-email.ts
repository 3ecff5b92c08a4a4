import { now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { classify } from '../../../platform/db/driver/violations.ts';
import { subscriberOf } from '../../../platform/http/public-address.ts';
import { isFlooded, type Mail, sendLater } from '../mail/mails.ts';
import { mails } from '../mail/texts.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import { findLinkAcrossMerchants, insertLinkAcrossMerchants } from './link-queries.ts';
import { changeOwn, type Own, rememberOwn } from './own-account.ts';
import {
  deleteBegunOfAcrossMerchants,
  findUserAcrossMerchants,
  writeEmailAcrossMerchants,
} from './queries.ts';
import { hashOfToken, newToken } from './tokens.ts';
import { countSignUp, endLock } from './tries.ts';

const linkMs = 60 * 60 * 1000;
const kind = 'change-email';

type Deps = Pick<PeopleDeps, 'platform' | 'address'>;

/**
 * Mails a link to the address with which a person wants to sign in from now on, and tells the one that they have. Nothing changes before
 * the link is used. If there is an account for the address, its mail says so, and the person learns nothing. It counts as a sign-up does:
 * both send mails to an address that somebody typed.
 *
 * @param email not the person's own
 * @returns `lockedForMs` is zero if it was done
 * @throws SessionEnded
 */
export async function requestEmail(
  { platform, address }: Deps,
  own: Own,
  email: string,
): Promise<{ readonly lockedForMs: number }> {
  const { lockedForMs } = await countSignUp(platform, subscriberOf(own.ip));
  if (lockedForMs > 0) return { lockedForMs };
  const to = email.toLowerCase();
  await changeOwn(platform, own, async (tx) => {
    await sendOnce(tx, { to: own.email, ...mails.emailWanted(address, to) });
    if (await findUserAcrossMerchants(tx, to)) return await sendOnce(tx, { to, ...mails.known(address) });
    const { token, hash } = newToken();
    const mail = { to, ...mails.newEmail(address, token, own.email) };
    if (await isFlooded(tx, mail)) return;
    const expiresAt = new Date(now().getTime() + linkMs);
    await insertLinkAcrossMerchants(tx, { hash, userId: own.userId, kind, email: to, expiresAt });
    await sendLater(tx, mail);
  });
  return { lockedForMs };
}

async function sendOnce(tx: PlatformDb, mail: Mail): Promise<void> {
  if (!(await isFlooded(tx, mail))) await sendLater(tx, mail);
}

/** The address that a person wants; undefined: the link is not theirs, was used or replaced, or has expired. */
export async function findWantedEmail(
  platform: PlatformDb,
  { userId }: Pick<Own, 'userId'>,
  token: string,
): Promise<string | undefined> {
  const found = await findLinkAcrossMerchants(platform, hashOfToken(token), kind, now());
  return found?.id === userId ? (found.wanted ?? undefined) : undefined;
}

/**
 * Gives a person the address to which the link was mailed. Whoever reads the mail of a mistyped address is not signed in as them, so they
 * cannot use it. What was mailed to the old address and begun before does not work any more, and a mail tells it.
 *
 * @returns false if the link does not work any more, or somebody else has the address by now
 * @throws SessionEnded
 */
export async function changeEmail({ platform }: Deps, own: Own, token: string): Promise<boolean> {
  try {
    return await changeOwn(platform, own, async (tx) => {
      const email = await findWantedEmail(tx, own, token);
      if (email === undefined) return false;
      await writeEmailAcrossMerchants(tx, own.userId, { email, at: now() });
      // With the link itself.
      await deleteBegunOfAcrossMerchants(tx, own.userId);
      // Strangers may have locked it, while it was nobody's.
      await endLock(tx, email);
      await rememberOwn(tx, own, 'person.email-changed', { email: { before: own.email, after: email } });
      await sendLater(tx, { to: own.email, ...mails.emailChanged(email) });
      return true;
    });
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** Somebody has got the address since the link was mailed, perhaps in the same moment. */
function isTaken(error: unknown): boolean {
  const failure = classify(error);
  return typeof failure === 'object' && failure.constraint === 'user_email';
}
