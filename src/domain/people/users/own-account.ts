import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { hashPassword } from './passwords.ts';
import {
  endSessionsOfAcrossMerchants,
  lockSessionAcrossMerchants,
  writePasswordAcrossMerchants,
  writePersonAcrossMerchants,
} from './queries.ts';

/** What a person says of themselves. `timeZone` is an IANA name. */
type Wanted = { readonly name: string; readonly timeZone: string };

export async function setPerson(platform: PlatformDb, userId: string, wanted: Wanted): Promise<void> {
  await writePersonAcrossMerchants(platform, userId, wanted);
}

/** Whose account it is, and the session that asks. */
export type Own = { readonly userId: string; readonly hash: Buffer };

/** The session ended while what it asked for was under way. Nothing was changed. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';

  constructor() {
    super('the session has ended');
  }
}

/**
 * Changes how a person signs in. Ask them before to prove who they are.
 *
 * @throws SessionEnded somebody ended the session that asks, perhaps because it is not the person's
 */
export function changeOwn<T>(
  platform: PlatformDb,
  own: Own,
  change: (tx: PlatformDb) => Promise<T>,
): Promise<T> {
  return inPlatformTransaction(platform, async (tx) => {
    if (!(await lockSessionAcrossMerchants(tx, own))) throw new SessionEnded();
    return await change(tx);
  });
}

/**
 * Changes a password, and ends every other session of the person.
 *
 * @throws SessionEnded
 */
export async function changePassword(
  { platform }: { readonly platform: PlatformDb },
  own: Own,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  await changeOwn(platform, own, async (tx) => {
    await writePasswordAcrossMerchants(tx, own.userId, hash);
    await endSessionsOfAcrossMerchants(tx, own.userId, own.hash);
  });
}
