import { setTimeout as pause } from 'node:timers/promises';
import { type Db, notifierOf } from '../db/database.ts';
import { classify, hasAnswered } from '../db/driver/violations.ts';
import type { Log } from '../log.ts';
import { inSpan } from '../telemetry/trace.ts';
import { claimJobsAcrossMerchants, sweepJobsAcrossMerchants } from './across-merchants.ts';
import { sweepPauseMs } from './merchant-by-merchant.ts';
import { createOutage, type Outage } from './outage.ts';
import { deferJob, giveJobBack, type Job, LostLease, postponeJob, UnknownKind } from './queue.ts';
import { createWaiter } from './waiter.ts';

/**
 * How to use jobs:
 *
 * - `insertJob(tx, merchantId, { jobId, kind, key, payload, dueAt })` and `removeJob` (queue.ts) write in the caller's
 *   transaction. For a job that is due now, `tx.notifications.add('jobs')` wakes the workers after the commit.
 * - `createWorker({ db, run, log })` runs the due jobs of one mode, `drain(db, merchantId, run, log)` (drain.ts) those of one merchant.
 * - The caller provides `run(job)`. It opens the job's final transaction, first calls `finishJob(tx, job)` (queue.ts), and then
 *   writes the effect. Both commit together, so the effect happens once. If it throws, the job is retried later.
 * - Up to ten attempts count. One does not if the database was what refused, or if the process does not know the kind.
 * - A job has a lease of 45 seconds, which `renewLease` (queue.ts) begins anew. Once it has ended, `finishJob` may find that another
 *   worker has claimed the job, and rolls back.
 */
export type RunJob = (job: Job) => Promise<void>;

export type Worker = {
  readonly start: () => void;
  /** Claims no more jobs, waits up to ten seconds for running ones, and releases the rest for other workers. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly db: Db;
  readonly run: RunJob;
  readonly log: Log;
};

/** How many jobs run at the same time. */
const concurrency = 16;
/** The longest delay that a lost notification can cause; a second more where merchants are distributed (announced.ts). */
const pollMs = 250;
const graceMs = 10_000;

export function createWorker(options: Options): Worker {
  return new Loop(options);
}

class Loop implements Worker {
  readonly #options: Options;
  readonly #running = new Map<Job, Promise<void>>();
  readonly #waiter = createWaiter();
  readonly #claims: Outage;
  readonly #sweeps: Outage;
  #odd = false;
  #ending = new AbortController();
  #stopped = true;
  #polling: Promise<void> = Promise.resolve();
  #sweeping: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#claims = createOutage(options.log, 'claiming jobs');
    this.#sweeps = createOutage(options.log, 'sweeping jobs');
  }

  start(): void {
    const { notifier, channel } = notifierOf(this.#options.db);
    this.#stopped = false;
    this.#ending = new AbortController();
    this.#stopListening = notifier.listen(channel('jobs'), this.#waiter.wake);
    this.#polling = this.#poll();
    this.#sweeping = this.#sweep();
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#stopListening();
    this.#ending.abort();
    this.#waiter.wake();
    await Promise.all([this.#polling, this.#sweeping]);
    const grace = new AbortController();
    const waited = pause(graceMs, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#running.values()), waited]);
    grace.abort();
    const late = [...this.#running.keys()];
    await Promise.all(
      late.map((job) => giveJobBack(this.#options.db, job).catch((error: unknown) => this.#warn(error))),
    );
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      const free = concurrency - this.#running.size;
      const claimed = free === 0 ? 0 : await this.#claim(free);
      // Polls again at once if there is room and more may be due. When full, a job that ends wakes it.
      if (claimed === undefined) continue;
      if (claimed < free || this.#running.size === concurrency) await this.#waiter.wait(pollMs);
    }
  }

  /** Returns the number of claimed jobs; undefined, after a rest, when the database did not answer. */
  async #claim(free: number): Promise<number | undefined> {
    const { db } = this.#options;
    // Behind a backlog one slot is free at a time: every second one prefers what somebody waits for.
    this.#odd = !this.#odd;
    const claim = () => claimJobsAcrossMerchants(db, free, this.#odd);
    const jobs = await this.#claims.attempt(claim, this.#ending.signal);
    for (const job of jobs ?? []) this.#running.set(job, this.#runOne(job));
    return jobs?.length;
  }

  async #runOne(job: Job): Promise<void> {
    await runJob(this.#options, job);
    // Only a full worker waits for a free slot.
    if (this.#running.size === concurrency) this.#waiter.wake();
    this.#running.delete(job);
  }

  async #sweep(): Promise<void> {
    const { db, log } = this.#options;
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await pause(await sweepPauseMs(db), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const failed = await this.#sweeps.attempt(() => sweepJobsAcrossMerchants(db), signal);
      for (const { kind, key } of failed ?? [])
        log.error({ kind, job_key: key }, 'a job has failed for good: its workers were lost');
    }
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'the job queue is unavailable');
  }
}

/** Runs a claimed job and records a failure; never throws. */
export async function runJob({ db, run, log }: Pick<Options, 'db' | 'run' | 'log'>, job: Job): Promise<void> {
  const about = aboutOf(job);
  try {
    const span = { kind: 'consumer', attributes: about, parent: job.traceparent } as const;
    await inSpan(`job ${job.kind}`, span, () => run(job));
  } catch (error) {
    if (error instanceof LostLease)
      return log.warn(about, 'a job was no longer needed, or another worker has it');
    try {
      await recordFailure({ db, log }, job, error);
    } catch (unrecorded) {
      // It runs again when its lease ends.
      log.warn({ ...about, err: unrecorded }, 'the failure of a job could not be recorded');
    }
  }
}

const recordTries = 3;
const recordPauseMs = 1000;

/** What failed is often the database, and a moment later it is back: otherwise the job would wait for the end of its lease. */
async function recordFailure(
  to: Pick<Options, 'db' | 'log'>,
  job: Job,
  error: unknown,
  left = recordTries,
): Promise<void> {
  try {
    await recordOnce(to, job, error);
  } catch (unrecorded) {
    if (left === 1 || classify(unrecorded) !== 'unavailable' || hasAnswered(unrecorded)) throw unrecorded;
    await pause(recordPauseMs);
    await recordFailure(to, job, error, left - 1);
  }
}

async function recordOnce({ db, log }: Pick<Options, 'db' | 'log'>, job: Job, error: unknown): Promise<void> {
  const about = { ...aboutOf(job), err: error };
  if (isOfOthers(error)) {
    await deferJob(db, job, error);
    return log.warn(about, 'a job could not run now and will run again');
  }
  const state = await postponeJob(db, job, error);
  if (state === 'failed') log.error(about, 'a job has failed for good');
  else log.warn(about, 'a job failed and will run again');
}

const aboutOf = ({ kind, key, attempts }: Job) => ({ kind, job_key: key, attempt: attempts });

/** The database refuses for now, or this process is too old for the job: however often that happens, the job must not end. */
function isOfOthers(error: unknown): boolean {
  return error instanceof UnknownKind || classify(error) === 'unavailable';
}
