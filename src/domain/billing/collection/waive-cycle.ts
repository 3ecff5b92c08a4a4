import type { Act } from '../../../engine/context.ts';
import type { Invoice } from '../invoices/queries.ts';
import { closeCycle, lockSubscription } from '../subscriptions/queries.ts';
import { stopTries } from './stop-tries.ts';

/**
 * Reaction to `invoicing.invoice.cancelled`: of a subscription's invoice the merchant lets its period go unpaid. Nobody is
 * asked for it any more, and the subscription goes on.
 *
 * Spec: "States and transitions", invoice. Decision 0017.
 */
export async function waiveCycle(act: Act, { id, subscription_id }: Invoice): Promise<void> {
  if (subscription_id === null) return;
  await lockSubscription(act.tx, act.merchant.id, subscription_id);
  const now = act.ctx.now(act.merchant);
  const cycle = await closeCycle(act.tx, act.merchant.id, id, { outcome: 'waived', closed_at: now });
  if (cycle) await stopTries(act, cycle, {});
}
