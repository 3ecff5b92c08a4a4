import { now } from '../../../platform/clock.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { passCode } from '../factors/codes.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import { isPassword } from '../users/passwords.ts';
import { findUserAcrossMerchants } from '../users/queries.ts';
import { hashOfToken, newToken } from '../users/tokens.ts';
import { insertSessionAcrossMerchants, replaceTokenAcrossMerchants } from './queries.ts';
import { type Session, sessionMs } from './sessions.ts';
import {
  countTryAcrossMerchants,
  forgetTriesAcrossMerchants,
  takeBackTryAcrossMerchants,
} from './try-queries.ts';

/** Tries that may fail in a window, of one account and of one address of the internet. Reliability: "Sign-in". */
const mostTries = { account: 5, address: 20 } as const;
const windowMs = 15 * 60 * 1000;

type Attempt = {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
};

export type SignedIn =
  | { readonly kind: 'signed in'; readonly token: string; readonly stage: Session['stage'] }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

/**
 * Begins a session. An account that does not exist is refused like a wrong password: in the same words, after the same time, and
 * with the same lock.
 */
export async function signIn(
  { platform }: PeopleDeps,
  { email, password, ip, userAgent }: Attempt,
): Promise<SignedIn> {
  const address = email.toLowerCase();
  const counted = await countTry(platform, address, ip);
  if (counted.lockedForMs > 0)
    return { kind: 'locked', retryAfterSeconds: Math.ceil(counted.lockedForMs / 1000) };
  const user = await findUserAcrossMerchants(platform, address);
  const isRight = await isPassword(password, user?.password_hash);
  // An address that nobody has proved may be of somebody else.
  if (!user || !isRight || user.email_verified_at === null) return { kind: 'wrong' };
  await forgetTriesAcrossMerchants(platform, counted);
  const stage = user.enrolled_at === null ? 'full' : 'factor';
  const { token, hash } = newToken();
  const at = now();
  const expiresAt = new Date(at.getTime() + sessionMs);
  const confirmedAt = stage === 'full' ? at : null;
  await insertSessionAcrossMerchants(platform, {
    hash,
    userId: user.id,
    stage,
    ip,
    userAgent,
    at,
    expiresAt,
    confirmedAt,
  });
  return { kind: 'signed in', token, stage };
}

/** Counts before the password is checked, so that a thousand tries at once are not all let in. */
async function countTry(platform: PlatformDb, email: string, ip: string) {
  const at = now();
  const id = newId();
  // The hash: a person may have typed their password in the wrong field.
  const account = `email ${sha256(email).toString('hex')}`;
  const address = `ip ${ip}`;
  const subjects = [account, address];
  const since = new Date(at.getTime() - windowMs);
  const counts = await countTryAcrossMerchants(platform, { id, subjects, at, since });
  const limits: Readonly<Record<string, number>> = {
    [account]: mostTries.account,
    [address]: mostTries.address,
  };
  const over = counts.filter(({ subject, tries }) => Number(tries) > (limits[subject] ?? 0));
  const ends = over.map(({ first }) => first.getTime() + windowMs - at.getTime());
  // Refused tries do not count, or the lock would never end.
  if (over.length > 0) await takeBackTryAcrossMerchants(platform, subjects, id);
  return { id, account, lockedForMs: ends.length === 0 ? 0 : Math.max(1, ...ends) };
}

type Passed = { readonly token: string } | 'wrong' | 'locked';

/** Completes a session with the second factor. Its token is replaced. */
export async function passFactor(
  deps: PeopleDeps,
  token: string,
  userId: string,
  code: string,
): Promise<Passed> {
  const passed = await passCode(deps, userId, code);
  return passed === 'right' ? await replaced(deps.platform, token) : passed;
}

type Proof = { readonly password: string } | { readonly code: string };

/** A signed-in person proves again who they are, before something that matters. The session's token is replaced. */
export async function confirm(
  deps: PeopleDeps,
  token: string,
  session: Session,
  proof: Proof,
): Promise<Passed> {
  if ('code' in proof) return await passFactor(deps, token, session.userId, proof.code);
  const counted = await countTry(deps.platform, session.email, `session ${session.hash.toString('hex')}`);
  if (counted.lockedForMs > 0) return 'locked';
  const user = await findUserAcrossMerchants(deps.platform, session.email);
  if (!(await isPassword(proof.password, user?.password_hash))) return 'wrong';
  await forgetTriesAcrossMerchants(deps.platform, counted);
  return await replaced(deps.platform, token);
}

async function replaced(platform: PlatformDb, token: string): Promise<Passed> {
  const next = newToken();
  const isThere = await inPlatformTransaction(platform, (tx) =>
    replaceTokenAcrossMerchants(tx, hashOfToken(token), { hash: next.hash, at: now() }),
  );
  return isThere ? { token: next.token } : 'wrong';
}
