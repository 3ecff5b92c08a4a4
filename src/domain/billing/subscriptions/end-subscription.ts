import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { findOpenCycles } from './cycle-queries.ts';
import { periodJob } from './period-job.ts';
import type { Subscription } from './queries.ts';
import { subscriptionMoves } from './states.ts';

/**
 * Ends a subscription whose last period is over. The customer has used that period, so its open invoice can still be paid on its
 * page, but there are no more tries to collect it.
 *
 * @param how `end`: the merchant had canceled it at the end of the period; `complete`: it has had all of `max_cycles`
 *
 * Spec: "States and transitions", subscription. Decision 0017.
 */
export async function endSubscription(
  act: Act,
  subscription: Subscription,
  how: 'end' | 'complete',
): Promise<void> {
  const open = await findOpenCycles(act.tx, act.merchant.id, subscription.id);
  for (const { period_start } of open)
    await cancel(act, 'subscriptions.collect', periodJob(subscription.id, period_start).key);
  const now = act.ctx.now(act.merchant);
  const set = {
    collection_state: open.length > 0 ? 'exhausted' : 'ok',
    next_billing_at: null,
    canceled_at: now,
    cancel_reason: how === 'complete' ? 'completed' : subscription.cancel_reason,
    updated_at: now,
  } as const;
  await move(act, 'subscriptions', subscription.id, subscriptionMoves[how], { set });
}
