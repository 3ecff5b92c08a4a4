import { findMerchantState } from '../../../engine/clock/queries.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findNewestSubmission, type KycSubmission } from './queries.ts';

type KycStatus = KycSubmission['status'] | 'none';

export type Kyc = {
  readonly tier: number;
  readonly status: KycStatus;
  /** What the operator said to a submission that they did not approve. */
  readonly note?: string;
};

/** The merchant's tier in this mode: the one that was set here, else the merchant's own. Spec: "Authentication", KYC. */
export async function kycTierOf(db: Db, merchantId: MerchantId, own: number): Promise<number> {
  const state = await findMerchantState(db, merchantId);
  return state?.kyc_tier_override ?? own;
}

/**
 * The tier, and the status of the newest submission. Without a submission, or after an approval, the status follows from the tier,
 * which may have been lowered since. Spec: "Authentication", KYC.
 */
export async function kycOf(db: Db, merchantId: MerchantId, own: number): Promise<Kyc> {
  const tier = await kycTierOf(db, merchantId, own);
  const newest = await findNewestSubmission(db, merchantId);
  if (!newest || newest.status === 'approved') return { tier, status: tier >= 1 ? 'approved' : 'none' };
  const { status, note } = newest;
  return { tier, status, ...(note !== null && { note }) };
}
