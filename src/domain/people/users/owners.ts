import type { MerchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { hashPassword } from './passwords.ts';
import {
  endSessionsOfAcrossMerchants,
  findUserAcrossMerchants,
  insertMembership,
  insertUserAcrossMerchants,
  writePasswordAcrossMerchants,
  writeVerifiedAcrossMerchants,
} from './queries.ts';

type Wanted = {
  readonly merchantId: MerchantId;
  readonly email: string;
  readonly name: string;
  readonly password: string;
};

/**
 * Makes a person an owner of a merchant, with this password, and ends their sessions: for the first start, and for an owner who
 * cannot sign in any more. Their second factor stays.
 */
export async function setOwner(
  platform: PlatformDb,
  { merchantId, email, name, password }: Wanted,
): Promise<void> {
  const address = email.toLowerCase();
  const hash = await hashPassword(password);
  await inPlatformTransaction(platform, async (tx) => {
    await insertUserAcrossMerchants(tx, { id: newId(), email: address, name });
    const user = await findUserAcrossMerchants(tx, address);
    if (!user) throw new Error('the user is gone');
    await writePasswordAcrossMerchants(tx, user.id, hash);
    await writeVerifiedAcrossMerchants(tx, user.id, now());
    await insertMembership(tx, merchantId, { userId: user.id, role: 'owner' });
    await endSessionsOfAcrossMerchants(tx, user.id, undefined);
  });
}
