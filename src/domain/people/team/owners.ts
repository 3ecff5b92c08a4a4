import { merchantId as asMerchantId, type MerchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { changeMerchant, type MerchantOf } from '../../merchants/changes/change-merchant.ts';
import { type Action, insertOperatorChange } from '../../merchants/changes/queries.ts';
import { sendLater } from '../mail/mails.ts';
import { mails } from '../mail/texts.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import { hashPassword } from '../users/passwords.ts';
import {
  deleteBegunOfAcrossMerchants,
  deleteFactorOfAcrossMerchants,
  endSessionsOfAcrossMerchants,
  findUserAcrossMerchants,
  insertUserAcrossMerchants,
  listMerchantsOfAcrossMerchants,
  writeMembership,
  writePasswordAcrossMerchants,
  writeVerifiedAcrossMerchants,
} from '../users/queries.ts';
import { endLock } from '../users/tries.ts';
import { revokeInvitationsBy, revokeInvitationTo } from './invitation-queries.ts';

type Wanted = { readonly email: string; readonly name: string; readonly password: string };

/** Makes a person an owner of a merchant, with this password, for the first start. */
export async function setOwner(
  platform: PlatformDb,
  { merchantId, ...wanted }: Wanted & { readonly merchantId: MerchantId },
): Promise<void> {
  const hash = await hashPassword(wanted.password);
  await inPlatformTransaction(platform, (tx) => writeOwner(tx, merchantId, wanted, hash));
}

/**
 * Makes a person an owner, or gives an owner who cannot sign in any more a new password, ends their sessions, the lock of their
 * account and what was begun before, and remembers who did it. Somebody who had an account is told by mail, and the other merchants that
 * they work for find it in their logs: whoever has the account can act for all of them.
 *
 * @param withoutFactor also removes the second factor, for an owner who has lost their device and their recovery codes
 * @throws NOT_FOUND there is no such merchant
 */
export async function resetOwner(
  { platform, address }: Pick<PeopleDeps, 'platform' | 'address'>,
  of: MerchantOf,
  { withoutFactor, ...wanted }: Wanted & { readonly withoutFactor: boolean },
): Promise<void> {
  const hash = await hashPassword(wanted.password);
  await changeMerchant(platform, of, async (tx) => {
    const { userId, email, isNew } = await writeOwner(tx, of.merchantId, wanted, hash);
    const isFactorOff = withoutFactor && (await deleteFactorOfAcrossMerchants(tx, userId));
    if (!isNew) {
      const done: readonly Action[] = ['person.password-reset', ...(isFactorOff ? offAction : [])];
      await rememberElsewhere(tx, of, userId, done);
      await sendLater(tx, { to: email, ...mails.passwordChanged(address) });
      if (isFactorOff) await sendLater(tx, { to: email, ...mails.factorOff(address) });
    }
    const details = { user: showId('usr', userId), email, without_factor: withoutFactor };
    return { entry: { action: 'team.owner-reset', details }, result: undefined };
  });
}

const offAction: readonly Action[] = ['person.factor-off'];

/** Writes what was done to a person into the log of each other merchant that they work for. */
async function rememberElsewhere(
  tx: PlatformDb,
  { merchantId, by, from }: MerchantOf,
  userId: string,
  actions: readonly Action[],
): Promise<void> {
  for (const { merchant_id } of await listMerchantsOfAcrossMerchants(tx, userId))
    if (merchant_id !== merchantId)
      for (const action of actions) {
        const change = { changeId: newId(), action, details: {}, by, from };
        await insertOperatorChange(tx, asMerchantId(merchant_id), change);
      }
}

async function writeOwner(
  tx: PlatformDb,
  merchantId: MerchantId,
  { email, name }: Wanted,
  hash: string,
): Promise<{ readonly userId: string; readonly email: string; readonly isNew: boolean }> {
  const address = email.toLowerCase();
  const isNew = await insertUserAcrossMerchants(tx, { id: newId(), email: address, name });
  const user = await findUserAcrossMerchants(tx, address);
  if (!user) throw new Error('the user is gone');
  await writePasswordAcrossMerchants(tx, user.id, hash);
  await writeVerifiedAcrossMerchants(tx, user.id, now());
  await writeMembership(tx, merchantId, { userId: user.id, role: 'owner' });
  await endSessionsOfAcrossMerchants(tx, user.id, undefined);
  await deleteBegunOfAcrossMerchants(tx, user.id);
  // An invitation to another role, not yet accepted, would undo what is decided about the person now.
  await revokeInvitationTo(tx, merchantId, address, now());
  // Whoever had the account may have invited somebody of theirs.
  await revokeInvitationsBy(tx, merchantId, user.id, now());
  await endLock(tx, address);
  return { userId: user.id, email: address, isNew };
}
