import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { newId } from '../../../platform/ids.ts';
import { type KycStatus, kycOf } from './kyc.ts';
import { insertSubmission, type KycSubmission, overrideKycTier } from './queries.ts';
import { kycMoves } from './states.ts';

/**
 * Sets the merchant's KYC tier in the sandbox. A higher tier is submitted and approved at once, with the events of both; a lower
 * one is set without events.
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

/**
 * The merchant asks for a tier.
 *
 * Spec: "Events", merchant.onboarding.submitted.
 */
async function submitKyc(act: Act, wanted: { readonly tier: number }): Promise<KycSubmission> {
  const created_at = act.ctx.now(act.merchant);
  const row = { id: newId(), tier: wanted.tier, status: 'submitted', created_at } as const;
  const submission = await insertSubmission(act.tx, act.merchant.id, row);
  await recordEvent(act, 'merchant.onboarding.submitted', submission);
  return submission;
}

/** The highest tier: onboarding is complete. */
const fullTier = 2;

/**
 * An operator approves a submission: its tier applies in this mode from now on.
 *
 * Spec: "Events", merchant.onboarding.kyc-approved and merchant.onboarding.completed; "Authentication", KYC.
 */
async function approveKyc(act: Act, submissionId: string): Promise<void> {
  const approved = await move(act, 'kyc_submissions', submissionId, kycMoves.approve, {
    effect: ({ tier }) => overrideKycTier(act.tx, act.merchant.id, tier),
  });
  if (approved?.tier === fullTier) await recordEvent(act, 'merchant.onboarding.completed', approved);
}
