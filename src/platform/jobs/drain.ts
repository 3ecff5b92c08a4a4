import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { claimNextJob, hasOpenJob, type Job, setDraining } from './queue.ts';
import { type RunJob, runJob } from './worker.ts';

export type Drained = {
  /** The first hundred, in the order they ran. */
  readonly fired: readonly Pick<Job, 'kind' | 'key' | 'dueAt'>[];
  readonly total: number;
  /** More is due than was run; the workers go on with it. */
  readonly more: boolean;
};

const mostJobs = 10_000;
const mostMs = 30_000;
const mostListed = 100;
/** How long until a worker that was quicker is asked after again. */
const askAgainMs = 10;

/**
 * Runs all that is due of one merchant, in the order of the due times and each told that its due time is now, until nothing is
 * due: what the jobs themselves make is among it. Workers leave the merchant alone meanwhile. Decision 0012.
 */
export async function drain(db: Db, merchantId: string, run: RunJob, log: Log): Promise<Drained> {
  const until = monotonicMs() + mostMs;
  const fired: Drained['fired'][number][] = [];
  let total = 0;
  await setDraining(db, merchantId, true);
  try {
    while (total < mostJobs && monotonicMs() < until) {
      const job = await nextJob(db, merchantId, until);
      if (job === undefined) return { fired, total, more: false };
      total += 1;
      if (fired.length < mostListed) fired.push({ kind: job.kind, key: job.key, dueAt: job.dueAt });
      await runJob({ db, run, log }, job);
    }
    return { fired, total, more: true };
  } finally {
    await setDraining(db, merchantId, false);
  }
}

/** A job that some worker took just before is waited for: it may make another. */
async function nextJob(db: Db, merchantId: string, until: number): Promise<Job | undefined> {
  for (;;) {
    const job = await claimNextJob(db, merchantId);
    if (job !== undefined || monotonicMs() >= until || !(await hasOpenJob(db, merchantId))) return job;
    await pause(askAgainMs);
  }
}
