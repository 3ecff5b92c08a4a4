import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { finishJob, type Job } from '../../platform/jobs/queue.ts';
import type { RunJob } from '../../platform/jobs/worker.ts';
import type { Act, Context } from '../context.ts';
import { type Merchant, merchantId } from '../merchants/principal.ts';
import { findMerchantState } from '../merchants/queries.ts';
import type { AnyJobHandler } from './jobs.ts';

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
