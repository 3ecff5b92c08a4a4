import type { Moves } from '../../../engine/states/moves.ts';

/** A split begins as `active`. Spec: "Splits". */
export const splitMoves = {
  deactivate: { from: ['active'], to: 'inactive', otherwise: 'skip' },
} as const satisfies Moves<'splits'>;
