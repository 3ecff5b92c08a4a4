import type { Act } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Recovery } from '../jobs/jobs.ts';
import { lockLost } from './recovery/queries.ts';
import { replayEvents } from './replay-events.ts';

/** Few enough that a batch is over long before its lease. */
const batch = 200;

/**
 * Job `events.recover`: sends the next exhausted events again, and leaves the rest to a job of its own. The deliveries, the
 * end of this job and the next one are one transaction, so a worker that dies loses none and makes none twice.
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export async function recoverEvents(act: Act, recovery: Recovery): Promise<void> {
  const { eventIds, more } = await lockLost(act.tx, act.merchant.id, recovery, batch);
  const last = eventIds.at(-1);
  if (last === undefined) return;
  await replayEvents(act, eventIds, recovery.lostBy);
  if (more) await enqueueRecovery(act, { ...recovery, after: last });
}

/** Begins a recovery, or goes on with one. */
export async function enqueueRecovery(act: Act, recovery: Recovery): Promise<void> {
  await enqueue(act, 'events.recover', { key: recovery.recoveryId, payload: recovery });
}
