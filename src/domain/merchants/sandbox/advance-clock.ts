import type { Act, Context } from '../../../engine/context.ts';
import { drainJobs } from '../../../engine/jobs/run-job.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Drained } from '../../../platform/jobs/drain.ts';
import { moveClock } from './queries.ts';

export type { Drained };

/** The merchant whose clock was turned. `id` is the merchant's, because a retry after a crash only runs the due jobs again. */
export type TurnedClock = { readonly id: string; readonly merchant: Merchant };

/** At once, as the contract says. */
export const farthestTurnSeconds = 366 * 24 * 60 * 60;
const farthestMs = 3660 * 24 * 60 * 60 * 1000;

/**
 * Moves the merchant's clock forward, and the due times of its jobs with it. Its transaction is the merchant's only open one, so
 * no other transaction computes a due time with the old clock and commits it after this one.
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

/** Runs the jobs that fell due, and the due ones that they enqueue, in the order of their due times. Decision 0012. */
export function drainClock(ctx: Context, { merchant }: TurnedClock): Promise<Drained> {
  return drainJobs(ctx, merchant.id);
}
