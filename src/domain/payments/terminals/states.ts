import type { Moves } from '../../../engine/states/moves.ts';

/** A reader starts as `active`; only active readers are listed. Spec: "Readers (terminals)". */
export const terminalMoves = {
  reactivate: { from: ['inactive'], to: 'active', otherwise: 'skip' },
  deactivate: { from: ['active'], to: 'inactive', otherwise: 'skip' },
} as const satisfies Moves<'terminals'>;
