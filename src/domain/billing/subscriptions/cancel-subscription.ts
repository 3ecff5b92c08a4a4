import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { notFound } from '../../../platform/ids.ts';
import { closeBilling } from './close-billing.ts';
import { changeSubscription, lockSubscription, type Subscription } from './queries.ts';
import { subscriptionMoves } from './states.ts';

type Wanted = { readonly atPeriodEnd: boolean; readonly reason: string | null };

/**
 * Cancels a subscription for good: either now, voiding its open invoices as a pause does, or when the current period or
 * trial ends, which `editSubscription` takes back. A paused subscription has no current period, so it is canceled now in both cases.
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
  if (status === 'active' && wanted.atPeriodEnd) return await planned(act, subscription, because);
  if (status === 'active') await closeBilling(act, subscription);
  const set = { ...because, ...collectionOf(subscription), next_billing_at: null, canceled_at: now };
  const canceled = await move(act, 'subscriptions', id, subscriptionMoves.cancel, { set });
  assert(canceled, 'this move refuses instead of skipping');
  return canceled;
}

/** The event tells the merchant's own server of a cancellation that was planned elsewhere. It is recorded if something has changed. */
async function planned(
  act: Act,
  { id, cancel_at_period_end, cancel_reason }: Subscription,
  because: Pick<Subscription, 'cancel_reason' | 'updated_at'>,
): Promise<Subscription> {
  const changes = { ...because, cancel_at_period_end: true };
  const changed = await changeSubscription(act.tx, act.merchant.id, id, changes);
  if (!cancel_at_period_end || because.cancel_reason !== cancel_reason)
    await recordEvent(act, 'billing.subscription.updated', changed);
  return changed;
}

/** Nothing is overdue once the open invoices are void. A paused subscription keeps the state in which it was paused. */
function collectionOf({ status }: Subscription): Pick<Partial<Subscription>, 'collection_state'> {
  return status === 'active' ? { collection_state: 'ok' } : {};
}
