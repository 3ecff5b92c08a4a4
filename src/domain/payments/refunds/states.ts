import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "States and transitions", refund. */
export const refundMoves = {
  complete: { from: ['pending'], to: 'completed', otherwise: 'skip', event: 'payment.refund.completed' },
  fail: { from: ['pending'], to: 'failed', otherwise: 'skip', event: 'payment.refund.failed' },
} as const satisfies Moves<'refunds'>;
