import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import { isLockTimeout } from '../../../platform/db/driver/violations.ts';
import { countAttempt } from '../../../platform/telemetry/counters.ts';
import { type Attempt, recordAttemptsAcrossMerchants } from './queries.ts';

const tries = 3;
const pauseMs = 1000;
/** How often those of a merchant are tried whose rows are locked: for about half of their lease. */
const apartTries = 20;
/** The least time that a batch waits, since attempts that began together end shortly after one another. */
const gatherMs = 2;

export type AttemptLog = {
  readonly write: (attempt: Attempt) => void;
  /** Resolves when everything that was written is in the database, or was given up. Nothing waits for a lock any more. */
  readonly settled: () => Promise<void>;
};

type Recorded = (attempts: readonly Attempt[]) => void;

/**
 * Writes attempts in batches: while one statement runs, the next batch fills up. Those of a merchant whose rows somebody else has locked
 * are written apart, so that no other merchant waits for them.
 *
 * @param recorded called with what was written or given up
 */
export function createAttemptLog(ctx: Context, recorded: Recorded): AttemptLog {
  const apart = createApart(ctx, recorded);
  let gathered: Attempt[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (gathered.length > 0) {
      await pause(gatherMs);
      const batch = gathered;
      gathered = [];
      const locked = await writeBatch(ctx, batch);
      recorded(batch.filter((attempt) => !locked.has(attempt)));
      for (const attempt of locked) apart.write(attempt);
    }
    writing = undefined;
  }

  return {
    write(attempt) {
      if (apart.has(attempt.merchantId)) return apart.write(attempt);
      gathered.push(attempt);
      writing ??= writeAll();
    },
    async settled() {
      await writing;
      await apart.settled();
    },
  };
}

/** Tries those of each merchant once a second. */
function createApart(ctx: Context, recorded: Recorded) {
  const waiting = new Map<string, Attempt[]>();
  const running = new Set<Promise<void>>();
  const ending = new AbortController();

  async function run(merchantId: string, own: Attempt[]): Promise<void> {
    for (let tried = 1; own.length > 0 && tried <= apartTries; tried += 1) {
      await pause(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      const batch = own.splice(0);
      if ((await record(ctx, batch)) === 'done') recorded(batch);
      else own.unshift(...batch);
      if (ending.signal.aborted) break;
    }
    waiting.delete(merchantId);
    if (own.length === 0) return;
    await writeEach(ctx, own);
    ctx.log.error({ attempts: own.length }, 'attempts were not recorded in time: somebody holds a lock');
    recorded(own);
  }

  return {
    has: (merchantId: string) => waiting.has(merchantId),
    write(attempt: Attempt): void {
      const { merchantId } = attempt;
      const before = waiting.get(merchantId);
      if (before) return void before.push(attempt);
      const own = [attempt];
      waiting.set(merchantId, own);
      ctx.log.warn({ merchant_id: merchantId }, 'attempts of a merchant wait for a lock');
      const writing = run(merchantId, own).finally(() => running.delete(writing));
      running.add(writing);
    },
    async settled(): Promise<void> {
      ending.abort();
      await Promise.all(running);
    },
  };
}

/** @returns those whose rows are locked. What else could not be written, the sweep records as lost once its lease has ended. */
async function writeBatch(ctx: Context, batch: readonly Attempt[]): Promise<ReadonlySet<Attempt>> {
  const locked = new Set<Attempt>();
  const outcome = await record(ctx, batch);
  if (outcome === 'failed') await writeAgain(ctx, batch);
  if (outcome !== 'locked') return locked;
  for (const own of Map.groupBy(batch, ({ merchantId }) => merchantId).values()) {
    const ofOwn = await record(ctx, own);
    if (ofOwn === 'failed') await writeAgain(ctx, own);
    if (ofOwn === 'locked') for (const attempt of own) locked.add(attempt);
  }
  return locked;
}

/** Retries for a few seconds. */
async function writeAgain(ctx: Context, batch: readonly Attempt[]): Promise<void> {
  for (let tried = 2; tried <= tries; tried += 1) {
    await pause(pauseMs);
    if ((await record(ctx, batch)) === 'done') return;
  }
  await pause(pauseMs);
  if (batch.length > 1) await writeEach(ctx, batch);
}

/** One by one, so that an entry that the database refuses does not block the others. */
async function writeEach(ctx: Context, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) await record(ctx, [attempt]);
}

async function record(ctx: Context, attempts: readonly Attempt[]): Promise<'done' | 'locked' | 'failed'> {
  try {
    await recordAttemptsAcrossMerchants(ctx.db, attempts);
    for (const attempt of attempts) count(attempt);
    return 'done';
  } catch (error) {
    if (isLockTimeout(error)) return 'locked';
    ctx.log.error({ err: error, attempts: attempts.length }, 'attempts could not be recorded');
    return 'failed';
  }
}

function count({ attempt, failure, startedAt, dueAt }: Attempt): void {
  countAttempt(failure ?? 'delivered', attempt === 1 ? startedAt.getTime() - dueAt.getTime() : undefined);
}
