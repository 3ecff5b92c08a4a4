import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { RefundOutcome } from '../../money/gateways/refund-port.ts';
import { finishRefund } from './finish-refund.ts';
import { findRefund } from './queries.ts';
import { settleRefund } from './settle-refund.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A gateway has called back about a refund: it is asked what became of it. */
    'refunds.confirm': { refundId: string };
  }
}

/**
 * A gateway has called back about a refund. Nothing that it says is believed: a job asks it. It has a kind of its own, because the
 * refund's job may be waiting for the gateway's answer, and would then replace it.
 *
 * @returns false if there is no such refund
 *
 * Decision 0104.
 */
export async function hearOfRefund(act: Act, refundId: string): Promise<boolean> {
  const refund = await findRefund(act.tx, act.merchant.id, refundId);
  if (!refund) return false;
  if (refund.status === 'pending')
    await enqueue(act, 'refunds.confirm', { key: refundId, payload: { refundId } });
  return true;
}

/** Job `refunds.confirm`: asks the gateway that has called back. If it has not decided, the refund's job asks again. Decision 0104. */
export const confirmRefund: PhasedJob<JobPayloads['refunds.confirm'], RefundOutcome> = {
  ask: (ctx, merchant, { refundId }) => finishRefund.ask(ctx, merchant, { refundId, attempt: 1 }),
  finish: async (act, { refundId }, outcome) => {
    await settleRefund(act, refundId, outcome);
  },
};
