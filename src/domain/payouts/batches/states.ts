import type { Moves } from '../../../engine/states/moves.ts';

/** The moves of a payout batch, which begins as `processing`. Decision 0080. */
export const batchMoves = {
  /** Each of its payouts has ended, well or not. */
  complete: {
    from: ['processing'],
    to: 'completed',
    otherwise: 'skip',
    event: 'payment.payout-batch.success',
  },
  /** None of its items became a payout. */
  deny: { from: ['processing'], to: 'denied', otherwise: 'skip', event: 'payment.payout-batch.denied' },
} as const satisfies Moves<'payout_batches'>;
