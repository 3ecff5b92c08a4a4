import type { Moves } from '../../../engine/states/moves.ts';

/** The statuses of the specification, and those of a payment whose amount is held. Spec: "States and transitions", transaction. */
export const transactionMoves = {
  capture: {
    from: ['pending', 'authorized'],
    to: 'completed',
    otherwise: 'skip',
    event: 'payment.capture.completed',
  },
  decline: {
    from: ['pending', 'authorized'],
    to: 'failed',
    otherwise: 'skip',
    event: 'payment.capture.declined',
  },
  /** The amount is held on the customer's card. */
  authorize: { from: ['pending'], to: 'authorized', otherwise: 'skip', event: 'payment.capture.authorized' },
  void: { from: ['authorized'], to: 'voided', otherwise: 'skip' },
  /** The amount was held too late: it is released. */
  dropHold: { from: ['pending', 'failed'], to: 'voided', otherwise: 'skip' },
  /** The money is late or surplus: all of it goes back. */
  handBack: {
    from: ['pending', 'failed'],
    to: 'reversed',
    otherwise: 'skip',
    event: 'payment.capture.reversed',
  },
  /** All of the payment has been refunded. */
  reverse: { from: ['completed'], to: 'reversed', otherwise: 'skip', event: 'payment.capture.reversed' },
  /** The row of a refund or a payout follows the refund or payout, whose own move records the event. */
  finish: { from: ['pending'], to: 'completed', otherwise: 'skip' },
  failed: { from: ['pending'], to: 'failed', otherwise: 'skip' },
  fail: { from: ['pending'], to: 'failed', otherwise: 'skip' },
  /** A payout that the bank sends back. */
  bringBack: { from: ['completed'], to: 'reversed', otherwise: 'skip' },
} as const satisfies Moves<'transactions'>;
