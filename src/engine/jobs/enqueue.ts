import { now } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type HeldJob, lockJobs } from '../../platform/jobs/held.ts';
import { insertJob, type NewJob, removeJob } from '../../platform/jobs/queue.ts';
import type { Act, JobKind, JobPayloads } from '../context.ts';

/** A job that is due later than this is found by the workers' poll; a notification now would come too early. */
const soonMs = 250;

/**
 * Writes a job in the transaction of the fact that causes it, and does not wait for the answer. There is one job for each kind and key: a second one replaces the
 * first.
 *
 * @param job.at business time; absent: now. Within a job that runs because the clock was turned, now is that job's due time
 *
 * Decision 0012.
 */
export async function enqueue<K extends JobKind>(
  act: Pick<Act, 'tx' | 'merchant'>,
  kind: K,
  job: { key: string; payload: JobPayloads[K]; at?: Date },
): Promise<void> {
  const row = jobRow(act, kind, job);
  act.tx.goOnWithout(insertJob(act.tx, act.merchant.id, row));
  if (row.dueAt === null || row.dueAt.getTime() - now().getTime() <= soonMs) act.tx.notifications.add('jobs');
}

/** The row of a job, for a statement that writes the job together with its fact. */
export function jobRow<K extends JobKind>(
  act: Pick<Act, 'merchant'>,
  kind: K,
  job: { key: string; payload: JobPayloads[K]; at?: Date },
): NewJob {
  const dueAt = realTime(act, job.at ?? act.merchant.at);
  return { jobId: newId(), kind, key: job.key, payload: JSON.stringify(job.payload), dueAt };
}

/** Deletes a job that is not needed any more, and does not wait for the answer. */
export async function cancel(act: Act, kind: JobKind, key: string): Promise<void> {
  act.tx.goOnWithout(removeJob(act.tx, act.merchant.id, kind, key));
}

/** Locks jobs, so that none of them runs or ends before this transaction does. Call it first: see lockJobs. */
export function holdJobs(
  act: Act,
  of: { readonly kinds: readonly JobKind[]; readonly keys: readonly string[] },
): Promise<readonly HeldJob[]> {
  return lockJobs(act.tx, act.merchant.id, of);
}

/** Due times are stored in real time; turning a merchant's clock moves the due times of its jobs. */
function realTime(act: Pick<Act, 'merchant'>, at: Date | undefined): Date | null {
  return at === undefined ? null : new Date(at.getTime() - act.merchant.clockOffsetMs);
}
