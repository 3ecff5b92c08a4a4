import { type Drained, drain } from '../../platform/jobs/drain.ts';
import type { Context } from '../context.ts';
import type { MerchantId } from '../merchants/principal.ts';
import { createJobRunner } from './run-job.ts';

/**
 * Runs what is due of a merchant whose clock was turned, in the order of the due times and each seeing its own as now,
 * until nothing is due: what the jobs make is among it.
 *
 * Decision 0012.
 */
export function drainJobs(ctx: Context, merchant: MerchantId): Promise<Drained> {
  return drain(ctx.db, merchant, createJobRunner(ctx), ctx.log);
}
