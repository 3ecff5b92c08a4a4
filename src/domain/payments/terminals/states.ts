import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "Readers (terminals)". A reader begins as `active`; only active ones are listed. */
export const terminalMoves = {
  reactivate: { from: ['inactive'], to: 'active', otherwise: 'skip' },
  deactivate: { from: ['active'], to: 'inactive', otherwise: 'skip' },
} as const satisfies Moves<'terminals'>;
