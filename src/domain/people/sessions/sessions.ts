import type { Context } from '../../../engine/context.ts';
import { now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { classify } from '../../../platform/db/driver/violations.ts';
import { ofPeopleInBatches } from '../../../platform/jobs/daily-batches.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { endSessionsOfAcrossMerchants } from '../users/queries.ts';
import { hashOfToken } from '../users/tokens.ts';
import { oldOfPeople } from './forget-queries.ts';
import {
  endSessionAcrossMerchants,
  findSessionAcrossMerchants,
  type ListedMembership,
  listSessionsAcrossMerchants,
  writeChoiceAcrossMerchants,
  writeSeenAcrossMerchants,
} from './queries.ts';

const minute = 60 * 1000;
const idleMs = 30 * minute;
export const sessionMs = 12 * 60 * minute;
/** How often a session is noted as seen. */
const seenMs = minute;

/** A person who is signed in, or whose second factor is still missing. */
export type Session = {
  readonly hash: Buffer;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly emailVerified: boolean;
  /** `factor`: the password was right, and the second factor is still missing. */
  readonly stage: 'factor' | 'full';
  /** What the forms of this session carry. It does not reveal the token. Those of a page that was opened before the secret key was changed follow. */
  readonly csrfs: readonly [string, ...string[]];
  /** When the person last proved who they are. */
  readonly confirmedAt: Date | null;
  /** The merchant that they chose to work for. */
  readonly merchantId: string | null;
  readonly memberships: readonly ListedMembership[];
  readonly hasFactor: boolean;
  /** An IANA name. */
  readonly timeZone: string;
};

/**
 * The session of a token; undefined if it is unknown, was not used for 30 minutes, or is older than 12 hours.
 *
 * @param quiet true for requests that no person made: they do not keep the session alive
 */
export async function findSession(
  platform: PlatformDb,
  secrets: Secrets,
  token: string,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<Session | undefined> {
  const at = now();
  const idleSince = new Date(at.getTime() - idleMs);
  const row = await findSessionAcrossMerchants(platform, hashOfToken(token), at, idleSince);
  if (!row) return undefined;
  if (!quiet && at.getTime() - row.seen_at.getTime() > seenMs) await noteSeen(platform, row.hash, at);
  return {
    hash: row.hash,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    isOperator: row.is_operator,
    emailVerified: row.email_verified_at !== null,
    stage: row.stage,
    csrfs: secrets.signatures('dashboard-csrf', token),
    confirmedAt: row.confirmed_at,
    merchantId: row.merchant_id,
    memberships: row.memberships,
    hasFactor: row.enrolled_at !== null,
    timeZone: row.time_zone,
  };
}

/** Where the database takes no writes for now, people read on; their sessions end as if nobody used them. */
async function noteSeen(platform: PlatformDb, hash: Buffer, at: Date): Promise<void> {
  try {
    await writeSeenAcrossMerchants(platform, hash, at);
  } catch (error) {
    if (classify(error) !== 'unavailable') throw error;
  }
}

export async function endSession(platform: PlatformDb, { hash }: Pick<Session, 'hash'>): Promise<void> {
  await endSessionAcrossMerchants(platform, hash);
}

/** Ends all sessions of the person but this one. */
export async function endOtherSessions(
  platform: PlatformDb,
  { hash, userId }: Pick<Session, 'hash' | 'userId'>,
): Promise<void> {
  await endSessionsOfAcrossMerchants(platform, userId, hash);
}

/** Where the person is signed in at the moment. */
export function listSessions(platform: PlatformDb, { userId }: Pick<Session, 'userId'>) {
  const at = now();
  return listSessionsAcrossMerchants(platform, userId, at, new Date(at.getTime() - idleMs));
}

/** @returns false if the person does not work for this merchant */
export function chooseMerchant(
  platform: PlatformDb,
  session: Pick<Session, 'hash' | 'userId'>,
  merchantId: string,
): Promise<boolean> {
  return writeChoiceAcrossMerchants(platform, session, merchantId);
}

/**
 * Daily job `sessions.forget`: deletes sessions, links and tries that have ended, and mails and invitations of more than 90 days ago. People are
 * outside of the modes, so it runs for one of them. In batches: a single statement for all would be given up after its five seconds, with
 * nothing deleted, and so on every later day.
 */
export async function forgetPeople({ mode, platform }: Context, signal: AbortSignal): Promise<void> {
  if (mode === 'live') await ofPeopleInBatches(platform, oldOfPeople, signal);
}
