import type { Moves } from '../../../engine/states/moves.ts';

/** Spec: "States and transitions", subscription. Canceled is for good. */
export const subscriptionMoves = {
  pause: {
    from: ['active'],
    to: 'paused',
    otherwise: 'SUBSCRIPTION_NOT_ACTIVE',
    event: 'billing.subscription.suspended',
  },
  resume: {
    from: ['paused'],
    to: 'active',
    otherwise: 'SUBSCRIPTION_NOT_PAUSED',
    event: 'billing.subscription.re-activated',
  },
  cancel: {
    from: ['active', 'paused'],
    to: 'canceled',
    otherwise: 'SUBSCRIPTION_CANCELED',
    event: 'billing.subscription.cancelled',
  },
  /** The last try failed. */
  suspend: { from: ['active'], to: 'paused', otherwise: 'skip', event: 'billing.subscription.suspended' },
  giveUp: { from: ['active'], to: 'canceled', otherwise: 'skip', event: 'billing.subscription.cancelled' },
  /** The period is over after which it was to end. */
  end: { from: ['active'], to: 'canceled', otherwise: 'skip', event: 'billing.subscription.cancelled' },
  complete: { from: ['active'], to: 'canceled', otherwise: 'skip', event: 'billing.subscription.expired' },
} as const satisfies Moves<'subscriptions'>;
