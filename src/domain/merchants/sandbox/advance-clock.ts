import type { Act, Context } from '../../../engine/context.ts';
import { drainJobs } from '../../../engine/jobs/run-job.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Drained } from '../../../platform/jobs/drain.ts';
import { moveClock } from './queries.ts';

export type { Drained };

/** The merchant whose clock was turned; `id` is his, since a retry after a crash only has to drain again. */
export type TurnedClock = { readonly id: string; readonly merchant: Merchant };

const farthestMs = 3660 * 24 * 60 * 60 * 1000;

/**
 * Moves the merchant's clock forward, and his jobs with it. Its transaction is the merchant's only one meanwhile,
 * so no due time is computed with the old clock and stored after the new one.
 *
 * @throws CLOCK_LIMIT_EXCEEDED the clock would be more than 3660 days ahead
 *
 * Decision 0012.
 */
export async function turnClock(act: Act, seconds: number): Promise<TurnedClock> {
  const { tx, merchant } = act;
  const byMs = seconds * 1000;
  if (merchant.clockOffsetMs + byMs > farthestMs) throw new ApiError('CLOCK_LIMIT_EXCEEDED');
  const clockOffsetMs = await moveClock(tx, merchant.id, byMs);
  return { id: merchant.id, merchant: { id: merchant.id, clockOffsetMs } };
}

/** Runs what fell due, in the order of its due times, each seeing its own as now, also what it makes. */
export function drainClock(ctx: Context, { merchant }: TurnedClock): Promise<Drained> {
  return drainJobs(ctx, merchant.id);
}
