import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { type Drained, drain } from '../../platform/jobs/drain.ts';
import { finishJob, type Job } from '../../platform/jobs/queue.ts';
import type { RunJob } from '../../platform/jobs/worker.ts';
import { findMerchantState } from '../clock/queries.ts';
import type { Act, AnyPhasedJob, Context } from '../context.ts';
import { type Merchant, type MerchantId, merchantId } from '../principal.ts';

/** A method, not a property: its parameters are compared both ways, so any `Job<P>` fits. */
type AnyJob = { run(act: Act, payload: unknown): Promise<void> };

/** A handler whose payload is only known to be what was enqueued under its kind. */
type AnyJobHandler = AnyJob['run'] | AnyPhasedJob<unknown>;

/**
 * Runs the jobs of one mode: the effect and the end of the job in one transaction; what must be asked is asked before it,
 * with no transaction open.
 *
 * Decision 0011.
 */
export function createJobRunner(ctx: Context): RunJob {
  const handlers: Readonly<Record<string, AnyJobHandler>> = ctx.jobs;
  return async (job) => {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`nobody runs ${job.kind}`);
    if (typeof handler === 'function') {
      await inLastTransaction(ctx, job, (act) => handler(act, job.payload));
      return;
    }
    const outcome = await handler.ask(ctx, await merchantOf(ctx, job), job.payload);
    await inLastTransaction(ctx, job, (act) => handler.finish(act, job.payload, outcome));
  };
}

/** The job's row goes first, so that its effect may write the next job of the same kind and key. */
function inLastTransaction(ctx: Context, job: Job, effect: (act: Act) => Promise<void>): Promise<void> {
  return inTransaction(ctx.db, job.merchantId, async (tx: Tx, clockOffsetMs: number) => {
    await finishJob(tx, job);
    await effect({ ctx, tx, merchant: merchantAt(job, clockOffsetMs) });
  });
}

async function merchantOf(ctx: Context, job: Job): Promise<Merchant> {
  const state = await findMerchantState(ctx.db, merchantId(job.merchantId));
  return merchantAt(job, Number(state?.clock_offset_ms ?? 0n));
}

/** A job that a turned clock runs sees its own due time as now. Decision 0012. */
function merchantAt(job: Job, clockOffsetMs: number): Merchant {
  const merchant = { id: merchantId(job.merchantId), clockOffsetMs };
  return job.turned ? { ...merchant, at: new Date(job.dueAt.getTime() + clockOffsetMs) } : merchant;
}

/**
 * Runs the due jobs of a merchant whose clock was moved, in the order of their due times, each with its own due time as now,
 * until none is due; jobs that they enqueue are included.
 *
 * Decision 0012.
 */
export function drainJobs(ctx: Context, merchant: MerchantId): Promise<Drained> {
  return drain(ctx.db, merchant, createJobRunner(ctx), ctx.log);
}
