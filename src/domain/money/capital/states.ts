import type { Moves } from '../../../engine/states/moves.ts';

/** An offer begins as `available`. Spec: "Capital offer". */
export const offerMoves = {
  accept: { from: ['available'], to: 'accepted', otherwise: 'OFFER_NOT_AVAILABLE' },
  expire: { from: ['available'], to: 'expired', otherwise: 'skip' },
} as const satisfies Moves<'capital_offers'>;

/** An advance begins as `outstanding`. Spec: "Capital advance". */
export const advanceMoves = {
  repay: { from: ['outstanding'], to: 'repaid', otherwise: 'skip', event: 'capital.repaid' },
} as const satisfies Moves<'capital_advances'>;
