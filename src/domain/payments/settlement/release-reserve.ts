import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { holdReleased } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { findPaymentsToRelease, lockPayments, markSharesReleased } from '../../money/ledger/queries.ts';
import { releaseHold } from './release-hold.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** One payment's reserve; or, at the midnight that begins the date `night`, the shares of all refunds completed before it. */
    'ledger.release-reserve': { paymentId: string } | { night: string };
  }
}

const dayMs = 86_400_000;

/** A run handles the refunds of this many payments; if there are more, it enqueues another run. */
const mostPayments = 200;

/**
 * Job `ledger.release-reserve`. For a payment: releases what is left of its reserve, exactly 90 days after its capture. For
 * a night: releases the reserve shares of all refunds that were completed before it.
 *
 * Spec: "Balance". Decision 0010.
 */
export const releaseReserve: Job<JobPayloads['ledger.release-reserve']> = async (act, payload) => {
  if ('paymentId' in payload) await releaseHold(act, payload.paymentId, 'reserve');
  else await releaseShares(act, payload.night);
};

/** A refund's share of its payment's reserve, and how much of that share is released. */
type ReserveShares = { readonly reserve_share: bigint; readonly reserve_released: bigint };

/** Schedules the release of a completed refund's reserve share: at the merchant's next midnight, with all others of that day. */
export async function releaseAtMidnight(act: Act, refund: ReserveShares): Promise<void> {
  if (refund.reserve_share === refund.reserve_released) return;
  const midnight = new Date(startOfDay(act.ctx.now(act.merchant)).getTime() + dayMs);
  const night = midnight.toISOString().slice(0, 10);
  await enqueue(act, 'ledger.release-reserve', { key: night, payload: { night }, at: midnight });
}

async function releaseShares(act: Act, night: string): Promise<void> {
  const { tx, merchant } = act;
  const before = startOfDay(act.ctx.now(merchant));
  const payments = await findPaymentsToRelease(tx, merchant.id, before, mostPayments);
  await lockPayments(tx, merchant.id, payments);
  const shares = await markSharesReleased(tx, merchant.id, payments, before);
  const movements = shares.map(({ id, payment_id: paymentId, currency, share }) =>
    holdReleased({ paymentId, account: 'reserve', currency, amount: share }, id),
  );
  await post(act, ...movements);
  if (payments.length === mostPayments)
    await enqueue(act, 'ledger.release-reserve', { key: night, payload: { night } });
}

/** In UTC, on the merchant's clock. */
function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}
