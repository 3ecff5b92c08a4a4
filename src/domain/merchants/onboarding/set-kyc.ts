import type { Act } from '../../../engine/context.ts';
import { approveKyc } from './approve-kyc.ts';
import { type KycStatus, kycOf } from './kyc.ts';
import { overrideKycTier } from './queries.ts';
import { submitKyc } from './submit-kyc.ts';

/**
 * Moves the merchant's KYC tier in the sandbox: up as a submission that is approved at once, with its events;
 * down without any.
 *
 * Spec: "Authentication", KYC. Decision 0017.
 */
export async function setKyc(
  act: Act,
  wanted: { readonly tier: number; readonly own: number },
): Promise<{ tier: number; status: KycStatus }> {
  const before = await kycOf(act.tx, act.merchant.id, wanted.own);
  if (wanted.tier > before.tier) {
    const submission = await submitKyc(act, { tier: wanted.tier });
    await approveKyc(act, submission.id);
  } else {
    await overrideKycTier(act.tx, act.merchant.id, wanted.tier);
  }
  return await kycOf(act.tx, act.merchant.id, wanted.own);
}
