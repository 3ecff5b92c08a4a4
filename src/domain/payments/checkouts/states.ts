import type { Moves } from '../../../engine/states/moves.ts';

/** The failures of a checkout that was stopped, not declined: by the merchant, or by the customer on the page. */
const stops = ['CHECKOUT_ABORTED', 'CHECKOUT_CANCELLED'] as const;
export type Stop = (typeof stops)[number];

export function isStopped(failure: string | null): boolean {
  return stops.some((stop) => stop === failure);
}

/**
 * Why an expired checkout was not paid. Null while its newest attempt is undecided: the money may still come, so nobody should be told
 * to pay again.
 */
export function failureOfExpired(attemptStatus: string | null | undefined): 'CHECKOUT_EXPIRED' | null {
  return attemptStatus === 'pending' ? null : 'CHECKOUT_EXPIRED';
}

/** A stopped checkout is `failed`, with one of `stops`. Spec: "States and transitions", checkout session. */
export const checkoutMoves = {
  complete: { from: ['pending'], to: 'completed', otherwise: 'skip', event: 'payment.order.approved' },
  completeLate: { from: ['expired'], to: 'completed', otherwise: 'skip', event: 'payment.order.approved' },
  /** The amount is held on the customer's card. */
  hold: { from: ['pending'], to: 'authorized', otherwise: 'skip', event: 'payment.order.approved' },
  /** The held amount was captured. */
  completeHeld: { from: ['authorized'], to: 'completed', otherwise: 'skip' },
  release: { from: ['authorized'], to: 'voided', otherwise: 'skip', event: 'payment.order.voided' },
  fail: { from: ['pending', 'authorized'], to: 'failed', otherwise: 'skip' },
  abort: {
    from: ['pending'],
    to: 'failed',
    otherwise: 'CHECKOUT_NOT_PENDING',
    event: 'payment.order.cancelled',
  },
  expire: { from: ['pending'], to: 'expired', otherwise: 'skip', event: 'payment.order.voided' },
} as const satisfies Moves<'checkouts'>;

/** A held amount is captured or released, once. Decision 0078. */
export const authorizationMoves = {
  capture: { from: ['held'], to: 'capturing', otherwise: 'skip' },
  complete: { from: ['capturing'], to: 'captured', otherwise: 'skip' },
  /** The bank holds the amount no longer. */
  refuse: { from: ['capturing'], to: 'refused', otherwise: 'skip' },
  /** The merchant gives it up, or its time is over. */
  void: { from: ['held'], to: 'voiding', otherwise: 'skip' },
  release: { from: ['voiding'], to: 'voided', otherwise: 'skip', event: 'payment.authorization.voided' },
} as const satisfies Moves<'authorizations'>;
