import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { newId } from '../../../platform/ids.ts';
import { approveKyc } from './decide-kyc.ts';
import { type Kyc, kycOf } from './kyc.ts';
import { findOpenSubmission, insertSubmission, lockKyc, overrideKycTier, writeTier } from './queries.ts';
import { kycMoves } from './states.ts';

/**
 * Sets the merchant's KYC tier in the sandbox. A higher tier is submitted and approved at once, with the events of both; a lower
 * one is set without events. A submission that an operator has not decided is approved for the new tier.
 *
 * Spec: "Authentication", KYC. Decision 0017.
 */
export async function setKyc(
  act: Act,
  wanted: { readonly tier: number; readonly own: number },
): Promise<Kyc> {
  await lockKyc(act.tx, act.merchant.id);
  const before = await kycOf(act.tx, act.merchant.id, wanted.own);
  if (wanted.tier > before.tier) await approveKyc(act, await submitted(act, wanted.tier));
  else await overrideKycTier(act.tx, act.merchant.id, wanted.tier);
  return await kycOf(act.tx, act.merchant.id, wanted.own);
}

/** The submission to approve: the open one, or a new one without a form. */
async function submitted(act: Act, tier: number): Promise<string> {
  const open = await findOpenSubmission(act.tx, act.merchant.id);
  if (open?.status === 'document_requested')
    await move(act, 'kyc_submissions', open.id, kycMoves.submitAgain, { set: { tier, note: null } });
  if (open?.status === 'submitted') await writeTier(act.tx, act.merchant.id, open.id, tier);
  if (open) return open.id;
  const row = { id: newId(), tier, status: 'submitted', created_at: act.ctx.now(act.merchant) } as const;
  const submission = await insertSubmission(act.tx, act.merchant.id, row);
  await recordEvent(act, 'merchant.onboarding.submitted', submission);
  return submission.id;
}
