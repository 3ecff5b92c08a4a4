import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import { type Attempt, recordAttemptsAcrossMerchants } from './queries.ts';

export type AttemptLog = {
  readonly write: (attempt: Attempt) => void;
  /** When all that was written is in the database. */
  readonly settled: () => Promise<void>;
};

const tries = 3;
const pauseMs = 1000;
/** How long a batch gathers at least: attempts that began together end one shortly after the other. */
const gatherMs = 2;

/**
 * Writes attempts in batches that form by themselves: while one statement runs, the next batch gathers.
 *
 * @param recorded told after each batch: slots and places in the order are free again
 */
export function createAttemptLog(ctx: Context, recorded: (attempts: readonly Attempt[]) => void): AttemptLog {
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

/** A database that is away comes back within a lease; after that the sweep notes the attempts as lost. */
async function writeBatch(ctx: Context, batch: readonly Attempt[]): Promise<void> {
  for (let tried = 1; tried <= tries; tried += 1) {
    if (await isRecorded(ctx, batch)) return;
    await pause(pauseMs);
  }
  // One entry that the database refuses must not take the others with it.
  for (const attempt of batch) if (batch.length > 1) await isRecorded(ctx, [attempt]);
}

async function isRecorded(ctx: Context, attempts: readonly Attempt[]): Promise<boolean> {
  try {
    await recordAttemptsAcrossMerchants(ctx.db, attempts);
    return true;
  } catch (error) {
    ctx.log.error({ err: error, attempts: attempts.length }, 'attempts were not recorded');
    return false;
  }
}
