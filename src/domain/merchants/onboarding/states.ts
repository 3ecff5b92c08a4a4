import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "Events", merchant onboarding. A submission begins as `submitted`. */
export const kycMoves = {
  approve: {
    from: ['submitted'],
    to: 'approved',
    otherwise: 'skip',
    event: 'merchant.onboarding.kyc-approved',
  },
} as const satisfies Moves<'kyc_submissions'>;
