import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { notFound } from '../../../platform/ids.ts';
import { closeBilling } from './close-billing.ts';
import { changeSubscription, lockSubscription, type Subscription } from './queries.ts';
import { subscriptionMoves } from './states.ts';

type Wanted = { readonly atPeriodEnd: boolean; readonly reason: string | null };

/**
 * Cancels a subscription for good: either now, voiding its open invoices as a pause does, or when the current period or
 * trial ends. A paused subscription has no current period, so it is canceled now in both cases.
 *
 * @throws NOT_FOUND
 * @throws SUBSCRIPTION_CANCELED `details.status`
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function cancelSubscription(act: Act, id: string, wanted: Wanted): Promise<Subscription> {
  const subscription = await lockSubscription(act.tx, act.merchant.id, id);
  if (!subscription) throw notFound('sub');
  const { status } = subscription;
  const now = act.ctx.now(act.merchant);
  const because = { cancel_reason: wanted.reason ?? subscription.cancel_reason, updated_at: now };
  if (status === 'active' && wanted.atPeriodEnd) {
    const changes = { ...because, cancel_at_period_end: true };
    return await changeSubscription(act.tx, act.merchant.id, id, changes);
  }
  if (status === 'active') await closeBilling(act, subscription);
  const set = { ...because, ...collectionOf(subscription), next_billing_at: null, canceled_at: now };
  const canceled = await move(act, 'subscriptions', id, subscriptionMoves.cancel, { set });
  assert(canceled, 'this move refuses instead of skipping');
  return canceled;
}

/** Nothing is overdue once the open invoices are void. A paused subscription keeps the state in which it was paused. */
function collectionOf({ status }: Subscription): Pick<Partial<Subscription>, 'collection_state'> {
  return status === 'active' ? { collection_state: 'ok' } : {};
}
