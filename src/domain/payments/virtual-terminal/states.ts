import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "States and transitions", virtual session. A session moves with its checkout, never by itself. */
export const sessionMoves = {
  pay: { from: ['pending'], to: 'paid', otherwise: 'skip' },
  cancel: { from: ['pending'], to: 'canceled', otherwise: 'skip' },
  expire: { from: ['pending'], to: 'expired', otherwise: 'skip' },
} as const satisfies Moves<'virtual_terminal_sessions'>;
