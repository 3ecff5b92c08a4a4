import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { changeMerchant, type MerchantOf } from '../../merchants/changes/change-merchant.ts';
import { may, type Role } from '../roles/roles.ts';
import { findMember } from './queries.ts';

/** Who asks lost the right to change the team while it was under way. Nothing was changed. */
export class TeamRightLost extends Error {
  override name = 'TeamRightLost';
  /** What they are now; undefined: no member. */
  readonly role: Role | undefined;

  constructor(role: Role | undefined) {
    super('who asks may not change the team any more');
    this.role = role;
  }
}

/**
 * Changes the team of a merchant under the merchant's lock. A change may have waited for it while somebody took its author out of the
 * team, and must then not happen.
 *
 * @throws TeamRightLost
 */
export function changeTeam<T>(
  platform: PlatformDb,
  of: MerchantOf,
  apply: Parameters<typeof changeMerchant<T>>[2],
): Promise<T> {
  return changeMerchant<T>(platform, of, async (tx, merchant) => {
    if (of.from) await refuseUnlessAllowed(tx, of.merchantId, of.from.userId);
    return await apply(tx, merchant);
  });
}

/** A statement after the lock: it sees what was committed while it waited. */
async function refuseUnlessAllowed(tx: PlatformDb, merchantId: MerchantId, userId: string): Promise<void> {
  const member = await findMember(tx, merchantId, userId);
  if (!member || !may(member.role, 'team')) throw new TeamRightLost(member?.role);
}
