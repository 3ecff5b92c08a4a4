import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { hasOpenJob, hasRunningJob, setDraining } from './draining.ts';
import { claimNextJob, type Job } from './queue.ts';
import { type RunJob, runJob } from './worker.ts';

export type Drained = {
  /** The first hundred, in the order they ran. */
  readonly fired: readonly Pick<Job, 'kind' | 'key' | 'dueAt'>[];
  readonly total: number;
  /** True if a limit was reached with jobs still due; the workers run the rest. */
  readonly more: boolean;
};

const mostJobs = 10_000;
const mostMs = 30_000;
const mostListed = 100;
/** How long to wait for the jobs that workers have begun before the first one is run here, so that all run in their order. */
const mostBegunMs = 5000;
/** How often to check whether a worker has finished a job it claimed before us. */
const pollMs = 10;

/**
 * Runs one merchant's due jobs in order of their due times, each as if its due time were now, until none is due. This includes
 * jobs that these jobs create. Meanwhile workers claim no jobs of the merchant. Decision 0012.
 */
export async function drain(db: Db, merchantId: string, run: RunJob, log: Log): Promise<Drained> {
  const until = monotonicMs() + mostMs;
  const fired: Drained['fired'][number][] = [];
  let total = 0;
  await setDraining(db, merchantId, true);
  try {
    await waitForBegun(db, merchantId);
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

/** A job that a worker has begun may create others that are due before those that wait. */
async function waitForBegun(db: Db, merchantId: string): Promise<void> {
  const until = monotonicMs() + mostBegunMs;
  while (monotonicMs() < until && (await hasRunningJob(db, merchantId))) await pause(pollMs);
}

/** Waits for jobs that a worker claimed before us, because they may create more. */
async function nextJob(db: Db, merchantId: string, until: number): Promise<Job | undefined> {
  for (;;) {
    const job = await claimNextJob(db, merchantId);
    if (job !== undefined || monotonicMs() >= until || !(await hasOpenJob(db, merchantId))) return job;
    await pause(pollMs);
  }
}
