import { now } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { insertJob, type NewJob, removeJob } from '../../platform/jobs/queue.ts';
import type { Act, JobKind, JobPayloads } from '../context.ts';

/** The poll finds what is due later than this; a bell for it would ring too early. */
const soonMs = 250;

/**
 * Writes a job in the transaction of the fact that it follows from. Of the same kind and key there is one: the last word counts.
 *
 * @param job.at business time; absent: now, which for a job of a turned clock is its own due time
 *
 * Decision 0012.
 */
export async function enqueue<K extends JobKind>(
  act: Act,
  kind: K,
  job: { key: string; payload: JobPayloads[K]; at?: Date },
): Promise<void> {
  const row = jobRow(act, kind, job);
  await insertJob(act.tx, act.merchant.id, row);
  if (row.dueAt === null || row.dueAt.getTime() - now().getTime() <= soonMs) act.tx.notifications.add('jobs');
}

/** The row of a job that is due later, for a statement that writes it together with its fact. */
export function jobRow<K extends JobKind>(
  act: Act,
  kind: K,
  job: { key: string; payload: JobPayloads[K]; at?: Date },
): NewJob {
  const dueAt = realTime(act, job.at ?? act.merchant.at);
  return { jobId: newId(), kind, key: job.key, payload: JSON.stringify(job.payload), dueAt };
}

/** Takes back a job that is not needed any more. */
export async function cancel(act: Act, kind: JobKind, key: string): Promise<void> {
  await removeJob(act.tx, act.merchant.id, kind, key);
}

/** Stored due times are real time: turning a merchant's clock moves his jobs instead. */
function realTime(act: Act, at: Date | undefined): Date | null {
  return at === undefined ? null : new Date(at.getTime() - act.merchant.clockOffsetMs);
}
