import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "States and transitions", payout. A payout begins as `processing`. */
export const payoutMoves = {
  complete: {
    from: ['processing'],
    to: 'completed',
    otherwise: 'skip',
    event: 'payment.payout-item.succeeded',
  },
  fail: { from: ['processing'], to: 'failed', otherwise: 'skip', event: 'payment.payout-item.failed' },
  bringBack: {
    from: ['completed'],
    to: 'returned',
    otherwise: 'skip',
    event: 'payment.payout-item.returned',
  },
} as const satisfies Moves<'payouts'>;
