import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import {
  countLost,
  findFailedRecovery,
  lockLost,
  nextPage,
  type Recovery,
  type RecoveryFilter,
} from './recovery-queries.ts';
import { replayEvents } from './replay.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Sends exhausted events again, one batch at a time. */
    'events.recover': Recovery;
  }
}

type Begun = { readonly events: number; readonly recoveryId?: string };

/** Few enough that a batch is done long before the lease of its job ends. */
const batch = 200;

/** Counting takes less time than sending, so its batches are larger. */
const countedAtOnce = 2000;

/**
 * Begins to send the exhausted events of a period again. They are counted here; the job `events.recover` makes the deliveries.
 *
 * @returns how many events will be sent again; none: nothing begins
 * @throws WEBHOOK_NOT_CONFIGURED there are such events, but none of them has a destination
 *
 * Spec: "Delivery and retry".
 */
export async function recoverRange(act: Act, filter: RecoveryFilter): Promise<Begun> {
  const found = await countEvents(act, filter);
  if (!found || found.lost === 0) return { events: 0 };
  const { reachable, lostBy } = found;
  if (reachable === 0) throw new ApiError('WEBHOOK_NOT_CONFIGURED');
  const recoveryId = newId();
  await enqueueRecovery(act, { ...filter, recoveryId, lostBy, after: null, total: reachable, sent: 0 });
  return { events: reachable, recoveryId };
}

/**
 * Goes on with a recovery that has stopped after several failures, where it stopped.
 *
 * @returns false: it goes on already, or has ended
 */
export async function continueRecovery(act: Act, recoveryId: string): Promise<boolean> {
  const recovery = await findFailedRecovery(act.tx, act.merchant.id, recoveryId);
  if (recovery) await enqueueRecovery(act, recovery);
  return recovery !== undefined;
}

/**
 * Job `events.recover`: sends the next batch of exhausted events again, and enqueues a job for the rest. The new deliveries, the
 * end of this job and the next job are one transaction, so a worker that dies neither loses a delivery nor makes one twice.
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export async function recoverEvents(act: Act, recovery: Recovery): Promise<void> {
  const page = await nextPage(act.tx, act.merchant.id, recovery.after, batch);
  if (!page) return;
  const eventIds = await lockLost(act.tx, act.merchant.id, recovery, page);
  const replays = eventIds.length > 0 ? await replayEvents(act, eventIds, recovery) : [];
  const sent = (recovery.sent ?? 0) + new Set(replays.map(({ eventId }) => eventId)).size;
  if (page.more) await enqueueRecovery(act, { ...recovery, after: page.last, sent });
}

/** How many events match, how many of them have a destination, and when counting began. Undefined: nothing is exhausted. */
async function countEvents(act: Act, filter: RecoveryFilter) {
  const first = await nextPage(act.tx, act.merchant.id, null, countedAtOnce);
  if (!first) return undefined;
  const sum = { lost: 0, reachable: 0, lostBy: first.at };
  for (let page: typeof first | undefined = first; page; ) {
    const { lost, reachable } = await countLost(act.tx, act.merchant.id, filter, page);
    sum.lost += lost;
    sum.reachable += reachable;
    page = page.more ? await nextPage(act.tx, act.merchant.id, page.last, countedAtOnce) : undefined;
  }
  return sum;
}

async function enqueueRecovery(act: Act, recovery: Recovery): Promise<void> {
  await enqueue(act, 'events.recover', { key: recovery.recoveryId, payload: recovery });
}
