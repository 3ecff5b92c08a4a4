import type { Moves } from '../../../engine/states/moves.ts';

/** A plan takes new subscriptions or it does not. */
export const planMoves = {
  activate: { from: ['inactive'], to: 'active', otherwise: 'skip', event: 'billing.plan.activated' },
  deactivate: { from: ['active'], to: 'inactive', otherwise: 'skip', event: 'billing.plan.deactivated' },
} as const satisfies Moves<'plans'>;
