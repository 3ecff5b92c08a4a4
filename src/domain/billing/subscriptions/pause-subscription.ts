import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { notFound } from '../../../platform/ids.ts';
import { closeBilling } from './close-billing.ts';
import { lockSubscription, type Subscription } from './queries.ts';
import { subscriptionMoves } from './states.ts';

/**
 * Pauses a subscription: nothing is billed from now on, and its open invoices are voided, even while an attempt to pay one is
 * under way. Waiting for that attempt could charge a customer after the pause, so its money goes back when it arrives.
 *
 * @throws NOT_FOUND
 * @throws SUBSCRIPTION_NOT_ACTIVE `details.status`
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function pauseSubscription(act: Act, id: string): Promise<Subscription> {
  const subscription = await lockSubscription(act.tx, act.merchant.id, id);
  if (!subscription) throw notFound('sub');
  // In any other status the move below refuses.
  if (subscription.status === 'active') await closeBilling(act, subscription);
  const set = {
    collection_state: 'ok',
    next_billing_at: null,
    updated_at: act.ctx.now(act.merchant),
  } as const;
  const paused = await move(act, 'subscriptions', id, subscriptionMoves.pause, { set });
  assert(paused, 'this move refuses instead of skipping');
  return paused;
}
