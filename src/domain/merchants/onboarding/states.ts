import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "Events", merchant onboarding. A submission begins as `submitted`. */
export const kycMoves = {
  approve: {
    from: ['submitted'],
    to: 'approved',
    otherwise: 'skip',
    event: 'merchant.onboarding.kyc-approved',
  },
  /** Also while it waits for a document: a merchant may never answer. Decision 0077. */
  reject: {
    from: ['submitted', 'document_requested'],
    to: 'rejected',
    otherwise: 'skip',
    event: 'merchant.onboarding.kyc-rejected',
  },
  askForDocument: {
    from: ['submitted'],
    to: 'document_requested',
    otherwise: 'skip',
    event: 'merchant.onboarding.document-requested',
  },
  /** With what was asked for. A rejected submission ends; a new one follows it. */
  submitAgain: {
    from: ['document_requested'],
    to: 'submitted',
    otherwise: 'skip',
    event: 'merchant.onboarding.submitted',
  },
} as const satisfies Moves<'kyc_submissions'>;
