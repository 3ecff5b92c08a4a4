import type { Moves } from '../../../engine/states/moves.ts';

/** The moves of a subscription; `canceled` is final. Spec: "States and transitions", subscription. */
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
  /** The last try failed, and the plan says `pause`. */
  suspend: { from: ['active'], to: 'paused', otherwise: 'skip', event: 'billing.subscription.suspended' },
  /** The last try failed, and the plan says `cancel`. */
  giveUp: { from: ['active'], to: 'canceled', otherwise: 'skip', event: 'billing.subscription.cancelled' },
  /** The merchant had canceled it at the end of the period, and that period is over. */
  end: { from: ['active'], to: 'canceled', otherwise: 'skip', event: 'billing.subscription.cancelled' },
  /** It has had all of `max_cycles`. */
  complete: { from: ['active'], to: 'canceled', otherwise: 'skip', event: 'billing.subscription.expired' },
} as const satisfies Moves<'subscriptions'>;
