import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { logArchived } from '../transactions/archived.ts';
import { findTransaction, type Transaction } from '../transactions/queries.ts';
import { queryGateway } from './ask-gateway.ts';
import { settlePayment } from './settle-payment.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A gateway has called back about an attempt: it is asked what became of it. */
    'payments.confirm': { paymentId: string };
  }
}

/**
 * A gateway has called back about an attempt. Nothing that it says is believed: a job asks it. A callback about an attempt that can
 * no longer change is only answered. A failed one can: money that arrives late goes back.
 *
 * @returns false if there is no such attempt
 *
 * Decision 0104.
 */
export async function hearOfPayment(act: Act, paymentId: string): Promise<boolean> {
  const payment = await findTransaction(act.tx, act.merchant.id, paymentId);
  if (payment === undefined) await logArchived(act, paymentId);
  if (payment?.type !== 'payment') return false;
  if (isOpen(payment)) await enqueue(act, 'payments.confirm', { key: paymentId, payload: { paymentId } });
  return true;
}

/**
 * Job `payments.confirm`: asks the gateway that has called back. If it has not decided after all, the attempt's own job asks again.
 *
 * Spec: "States and transitions". Decision 0104.
 */
export const confirmPayment: PhasedJob<JobPayloads['payments.confirm'], ChargeOutcome> = {
  ask: async (ctx, merchant, { paymentId }) => {
    const payment = await findTransaction(ctx.db, merchant.id, paymentId);
    if (!payment || !isOpen(payment)) return { kind: 'unknown' };
    return await queryGateway(ctx, payment, ctx.now(merchant));
  },
  finish: async (act, { paymentId }, outcome) => {
    await settlePayment(act, paymentId, outcome);
  },
};

function isOpen({ status }: Transaction): boolean {
  return status === 'pending' || status === 'failed';
}
