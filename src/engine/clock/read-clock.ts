import { now } from '../../platform/clock.ts';
import type { Context } from '../context.ts';
import type { MerchantId } from '../principal.ts';
import { findMerchantState } from './queries.ts';

/** The merchant's business time outside a transaction: real time plus, in the sandbox, the merchant's offset. Decision 0012. */
export async function readClock(
  ctx: Context,
  merchantId: MerchantId,
): Promise<{ now: Date; offsetMs: number }> {
  const state = ctx.mode === 'live' ? undefined : await findMerchantState(ctx.db, merchantId);
  const offsetMs = Number(state?.clock_offset_ms ?? 0n);
  return { now: new Date(now().getTime() + offsetMs), offsetMs };
}
