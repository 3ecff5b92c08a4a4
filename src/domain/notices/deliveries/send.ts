import type { Context } from '../../../engine/context.ts';
import { attemptDelivery, beginAttempt, retryDelayMs } from './attempt.ts';
import { createAttemptLog } from './attempt-log.ts';
import type { ClaimedDelivery } from './claimed.ts';
import type { Attempt } from './queries.ts';

/**
 * Sends claimed deliveries, and knows which attempts of this process are in flight. An attempt is in flight until its result is
 * stored.
 *
 * @param slotsFreed called whenever attempts have been recorded
 *
 * Decision 0011.
 */
export function createSending(ctx: Context, slotsFreed: () => void) {
  const inFlight = new Map<string, Attempt>();
  /** Those whose result is being stored. */
  const ended = new Set<string>();
  const log = createAttemptLog(ctx, (attempts) => {
    for (const { attemptId } of attempts) {
      inFlight.delete(attemptId);
      ended.delete(attemptId);
    }
    slotsFreed();
  });

  return {
    inFlight,
    async send(claimed: ClaimedDelivery, token: string): Promise<void> {
      const begun = beginAttempt(claimed, token);
      inFlight.set(begun.attemptId, begun);
      const attempt = await attemptDelivery(ctx, claimed, begun).catch((error: unknown) => {
        ctx.log.error({ err: error, delivery: begun.deliveryId }, 'a delivery could not be attempted');
        return { ...begun, retryMs: retryDelayMs(begun.attempt, 0) };
      });
      // After `giveBack` another worker may have the delivery, so this result is dropped.
      if (!inFlight.has(attempt.attemptId)) return;
      ended.add(attempt.attemptId);
      log.write(attempt);
    },
    /** Records every attempt that has no result yet as lost, so that other workers retry it. */
    async giveBack(): Promise<void> {
      const lost = [...inFlight.values()].filter(({ attemptId }) => !ended.has(attemptId));
      inFlight.clear();
      for (const attempt of lost) log.write(attempt);
      await log.settled();
    },
  };
}
