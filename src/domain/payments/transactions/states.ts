import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "States and transitions", transaction; the complete set is pending, completed, failed, reversed. */
export const transactionMoves = {
  capture: { from: ['pending'], to: 'completed', otherwise: 'skip', event: 'payment.capture.completed' },
  decline: { from: ['pending'], to: 'failed', otherwise: 'skip', event: 'payment.capture.declined' },
  /** Money that nobody waits for: it goes back as it came. */
  handBack: {
    from: ['pending', 'failed'],
    to: 'reversed',
    otherwise: 'skip',
    event: 'payment.capture.reversed',
  },
  /** Nothing of the payment is left. */
  reverse: { from: ['completed'], to: 'reversed', otherwise: 'skip', event: 'payment.capture.reversed' },
  /** The row of a refund or a payout follows its own record, which has the event. */
  finish: { from: ['pending'], to: 'completed', otherwise: 'skip' },
  failed: { from: ['pending'], to: 'failed', otherwise: 'skip' },
  fail: { from: ['pending'], to: 'failed', otherwise: 'skip' },
  /** A payout that the bank sends back. */
  bringBack: { from: ['completed'], to: 'reversed', otherwise: 'skip' },
} as const satisfies Moves<'transactions'>;
