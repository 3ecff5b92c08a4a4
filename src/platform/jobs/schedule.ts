import { now } from '../clock.ts';
import type { PlatformDb } from '../db/database.ts';
import { randomUuid } from '../ids.ts';
import type { Log } from '../log.ts';
import {
  type Claimed,
  claim,
  finish,
  forget,
  giveBack,
  giveUp,
  mostAttempts,
  postpone,
  renew,
  skipMissed,
  write,
} from './schedule-queries.ts';

// Jobs that run once per UTC day, across any number of processes. Rows of platform.jobs are kept, because their key (kind, date)
// prevents a second run. After downtime, today's jobs run late, and missed days are skipped.

type Daily = {
  readonly platform: PlatformDb;
  readonly kinds: readonly string[];
  /** From which hour of the day (UTC) jobs of a kind run. Those that are not named run from midnight. */
  readonly hours?: Readonly<Record<string, number>>;
  /**
   * A job that takes long ends early, with an error, when the signal is given. One that ends without an error is done for the day.
   *
   * @returns how many faults it has found, if it looks for any
   * @throws FailedAfterFindings it has found some, and could not look at everything
   */
  readonly run: (kind: string, signal: AbortSignal) => Promise<number | void>;
  readonly log: Log;
};

/** A daily job that failed, although it has found faults before: they must not be lost until it succeeds. */
export class FailedAfterFindings extends Error {
  override name = 'FailedAfterFindings';
  readonly findings: number;

  constructor(findings: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.findings = findings;
  }
}

const pollMs = 60_000;
/** A daily job may take long, so its lease is renewed while it runs. */
const renewMs = 15_000;

/** Runs today's open jobs: at once, every minute and at midnight. `stop` tells a running job to end, and waits for it. */
export function startSchedule(daily: Daily): { readonly stop: () => Promise<void> } {
  let busy: Promise<void> | undefined;
  let asked = false;
  const stopping = new AbortController();
  const runAsked = async () => {
    while (asked && !stopping.signal.aborted) {
      asked = false;
      await runDailyJobs(daily, stopping.signal).catch((error: unknown) =>
        daily.log.warn({ err: error }, 'the daily jobs could not be read'),
      );
    }
    busy = undefined;
  };
  const poll = () => {
    // Remembered while a run is ending: midnight must not wait for the next minute.
    asked = true;
    busy ??= runAsked();
  };
  const timer = setInterval(poll, pollMs);
  let midnight = setTimeout(atMidnight, untilMidnightMs());
  function atMidnight(): void {
    poll();
    midnight = setTimeout(atMidnight, untilMidnightMs());
  }
  poll();
  return {
    stop: async () => {
      clearInterval(timer);
      clearTimeout(midnight);
      stopping.abort(new Error('the process stops'));
      await busy;
    },
  };
}

/** Until the next UTC day, plus a little, because a timer may fire early. */
function untilMidnightMs(): number {
  const dayMs = 24 * 60 * 60 * 1000;
  return dayMs - (now().getTime() % dayMs) + 20;
}

/** Runs today's open jobs one after the other, in the order of `kinds`. No job runs in two processes. */
export async function runDailyJobs(daily: Daily, signal = new AbortController().signal): Promise<void> {
  const { kinds, hours = {} } = daily;
  await write(daily.platform, { kinds: [...kinds], hours: kinds.map((kind) => hours[kind] ?? 0) });
  await forget(daily.platform, {});
  await skipMissed(daily.platform, { kinds: [...kinds] });
  for (const given of await giveUp(daily.platform, { kinds: [...kinds] }))
    daily.log.error(given, 'a daily job has failed for good');
  while (!signal.aborted) {
    const [job] = await claim(daily.platform, { token: randomUuid(), kinds: [...daily.kinds] });
    if (job === undefined) return;
    await runOne(daily, job, signal);
  }
}

async function runOne({ platform, run, log }: Daily, job: Claimed, signal: AbortSignal): Promise<void> {
  const renewal = setInterval(() => {
    renew(platform, job).catch((error: unknown) =>
      log.warn({ kind: job.kind, err: error }, 'the lease of a daily job was not renewed'),
    );
  }, renewMs);
  try {
    // The process may have been told to stop while the job was claimed.
    signal.throwIfAborted();
    const findings = await run(job.kind, signal);
    await finish(platform, { ...job, findings: findings ?? null });
  } catch (error) {
    const about = { kind: job.kind, day: job.key, err: error };
    if (signal.aborted) {
      log.info(about, 'a daily job was stopped and will run again');
      await giveBack(platform, { ...job, findings: findingsOf(error) });
      return;
    }
    const last = job.attempts >= mostAttempts;
    log.error(about, last ? 'a daily job has failed for good' : 'a daily job failed and will run again');
    await postpone(platform, {
      ...job,
      state: last ? 'failed' : 'due',
      message: String(error).slice(0, 500),
      findings: findingsOf(error),
    });
  } finally {
    clearInterval(renewal);
  }
}

const findingsOf = (error: unknown) => (error instanceof FailedAfterFindings ? error.findings : null);
