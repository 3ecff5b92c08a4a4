import type { Moves } from '../../../engine/states/moves.ts';

/**
 * An inactive link is `paused` or `deactivated`; either can be enabled.
 *
 * Spec: "States and transitions", payment link. Decision 0024.
 */
export const linkMoves = {
  enable: { from: ['paused', 'deactivated'], to: 'active', otherwise: 'skip' },
  pause: { from: ['active'], to: 'paused', otherwise: 'skip' },
  deactivate: { from: ['active', 'paused'], to: 'deactivated', otherwise: 'skip' },
} as const satisfies Moves<'payment_links'>;
