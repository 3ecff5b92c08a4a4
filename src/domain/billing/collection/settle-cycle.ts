import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { assert } from '../../../platform/assert.ts';
import type { Invoice } from '../invoices/queries.ts';
import { closeCycle, lockSubscription } from '../subscriptions/queries.ts';
import { stopTries } from './stop-tries.ts';

/**
 * Reaction to `invoicing.invoice.paid`: the period of the invoice is paid, by a try or on the invoice's page, and nobody is
 * asked for it any more. The first one that is paid activates the subscription.
 *
 * Spec: "States and transitions", subscription.
 */
export async function settleCycle(act: Act, { id, subscription_id }: Invoice): Promise<void> {
  if (subscription_id === null) return;
  const subscription = await lockSubscription(act.tx, act.merchant.id, subscription_id);
  assert(subscription, 'an invoice of a subscription has it');
  const now = act.ctx.now(act.merchant);
  const cycle = await closeCycle(act.tx, act.merchant.id, id, { outcome: 'paid', closed_at: now });
  assert(cycle, 'an invoice is paid once');
  const isFirst = subscription.status === 'active' && subscription.activated_at === null;
  const paid = await stopTries(act, cycle, isFirst ? { activated_at: now } : {});
  if (isFirst) await recordEvent(act, 'billing.subscription.activated', paid);
}
