import type { Act } from '../../core/context.ts';
import { overrideKycTier } from '../../core/merchants/queries.ts';
import { move } from '../../core/states/moves.ts';
import { kycMoves } from './states.ts';

/**
 * An operator approves a submission: its tier counts in this world from now on.
 *
 * Spec: "Events", merchant.onboarding.kyc-approved; "Authentication", KYC.
 */
export async function approveKyc(act: Act, submissionId: string): Promise<void> {
  await move(act, 'kyc_submissions', submissionId, kycMoves.approve, {
    effect: ({ tier }) => overrideKycTier(act.tx, act.merchant.id, tier),
  });
}
