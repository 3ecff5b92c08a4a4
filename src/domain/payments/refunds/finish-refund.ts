import type { JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { RefundOutcome } from '../../money/gateways/port.ts';
import { askRefund } from './ask-refund.ts';
import { findRefund } from './queries.ts';
import { settleRefund } from './settle-refund.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The gateway is asked for a refund, for the nth time. */
    'refunds.finish': { refundId: string; attempt: number };
  }
}

/** Between the first two questions about a refund whose outcome is not known; then twice as long each time, up to an hour. */
const againMs = 10_000;
const mostMs = 60 * 60 * 1000;

/**
 * Job `refunds.finish`: asks the gateway until a refund is decided, by the refund's id, so nothing is given back twice.
 *
 * Spec: "Refund", "States and transitions".
 */
export const finishRefund: PhasedJob<JobPayloads['refunds.finish'], RefundOutcome> = {
  ask: async (ctx, merchant, { refundId }) => {
    const refund = await findRefund(ctx.db, merchant.id, refundId);
    if (refund?.status !== 'pending') return { kind: 'unknown' };
    return await askRefund(ctx, merchant, refund);
  },
  finish: async (act, { refundId, attempt }, outcome) => {
    const refund = await settleRefund(act, refundId, outcome);
    if (refund?.status !== 'pending') return;
    const waitMs = Math.min(mostMs, againMs * 2 ** (attempt - 1));
    const at = new Date(act.ctx.now(act.merchant).getTime() + waitMs);
    await enqueue(act, 'refunds.finish', { key: refundId, payload: { refundId, attempt: attempt + 1 }, at });
  },
};
