import type { Moves } from '../states/moves.ts';

/** Spec: "States and transitions", checkout session. Aborted is `failed` with CHECKOUT_ABORTED. */
export const checkoutMoves = {
  complete: { from: ['pending'], to: 'completed', otherwise: 'skip' },
  completeLate: { from: ['expired'], to: 'completed', otherwise: 'skip' },
  fail: { from: ['pending'], to: 'failed', otherwise: 'skip' },
  abort: { from: ['pending'], to: 'failed', otherwise: 'CHECKOUT_NOT_PENDING' },
  expire: { from: ['pending'], to: 'expired', otherwise: 'skip' },
} as const satisfies Moves<'checkouts'>;
