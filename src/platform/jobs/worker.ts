import { setTimeout as pause } from 'node:timers/promises';
import { type Db, notifierOf } from '../db/database.ts';
import type { Log } from '../log.ts';
import {
  claimJobsAcrossMerchants,
  giveJobBack,
  type Job,
  LostLease,
  postponeJob,
  sweepJobsAcrossMerchants,
} from './queue.ts';

/**
 * The surface of jobs, for whoever knows what a job means:
 *
 * - `insertJob(tx, merchantId, { jobId, kind, key, payload, dueAt })` and `removeJob` (queue.ts) write in the caller's
 *   transaction; `tx.notifications.add('jobs')` rings after its commit for what is due at once.
 * - `createWorker({ db, run, log })` runs the due jobs of one mode; `drain(db, merchantId, run, log)` (drain.ts) those of one merchant.
 * - `run(job)` is handed in. It opens the job's last transaction itself, calls `finishJob(tx, job)` (queue.ts) in it first, and
 *   then writes the effect: both commit together, so an effect happens once. What it throws makes the job run again later.
 * - A job has 45 seconds. Whoever takes longer finds in `finishJob` that someone else has it, and rolls back.
 */
export type RunJob = (job: Job) => Promise<void>;

export type Worker = {
  readonly start: () => void;
  /** Takes no more, waits a little for what runs, and gives the rest back to other workers. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly db: Db;
  readonly run: RunJob;
  readonly log: Log;
  /** Jobs at the same time. */
  readonly most?: number;
};

/** A lost ring costs one look. */
const lookMs = 250;
const sweepMs = 1000;
/** After a look that failed: the database is away, and asking it faster does not bring it back. */
const troubleMs = 1000;
const graceMs = 10_000;

export function createWorker(options: Options): Worker {
  return new Loop(options);
}

class Loop implements Worker {
  readonly #options: Options;
  readonly #most: number;
  readonly #running = new Map<Job, Promise<void>>();
  readonly #alarm = new Alarm();
  #stopped = true;
  #looking: Promise<void> = Promise.resolve();
  #sweeping: Promise<void> = Promise.resolve();
  #sweep: NodeJS.Timeout | undefined;
  #silence: () => void = () => undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#most = options.most ?? 16;
  }

  start(): void {
    const { notifier, channel } = notifierOf(this.#options.db);
    this.#stopped = false;
    this.#silence = notifier.listen(channel('jobs'), () => this.#alarm.set());
    this.#looking = this.#look();
    this.#sweep = setInterval(() => {
      this.#sweeping = this.#sweepOnce();
    }, sweepMs);
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#silence();
    clearInterval(this.#sweep);
    this.#alarm.set();
    await Promise.all([this.#looking, this.#sweeping]);
    const grace = new AbortController();
    const waited = pause(graceMs, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#running.values()), waited]);
    grace.abort();
    const late = [...this.#running.keys()];
    await Promise.all(
      late.map((job) => giveJobBack(this.#options.db, job).catch((error: unknown) => this.#trouble(error))),
    );
  }

  async #look(): Promise<void> {
    while (!this.#stopped) {
      const free = this.#most - this.#running.size;
      const claimed = free === 0 ? 0 : await this.#claim(free);
      // Full, or more is waiting than there was room for: the next look is when a place gets free.
      if (claimed === undefined) await this.#alarm.wait(troubleMs);
      else if (claimed < free || this.#running.size === this.#most) await this.#alarm.wait(lookMs);
    }
  }

  /** How many were claimed; undefined when the database did not answer. */
  async #claim(free: number): Promise<number | undefined> {
    try {
      const jobs = await claimJobsAcrossMerchants(this.#options.db, free);
      for (const job of jobs) this.#running.set(job, this.#runOne(job));
      return jobs.length;
    } catch (error) {
      this.#trouble(error);
      return undefined;
    }
  }

  async #runOne(job: Job): Promise<void> {
    await runJob(this.#options, job);
    // A full worker waits for a place; one that has room finds what is due by itself.
    if (this.#running.size === this.#most) this.#alarm.set();
    this.#running.delete(job);
  }

  async #sweepOnce(): Promise<void> {
    try {
      const failed = await sweepJobsAcrossMerchants(this.#options.db);
      for (const { kind, key } of failed)
        this.#options.log.error({ kind, job_key: key }, 'a job has failed for good: its workers were lost');
    } catch (error) {
      this.#trouble(error);
    }
  }

  #trouble(error: unknown): void {
    this.#options.log.warn({ err: error }, 'the job queue is out of reach');
  }
}

/** Runs a claimed job to its end, whatever that is; never throws. */
export async function runJob({ db, run, log }: Pick<Options, 'db' | 'run' | 'log'>, job: Job): Promise<void> {
  const about = { kind: job.kind, job_key: job.key, attempt: job.attempts };
  try {
    await run(job);
  } catch (error) {
    if (error instanceof LostLease) return log.warn(about, 'a job was taken over by another worker');
    try {
      const state = await postponeJob(db, job, error);
      if (state === 'failed') log.error({ ...about, err: error }, 'a job has failed for good');
      else log.warn({ ...about, err: error }, 'a job failed and will run again');
    } catch (trouble) {
      // Its lease ends by itself.
      log.warn({ ...about, err: trouble }, 'a failed job could not be put back');
    }
  }
}

/** Remembers being set until someone waits. */
class Alarm {
  #rung = false;
  #awake: () => void = () => undefined;

  set(): void {
    this.#rung = true;
    this.#awake();
  }

  async wait(mostMs: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs);
        this.#awake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rung = false;
  }
}
