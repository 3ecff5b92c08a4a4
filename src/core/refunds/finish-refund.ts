import type { RefundOutcome } from '../gateways/port.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { JobPayloads, PhasedJob } from '../jobs/jobs.ts';
import { askRefund } from './ask-refund.ts';
import { findRefund } from './queries.ts';
import { settleRefund } from './settle-refund.ts';

/** Between two questions about a refund whose outcome is not known. */
const againMs = 10_000;

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
    const at = new Date(act.ctx.now(act.merchant).getTime() + againMs);
    await enqueue(act, 'refunds.finish', { key: refundId, payload: { refundId, attempt: attempt + 1 }, at });
  },
};
