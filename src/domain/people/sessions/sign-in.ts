import { now } from '../../../platform/clock.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { subscriberOf } from '../../../platform/http/public-address.ts';
import { passCode } from '../factors/codes.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import { isPassword } from '../users/passwords.ts';
import { findUserAcrossMerchants, lockUserAcrossMerchants } from '../users/queries.ts';
import { hashOfToken, newToken } from '../users/tokens.ts';
import { countTry, judgeTry } from '../users/tries.ts';
import { forgetTriesAcrossMerchants } from '../users/try-queries.ts';
import { insertSessionAcrossMerchants, replaceTokenAcrossMerchants } from './queries.ts';
import { type Session, sessionMs } from './sessions.ts';

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
 *
 * @throws SERVICE_UNAVAILABLE too many passwords wait to be hashed
 */
export async function signIn(
  { platform }: PeopleDeps,
  { email, password, ip, userAgent }: Attempt,
): Promise<SignedIn> {
  const address = email.toLowerCase();
  // A whole /64 of IPv6 addresses belongs to one subscriber, so they count together.
  const counted = await countTry(platform, address, subscriberOf(ip));
  if (counted.lockedForMs > 0)
    return { kind: 'locked', retryAfterSeconds: Math.ceil(counted.lockedForMs / 1000) };
  const user = await findUserAcrossMerchants(platform, address);
  const isRight = await judgeTry(platform, counted, () => isPassword(password, user?.password_hash));
  // An address that nobody has proved may be of somebody else.
  if (!user || !isRight || user.email_verified_at === null) return { kind: 'wrong' };
  return await inPlatformTransaction(platform, async (tx): Promise<SignedIn> => {
    const begun = await beginSession(tx, user, { ip, userAgent });
    if (begun.kind === 'signed in') await forgetTriesAcrossMerchants(tx, counted);
    return begun;
  });
}

/**
 * Begins a session of a person whose password was right when it was read. Judging it takes a while, in which a reset may have
 * replaced it, or the person may have turned on a second factor.
 */
async function beginSession(
  tx: PlatformDb,
  checked: { readonly email: string; readonly password_hash: string | null },
  from: Pick<Attempt, 'ip' | 'userAgent'>,
): Promise<SignedIn> {
  await lockUserAcrossMerchants(tx, checked.email);
  const user = await findUserAcrossMerchants(tx, checked.email);
  if (!user || user.password_hash !== checked.password_hash) return { kind: 'wrong' };
  const stage = user.enrolled_at === null ? 'full' : 'factor';
  const { token, hash } = newToken();
  const at = now();
  const expiresAt = new Date(at.getTime() + sessionMs);
  const confirmedAt = stage === 'full' ? at : null;
  await insertSessionAcrossMerchants(tx, {
    hash,
    userId: user.id,
    stage,
    at,
    expiresAt,
    confirmedAt,
    ...from,
  });
  return { kind: 'signed in', token, stage };
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
  const { password } = proof;
  if (!(await judgeTry(deps.platform, counted, () => isPassword(password, user?.password_hash))))
    return 'wrong';
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
