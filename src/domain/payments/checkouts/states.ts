import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "States and transitions", checkout session. Aborted is `failed` with CHECKOUT_ABORTED. */
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
