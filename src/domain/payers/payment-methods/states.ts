import type { Moves } from '../../../engine/states/moves.ts';

/**
 * The moves of a payment method: first a page that waits for a card (`pending`), then a saved card (`active`). Both end as
 * `expired`: a page that timed out, was canceled or had too many refusals, and a card whose last month is over.
 *
 * Spec: "Other records", payment method; "Events", VAULT.
 */
export const paymentMethodMoves = {
  activate: { from: ['pending'], to: 'active', otherwise: 'skip', event: 'vault.payment-token.created' },
  close: { from: ['pending'], to: 'expired', otherwise: 'skip' },
  expire: { from: ['active'], to: 'expired', otherwise: 'skip' },
  remove: {
    from: ['pending', 'active', 'expired'],
    to: 'deleted',
    otherwise: 'skip',
    event: 'vault.payment-token.deleted',
  },
} as const satisfies Moves<'payment_methods'>;
