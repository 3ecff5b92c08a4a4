import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { periodJob } from '../subscriptions/period-job.ts';
import {
  type Cycle,
  changeSubscription,
  findOpenCycles,
  lockSubscription,
  type Subscription,
} from '../subscriptions/queries.ts';

/**
 * A period was closed: nobody is asked for it any more. Whether something is still overdue, the others say.
 *
 * @param also what changes of the subscription besides
 *
 * Spec: "Subscription". Decision 0017.
 */
export async function stopTries(
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
    collection_state: stateOf(subscription, open),
    updated_at: act.ctx.now(act.merchant),
  });
}

/** After its end nobody is asked any more for what is open. */
function stateOf(
  { status }: Subscription,
  open: readonly Pick<Cycle, 'failures'>[],
): Subscription['collection_state'] {
  if (status === 'canceled') return open.length > 0 ? 'exhausted' : 'ok';
  return open.some(({ failures }) => failures > 0) ? 'retrying' : 'ok';
}
