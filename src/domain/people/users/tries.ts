import { now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';
import {
  countTryAcrossMerchants,
  forgetTriesOfAcrossMerchants,
  takeBackTryAcrossMerchants,
} from './try-queries.ts';

/** Tries that may fail in a window, of one account and of one address of the internet; sign-ups from one. Reliability: "Sign-in". */
const most = { account: 5, address: 20, signUps: 20 } as const;
const windowMs = 15 * 60 * 1000;

/** The hash: a person may have typed their password in the wrong field. */
const accountOf = (email: string): string => `email ${sha256(email).toString('hex')}`;

type Counted = { readonly id: string; readonly subjects: readonly string[]; readonly lockedForMs: number };

/**
 * Counts before the password is checked, so that a thousand tries at once are not all let in.
 *
 * @param email in lower case
 * @param from tries from the same place count together, whatever account they are of
 */
export async function countTry(
  platform: PlatformDb,
  email: string,
  from: string,
): Promise<Counted & { readonly account: string }> {
  const account = accountOf(email);
  const counted = await count(platform, { [account]: most.account, [`ip ${from}`]: most.address });
  return { ...counted, account };
}

/** Counts a sign-up, whatever becomes of it: each costs a hash and a mail. */
export function countSignUp(platform: PlatformDb, from: string): Promise<Counted> {
  return count(platform, { [`sign-up ${from}`]: most.signUps });
}

/** @param limits how many may be counted of each subject */
async function count(platform: PlatformDb, limits: Readonly<Record<string, number>>): Promise<Counted> {
  const at = now();
  const id = newId();
  const subjects = Object.keys(limits);
  const since = new Date(at.getTime() - windowMs);
  const counts = await countTryAcrossMerchants(platform, { id, subjects, at, since });
  const over = counts.filter(({ subject, tries }) => Number(tries) > (limits[subject] ?? 0));
  const ends = over.map(({ first }) => first.getTime() + windowMs - at.getTime());
  // Refused tries do not count, or the lock would never end.
  if (over.length > 0) await takeBackTryAcrossMerchants(platform, subjects, id);
  return { id, subjects, lockedForMs: ends.length === 0 ? 0 : Math.max(1, ...ends) };
}

/** Judges a try that was counted. If it cannot be judged it does not count: a busy service must not lock out the right password. */
export async function judgeTry<T>(
  platform: PlatformDb,
  { id, subjects }: Pick<Counted, 'id' | 'subjects'>,
  judge: () => Promise<T>,
): Promise<T> {
  try {
    return await judge();
  } catch (error) {
    await takeBackTryAcrossMerchants(platform, subjects, id);
    throw error;
  }
}

/**
 * Ends the lock of an account. That of an address of the internet stays.
 *
 * @param email in lower case
 */
export async function endLock(tx: PlatformDb, email: string): Promise<void> {
  await forgetTriesOfAcrossMerchants(tx, accountOf(email));
}
