import type { Moves } from '../../../engine/states/moves.ts';

/** An aborted checkout is `failed` with CHECKOUT_ABORTED. Spec: "States and transitions", checkout session. */
export const checkoutMoves = {
  complete: { from: ['pending'], to: 'completed', otherwise: 'skip', event: 'payment.order.approved' },
  completeLate: { from: ['expired'], to: 'completed', otherwise: 'skip', event: 'payment.order.approved' },
  fail: { from: ['pending'], to: 'failed', otherwise: 'skip' },
  abort: {
    from: ['pending'],
    to: 'failed',
    otherwise: 'CHECKOUT_NOT_PENDING',
    event: 'payment.order.cancelled',
  },
  expire: { from: ['pending'], to: 'expired', otherwise: 'skip', event: 'payment.order.voided' },
} as const satisfies Moves<'checkouts'>;
