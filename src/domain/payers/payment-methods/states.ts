import type { Moves } from '../../../engine/states/moves.ts';

/**
 * Spec: "Other records", payment method; "Events", VAULT. A page that is over, canceled, or refused too often, and a card
 * whose month is over, both end as `expired`.
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
