import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { hashPassword } from './passwords.ts';
import {
  endSessionsOfAcrossMerchants,
  writePasswordAcrossMerchants,
  writePersonAcrossMerchants,
} from './queries.ts';

/** What a person says of themselves. `timeZone` is an IANA name. */
type Wanted = { readonly name: string; readonly timeZone: string };

export async function setPerson(platform: PlatformDb, userId: string, wanted: Wanted): Promise<void> {
  await writePersonAcrossMerchants(platform, userId, wanted);
}

/**
 * Changes a password, and ends every other session of the person. Ask them before to prove who they are.
 */
export async function changePassword(
  { platform }: { readonly platform: PlatformDb },
  { userId, hash: session }: { readonly userId: string; readonly hash: Buffer },
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  await inPlatformTransaction(platform, async (tx) => {
    await writePasswordAcrossMerchants(tx, userId, hash);
    await endSessionsOfAcrossMerchants(tx, userId, session);
  });
}
