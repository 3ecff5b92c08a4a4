import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { assert } from '../../../platform/assert.ts';
import type { Invoice } from '../invoices/queries.ts';
import { type Cycle, closeCycle, findOpenCycles } from '../subscriptions/cycle-queries.ts';
import { periodJob } from '../subscriptions/period-job.ts';
import { changeSubscription, lockSubscription, type Subscription } from '../subscriptions/queries.ts';

/**
 * Reaction to `invoicing.invoice.paid`: closes the cycle as paid, whether a try or the customer on the invoice's page paid
 * it, and ends its tries. The first paid cycle activates the subscription.
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
  const paid = await endTries(act, cycle, isFirst ? { activated_at: now } : {});
  if (isFirst) await recordEvent(act, 'billing.subscription.activated', paid);
}

/**
 * Reaction to `invoicing.invoice.cancelled`: a voided invoice closes its cycle as waived and ends its tries. The subscription
 * goes on.
 *
 * Spec: "States and transitions", invoice. Decision 0017.
 */
export async function waiveCycle(act: Act, { id, subscription_id }: Invoice): Promise<void> {
  if (subscription_id === null) return;
  await lockSubscription(act.tx, act.merchant.id, subscription_id);
  const now = act.ctx.now(act.merchant);
  const cycle = await closeCycle(act.tx, act.merchant.id, id, { outcome: 'waived', closed_at: now });
  if (cycle) await endTries(act, cycle, {});
}

/** Cancels the next try of a closed cycle. The cycles that are still open decide what is overdue. */
async function endTries(
  act: Act,
  { subscription_id: id, period_start }: Cycle,
  also: Pick<Partial<Subscription>, 'activated_at'>,
): Promise<Subscription> {
  await cancel(act, 'subscriptions.collect', periodJob(id, period_start).key);
  const open = await findOpenCycles(act.tx, act.merchant.id, id);
  const subscription = await lockSubscription(act.tx, act.merchant.id, id);
  assert(subscription, 'a cycle has its subscription');
  return await changeSubscription(act.tx, act.merchant.id, id, {
    ...also,
    collection_state: collectionStateOf(subscription, open),
    updated_at: act.ctx.now(act.merchant),
  });
}

/** A canceled subscription has no more tries: an open invoice stays unpaid unless the customer pays it on its page. */
function collectionStateOf(
  { status }: Subscription,
  open: readonly Pick<Cycle, 'failures'>[],
): Subscription['collection_state'] {
  if (status === 'canceled') return open.length > 0 ? 'exhausted' : 'ok';
  return open.some(({ failures }) => failures > 0) ? 'retrying' : 'ok';
}
