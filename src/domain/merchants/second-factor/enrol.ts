import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { changeMerchant, type MerchantOf } from '../changes/change-merchant.ts';
import { deleteTwoFactor, findTwoFactor, writeTwoFactor } from './queries.ts';
import { newTotpSecret, totpAddress, totpPurpose } from './second-factor.ts';

/** Shown once: the database has the sealed secret. */
type Enrolled = { readonly secret: string; readonly address: string };

/**
 * Enrols a merchant in one-time codes: from now on their payouts need one.
 *
 * @param again replaces the secret of a merchant who is enrolled, and ends a lock
 * @returns undefined if they are enrolled, and `again` is false
 * @throws NOT_FOUND there is no such merchant
 *
 * Spec: "Authentication", rule 5. Decision 0057.
 */
export function enrolSecondFactor(
  { platform, secrets }: { readonly platform: PlatformDb; readonly secrets: Secrets },
  of: MerchantOf,
  again: boolean,
): Promise<Enrolled | undefined> {
  const secret = newTotpSecret();
  return changeMerchant<Enrolled | undefined>(platform, of, async (tx, merchant) => {
    const enrolled = await findTwoFactor(tx, of.merchantId);
    if (enrolled && !again) return { result: undefined };
    await writeTwoFactor(tx, of.merchantId, secrets.seal(secret, totpPurpose));
    return {
      entry: { action: 'totp.enrolled', details: { again: enrolled !== undefined } },
      result: { secret, address: totpAddress(secret, merchant.business_name) },
    };
  });
}

/**
 * Removes a merchant's second factor: their payouts need no code any more.
 *
 * @returns false if they were not enrolled
 * @throws NOT_FOUND there is no such merchant
 *
 * Spec: "Authentication", rule 5. Decision 0057.
 */
export function removeSecondFactor(platform: PlatformDb, of: MerchantOf): Promise<boolean> {
  return changeMerchant(platform, of, async (tx) => {
    const removed = await deleteTwoFactor(tx, of.merchantId);
    return { ...(removed && { entry: { action: 'totp.removed', details: {} } }), result: removed };
  });
}
