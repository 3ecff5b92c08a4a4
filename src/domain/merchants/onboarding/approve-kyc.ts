import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { overrideKycTier } from './queries.ts';
import { kycMoves } from './states.ts';

/** Nothing is left to ask for. */
const fullTier = 2;

/**
 * An operator approves a submission: its tier counts in this world from now on.
 *
 * Spec: "Events", merchant.onboarding.kyc-approved and merchant.onboarding.completed; "Authentication", KYC.
 */
export async function approveKyc(act: Act, submissionId: string): Promise<void> {
  const approved = await move(act, 'kyc_submissions', submissionId, kycMoves.approve, {
    effect: ({ tier }) => overrideKycTier(act.tx, act.merchant.id, tier),
  });
  if (approved?.tier === fullTier) await recordEvent(act, 'merchant.onboarding.completed', approved);
}
