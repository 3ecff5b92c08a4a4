import { setTimeout as pause } from 'node:timers/promises';
import { type Db, notifierOf } from '../db/database.ts';
import { randomUuid } from '../ids.ts';
import type { Log } from '../log.ts';
import {
  claimJobsAcrossMerchants,
  endClaimAcrossMerchants,
  sweepJobsAcrossMerchants,
} from './across-merchants.ts';
import { sweepPauseMs } from './merchant-by-merchant.ts';
import { createOutage, type Outage } from './outage.ts';
import { giveJobBack, type Job } from './queue.ts';
import { runJob } from './run-claimed.ts';
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
  /** The token of a claim that has no answer. */
  #unanswered: string | undefined;
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
    const jobs = await this.#claims.attempt(() => this.#claimNext(free), this.#ending.signal);
    for (const job of jobs ?? []) this.#running.set(job, this.#runOne(job));
    return jobs?.length;
  }

  /** What a claim took whose answer was lost is due again before the next one: otherwise it would wait for its lease. */
  async #claimNext(free: number): Promise<readonly Job[]> {
    const { db } = this.#options;
    if (this.#unanswered !== undefined) await endClaimAcrossMerchants(db, this.#unanswered);
    const token = randomUuid();
    this.#unanswered = token;
    // Behind a backlog one slot is free at a time: every second one prefers what somebody waits for.
    this.#odd = !this.#odd;
    const jobs = await claimJobsAcrossMerchants(db, free, { odd: this.#odd, token });
    this.#unanswered = undefined;
    return jobs;
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
