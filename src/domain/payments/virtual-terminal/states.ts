import type { Moves } from '../../../engine/states/moves.ts';

/** A session changes only when its checkout ends. Spec: "States and transitions", virtual session. */
export const sessionMoves = {
  pay: { from: ['pending'], to: 'paid', otherwise: 'skip' },
  cancel: { from: ['pending'], to: 'canceled', otherwise: 'skip' },
  expire: { from: ['pending'], to: 'expired', otherwise: 'skip' },
} as const satisfies Moves<'virtual_terminal_sessions'>;
