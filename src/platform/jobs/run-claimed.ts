import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import { classify, hasAnswered } from '../db/driver/violations.ts';
import type { Log } from '../log.ts';
import { inSpan } from '../telemetry/trace.ts';
import { deferJob, type Job, LostLease, postponeJob, UnknownKind } from './queue.ts';

type Records = { readonly db: Db; readonly log: Log };
type Runner = Records & { readonly run: (job: Job) => Promise<void> };

/** Runs a claimed job and records a failure; never throws. */
export async function runJob({ db, run, log }: Runner, job: Job): Promise<void> {
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
async function recordFailure(to: Records, job: Job, error: unknown, left = recordTries): Promise<void> {
  try {
    await recordOnce(to, job, error);
  } catch (unrecorded) {
    if (left === 1 || classify(unrecorded) !== 'unavailable' || hasAnswered(unrecorded)) throw unrecorded;
    await pause(recordPauseMs);
    await recordFailure(to, job, error, left - 1);
  }
}

async function recordOnce({ db, log }: Records, job: Job, error: unknown): Promise<void> {
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
