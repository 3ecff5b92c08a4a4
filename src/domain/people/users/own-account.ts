import { merchantId as asMerchantId } from '../../../engine/principal.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Action, insertOperatorChange } from '../../merchants/changes/queries.ts';
import { sendLater } from '../mail/mails.ts';
import { mails } from '../mail/texts.ts';
import type { Doer, PeopleDeps } from '../roles/doer.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteBegunOfAcrossMerchants,
  endSessionsOfAcrossMerchants,
  listMerchantsOfAcrossMerchants,
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
export type Own = Doer & { readonly hash: Buffer };

type OwnAction = Extract<Action, `person.${string}`>;

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

/** Writes what a person did to their own account into the log of each merchant that they work for: their owners must see it. */
export async function rememberOwn(
  tx: PlatformDb,
  { userId, email, ip }: Doer,
  action: OwnAction,
  details = {},
): Promise<void> {
  const change = { action, details, by: email, from: { userId, ip } };
  for (const merchant of await listMerchantsOfAcrossMerchants(tx, userId))
    await insertOperatorChange(tx, asMerchantId(merchant.merchant_id), { changeId: newId(), ...change });
}

/**
 * Changes a password, ends every other session of the person and what was begun before, and tells them by mail.
 *
 * @throws SessionEnded
 */
export async function changePassword(
  { platform, address }: Pick<PeopleDeps, 'platform' | 'address'>,
  own: Own,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  await changeOwn(platform, own, async (tx) => {
    await writePasswordAcrossMerchants(tx, own.userId, hash);
    await endSessionsOfAcrossMerchants(tx, own.userId, own.hash);
    await deleteBegunOfAcrossMerchants(tx, own.userId);
    await rememberOwn(tx, own, 'person.password-changed');
    await sendLater(tx, { to: own.email, ...mails.passwordChanged(address) });
  });
}
