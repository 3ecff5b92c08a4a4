import type { Moves } from '../../../engine/states/moves.ts';

/** The moves of a payout, which begins as `processing`. Spec: "States and transitions", payout. */
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
