import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { deleteDocuments } from './document-queries.ts';
import { eraseForm, type KycSubmission, lockKyc, overrideKycTier } from './queries.ts';
import { kycMoves } from './states.ts';

/** Who decided; absent: setTestKyc. */
export type DecidedBy = { readonly by?: string | undefined };
/** What the merchant is told: why, or what is missing. */
type Noted = { readonly by: string; readonly note: string };

/** The highest tier: onboarding is complete. */
const fullTier = 2;

/**
 * An operator approves a submission: its tier applies in this mode from now on.
 *
 * @returns undefined if the submission is not being looked at
 *
 * Spec: "Events", merchant.onboarding.kyc-approved and merchant.onboarding.completed; "Authentication", KYC.
 */
export async function approveKyc(
  act: Act,
  submissionId: string,
  { by }: DecidedBy = {},
): Promise<KycSubmission | undefined> {
  const approved = await move(act, 'kyc_submissions', submissionId, kycMoves.approve, {
    set: { decided_by: by ?? null, decided_at: act.ctx.now(act.merchant) },
    effect: ({ tier }) => overrideKycTier(act.tx, act.merchant.id, tier),
  });
  if (approved?.tier === fullTier) await recordEvent(act, 'merchant.onboarding.completed', approved);
  return approved;
}

/**
 * An operator rejects a submission, or one that waits for a document. The tier stays what it was, and the merchant may submit again.
 *
 * @returns undefined if the submission is decided
 *
 * Spec: "Registered but planned", merchant.onboarding.kyc-rejected. Decision 0077.
 */
export async function rejectKyc(
  act: Act,
  submissionId: string,
  noted: Noted,
): Promise<KycSubmission | undefined> {
  // The merchant may hand in at this moment what they were asked for.
  await lockKyc(act.tx, act.merchant.id);
  return await move(act, 'kyc_submissions', submissionId, kycMoves.reject, { set: decision(act, noted) });
}

/**
 * An operator asks for a document. The submission waits until the merchant submits it again.
 *
 * @returns undefined if the submission is not being looked at
 *
 * Spec: "Registered but planned", merchant.onboarding.document-requested. Decision 0077.
 */
export function askForDocument(
  act: Act,
  submissionId: string,
  noted: Noted,
): Promise<KycSubmission | undefined> {
  return move(act, 'kyc_submissions', submissionId, kycMoves.askForDocument, { set: decision(act, noted) });
}

/**
 * Erases the answers and the documents of a decided submission. The decision stays, and so does the tier.
 *
 * @returns undefined if it is not decided, or was erased before
 *
 * Decision 0077.
 */
export async function eraseKyc(act: Act, submissionId: string): Promise<KycSubmission | undefined> {
  const at = act.ctx.now(act.merchant);
  const erased = await eraseForm(act.tx, act.merchant.id, { id: submissionId, at });
  if (erased) await deleteDocuments(act.tx, act.merchant.id, submissionId);
  return erased;
}

function decision(act: Act, { by, note }: Noted) {
  return { decided_by: by, decided_at: act.ctx.now(act.merchant), note };
}
