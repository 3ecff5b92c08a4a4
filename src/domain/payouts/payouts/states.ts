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
  hold: { from: ['processing'], to: 'held', otherwise: 'skip', event: 'payment.payout-item.held' },
  /** It goes on as if it had just been requested. No event of the registry says so. */
  release: { from: ['held'], to: 'processing', otherwise: 'skip' },
  block: { from: ['held'], to: 'blocked', otherwise: 'skip', event: 'payment.payout-item.blocked' },
  expire: {
    from: ['processing'],
    to: 'unclaimed',
    otherwise: 'skip',
    event: 'payment.payout-item.unclaimed',
  },
  bringBack: {
    from: ['completed'],
    to: 'returned',
    otherwise: 'skip',
    event: 'payment.payout-item.returned',
  },
} as const satisfies Moves<'payouts'>;
