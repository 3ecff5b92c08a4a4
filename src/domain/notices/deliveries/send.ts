import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import { countAttempt } from '../../../platform/telemetry/counters.ts';
import { attemptDelivery, beginAttempt, retryDelayMs } from './attempt.ts';
import type { ClaimedDelivery } from './claimed.ts';
import { type Attempt, recordAttemptsAcrossMerchants } from './queries.ts';

const tries = 3;
const pauseMs = 1000;
/** The least time that a batch waits, since attempts that began together end shortly after one another. */
const gatherMs = 2;

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
  const log = createAttemptLog(ctx, (attempts) => {
    for (const { attemptId } of attempts) inFlight.delete(attemptId);
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
      if (inFlight.has(attempt.attemptId)) log.write(attempt);
    },
    /** Records every attempt in flight as lost, so that other workers retry it. */
    async giveBack(): Promise<void> {
      const lost = [...inFlight.values()];
      inFlight.clear();
      for (const attempt of lost) log.write(attempt);
      await log.settled();
    },
  };
}

type AttemptLog = {
  readonly write: (attempt: Attempt) => void;
  /** Resolves when everything that was written is in the database. */
  readonly settled: () => Promise<void>;
};

/**
 * Writes attempts in batches: while one statement runs, the next batch fills up.
 *
 * @param recorded called after each batch
 */
function createAttemptLog(ctx: Context, recorded: (attempts: readonly Attempt[]) => void): AttemptLog {
  let gathered: Attempt[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (gathered.length > 0) {
      await pause(gatherMs);
      const batch = gathered;
      gathered = [];
      await writeBatch(ctx, batch);
      recorded(batch);
    }
    writing = undefined;
  }

  return {
    write(attempt) {
      gathered.push(attempt);
      writing ??= writeAll();
    },
    settled: () => writing ?? Promise.resolve(),
  };
}

/** Retries for a few seconds. The sweep records what is then still missing as lost, once its lease has ended. */
async function writeBatch(ctx: Context, batch: readonly Attempt[]): Promise<void> {
  for (let tried = 1; tried <= tries; tried += 1) {
    if (await isRecorded(ctx, batch)) return;
    await pause(pauseMs);
  }
  // One by one, so that an entry that the database refuses does not block the others.
  for (const attempt of batch) if (batch.length > 1) await isRecorded(ctx, [attempt]);
}

async function isRecorded(ctx: Context, attempts: readonly Attempt[]): Promise<boolean> {
  try {
    await recordAttemptsAcrossMerchants(ctx.db, attempts);
    for (const attempt of attempts) count(attempt);
    return true;
  } catch (error) {
    ctx.log.error({ err: error, attempts: attempts.length }, 'attempts could not be recorded');
    return false;
  }
}

function count({ attempt, failure, startedAt, dueAt }: Attempt): void {
  countAttempt(failure ?? 'delivered', attempt === 1 ? startedAt.getTime() - dueAt.getTime() : undefined);
}
