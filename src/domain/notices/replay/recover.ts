import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { countLost, lockLost, nextPage, type Recovery, type Wanted } from './recovery-queries.ts';
import { replayEvents } from './replay.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Exhausted events are sent again, one batch at a time. */
    'events.recover': Recovery;
  }
}

/** Few enough that a batch is over long before its lease. */
const batch = 200;

/** More at once: it is only counted. */
const counted = 2000;

/**
 * Job `events.recover`: sends the next exhausted events again, and leaves the rest to a job of its own. The deliveries, the
 * end of this job and the next one are one transaction, so a worker that dies loses none and makes none twice.
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export async function recoverEvents(act: Act, recovery: Recovery): Promise<void> {
  const page = await nextPage(act.tx, act.merchant.id, recovery.after, batch);
  if (!page) return;
  const eventIds = await lockLost(act.tx, act.merchant.id, recovery, page);
  if (eventIds.length > 0) await replayEvents(act, eventIds, recovery);
  if (page.more) await enqueueRecovery(act, { ...recovery, after: page.last });
}

/** How many events a recovery is about, how many of them somebody can be sent, and when the count began; undefined: none. */
export async function countEvents(act: Act, wanted: Wanted) {
  const begun = await nextPage(act.tx, act.merchant.id, null, counted);
  if (!begun) return undefined;
  const sum = { lost: 0, reachable: 0, lostBy: begun.at };
  for (let page: typeof begun | undefined = begun; page; ) {
    const { lost, reachable } = await countLost(act.tx, act.merchant.id, wanted, page);
    sum.lost += lost;
    sum.reachable += reachable;
    page = page.more ? await nextPage(act.tx, act.merchant.id, page.last, counted) : undefined;
  }
  return sum;
}

/** Begins a recovery, or goes on with one. */
export async function enqueueRecovery(act: Act, recovery: Recovery): Promise<void> {
  await enqueue(act, 'events.recover', { key: recovery.recoveryId, payload: recovery });
}

/**
 * Has the exhausted events of a time sent again: they are counted here, and a job makes the deliveries.
 *
 * @returns how many events
 * @throws WEBHOOK_NOT_CONFIGURED there are such events, and nowhere to send any of them
 *
 * Spec: "Delivery and retry".
 */
export async function recoverRange(act: Act, wanted: Wanted): Promise<number> {
  const found = await countEvents(act, wanted);
  if (!found || found.lost === 0) return 0;
  const { reachable, lostBy } = found;
  if (reachable === 0) throw new ApiError('WEBHOOK_NOT_CONFIGURED');
  await enqueueRecovery(act, { ...wanted, recoveryId: newId(), lostBy, after: null });
  return reachable;
}
