import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { beginDraining, claimNextJob, endDraining, hasOpenJob, hasRunningJob } from './draining.ts';
import type { Job } from './queue.ts';
import { runJob } from './run-claimed.ts';
import type { RunJob } from './worker.ts';

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
/** How long to wait before looking again at a job that a worker or another drain runs: at first, and at most. */
const [pollMs, mostPollMs] = [10, 160];

/**
 * Runs one merchant's jobs that are due when it begins, in order of their due times, each as if its due time were now. This includes
 * jobs that these jobs create, and none that is due a second later or more. Meanwhile workers claim no jobs of the merchant, and of two drains one runs a job at a time. Decision 0012.
 */
export async function drain(db: Db, merchantId: string, run: RunJob, log: Log): Promise<Drained> {
  const until = monotonicMs() + mostMs;
  const fired: Drained['fired'][number][] = [];
  let total = 0;
  const { turned, last } = await beginDraining(db, merchantId);
  try {
    await waitForBegun(db, merchantId);
    while (total < mostJobs && monotonicMs() < until) {
      const job = await nextJob(db, merchantId, { last, until });
      if (job === undefined) return { fired, total, more: false };
      total += 1;
      if (fired.length < mostListed) fired.push({ kind: job.kind, key: job.key, dueAt: job.dueAt });
      await runJob({ db, run, log }, job);
    }
    return { fired, total, more: true };
  } finally {
    await endDraining(db, merchantId, turned);
  }
}

/** A job that a worker has begun may create others that are due before those that wait. */
async function waitForBegun(db: Db, merchantId: string): Promise<void> {
  const until = monotonicMs() + mostBegunMs;
  while (monotonicMs() < until && (await hasRunningJob(db, merchantId))) await pause(pollMs);
}

/** Waits for jobs that a worker claimed before us, or that another drain runs, because they may create more. */
async function nextJob(
  db: Db,
  merchantId: string,
  { last, until }: { readonly last: Date; readonly until: number },
): Promise<Job | undefined> {
  for (let waitMs = pollMs; ; waitMs = Math.min(2 * waitMs, mostPollMs)) {
    const job = await claimNextJob(db, merchantId, last);
    if (job !== undefined || monotonicMs() >= until || !(await hasOpenJob(db, merchantId, last))) return job;
    await pause(waitMs);
  }
}
