import type { Moves } from '../../../engine/states/moves.ts';

/** The failures of a checkout that was stopped, not declined: by the merchant, or by the customer on the page. */
const stops = ['CHECKOUT_ABORTED', 'CHECKOUT_CANCELLED'] as const;
export type Stop = (typeof stops)[number];

export function isStopped(failure: string | null): boolean {
  return stops.some((stop) => stop === failure);
}

/** A stopped checkout is `failed`, with one of `stops`. Spec: "States and transitions", checkout session. */
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
