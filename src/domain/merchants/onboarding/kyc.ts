import { findMerchantState } from '../../../engine/clock/queries.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findNewestSubmission, type KycSubmission } from './queries.ts';

export type KycStatus = KycSubmission['status'] | 'none';

/** The tier that counts in this world: its own decision, else the merchant's. Spec: "Authentication", KYC. */
export async function kycTierOf(db: Db, merchantId: MerchantId, own: number): Promise<number> {
  const state = await findMerchantState(db, merchantId);
  return state?.kyc_tier_override ?? own;
}

/** Tier, and the status of the newest submission; an approval that was taken back is no status any more. */
export async function kycOf(
  db: Db,
  merchantId: MerchantId,
  own: number,
): Promise<{ tier: number; status: KycStatus }> {
  const tier = await kycTierOf(db, merchantId, own);
  const newest = await findNewestSubmission(db, merchantId);
  const without = tier >= 1 ? 'approved' : 'none';
  return { tier, status: newest && newest.status !== 'approved' ? newest.status : without };
}
