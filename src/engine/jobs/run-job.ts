import { now } from '../../platform/clock.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { type Drained, drain } from '../../platform/jobs/drain.ts';
import {
  type DueTime,
  findDueTime,
  finishJob,
  type Job,
  renewLease,
  UnknownKind,
} from '../../platform/jobs/queue.ts';
import type { RunJob } from '../../platform/jobs/worker.ts';
import type { Act, AnyPhasedJob, Context } from '../context.ts';
import { type Merchant, type MerchantId, merchantId } from '../principal.ts';

/** A method, not a property: TypeScript compares its parameters both ways, so every `Job<P>` is assignable. */
type AnyJob = { run(act: Act, payload: unknown): Promise<void> };

/** A handler whose payload has no known type: it is whatever was enqueued with its kind. */
type AnyJobHandler = AnyJob['run'] | AnyPhasedJob<unknown>;

/**
 * Runs the jobs of one mode. The effect and the end of a job are one transaction. A job that asks another system does so
 * before it, with no transaction open.
 *
 * Decision 0011.
 */
export function createJobRunner(ctx: Context): RunJob {
  const handlers: Readonly<Record<string, AnyJobHandler>> = ctx.jobs;
  return async (job) => {
    const handler = handlers[job.kind];
    if (!handler) throw new UnknownKind(job);
    if (typeof handler === 'function') {
      await inLastTransaction(ctx, job, (act) => handler(act, job.payload));
      return;
    }
    const merchant = await merchantOf(ctx, job);
    const outcome = await keepingLease(ctx, job, () => handler.ask(ctx, merchant, job.payload));
    await inLastTransaction(ctx, job, (act) => handler.finish(act, job.payload, outcome));
  };
}

/** A third of a lease. */
const renewMs = 15_000;

/** Another system may be slow. Meanwhile no other worker asks it the same, and the answer is kept. */
async function keepingLease<T>({ db, log }: Context, job: Job, ask: () => Promise<T>): Promise<T> {
  const renewing = setInterval(
    () =>
      void renewLease(db, job).catch((error: unknown) =>
        log.warn({ kind: job.kind, err: error }, 'the lease of a job was not renewed'),
      ),
    renewMs,
  );
  try {
    return await ask();
  } finally {
    clearInterval(renewing);
  }
}

/** Deletes the job's row first, so that its effect may enqueue the next job of the same kind and key. */
function inLastTransaction(ctx: Context, job: Job, effect: (act: Act) => Promise<void>): Promise<void> {
  return inTransaction(ctx.db, job.merchantId, async (tx: Tx, clockOffsetMs: number) => {
    const due = await finishJob(tx, job);
    await effect({ ctx, tx, merchant: merchantAt(job, due, clockOffsetMs) });
  });
}

async function merchantOf(ctx: Context, job: Job): Promise<Merchant> {
  const due = await findDueTime(ctx.db, job);
  return merchantAt(job, due, due.clockOffsetMs);
}

/**
 * A job that was due before the clock was turned sees its own due time as now, even if a worker had begun it. So does one that this
 * process believes to be early: PostgreSQL's clock decides what is due, and ours may be a moment behind it. A job that saw a time
 * before its own would do nothing and be over.
 *
 * Decisions 0012 and 0054.
 */
function merchantAt(job: Job, { dueAt, turned }: DueTime, clockOffsetMs: number): Merchant {
  const merchant = { id: merchantId(job.merchantId), clockOffsetMs };
  const seesDueTime = turned || now() < dueAt;
  return seesDueTime ? { ...merchant, at: new Date(dueAt.getTime() + clockOffsetMs) } : merchant;
}

/**
 * Runs the due jobs of a merchant whose clock was turned, in the order of their due times, until none is due. Each job sees its
 * own due time as now. Jobs that they enqueue run too, if they are due.
 *
 * Decision 0012.
 */
export function drainJobs(ctx: Context, merchant: MerchantId): Promise<Drained> {
  return drain(ctx.db, merchant, createJobRunner(ctx), ctx.log);
}
