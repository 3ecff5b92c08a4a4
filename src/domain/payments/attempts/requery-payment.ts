import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { findCheckout } from '../checkouts/queries.ts';
import { findTransaction, type Transaction } from '../transactions/queries.ts';
import { queryGateway } from './ask-gateway.ts';
import { requeryDue } from './requery-schedule.ts';
import { settlePayment } from './settle-payment.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The gateway is asked what became of an undecided attempt, for the nth time. */
    'payments.requery': { paymentId: string; attempt: number };
  }
}

/**
 * Job `payments.requery`: asks the gateway about an undecided attempt until it knows. An attempt is never failed blind:
 * after the last question it stays pending and the operator is told.
 *
 * Spec: "States and transitions". Decision 0017.
 */
export const requeryPayment: PhasedJob<JobPayloads['payments.requery'], ChargeOutcome> = {
  ask: async (ctx, merchant, { paymentId }) => {
    const payment = await findTransaction(ctx.db, merchant.id, paymentId);
    if (payment?.status !== 'pending') return { kind: 'unknown' };
    return await queryGateway(ctx, payment, ctx.now(merchant));
  },
  finish: async (act, { paymentId, attempt }, outcome) => {
    const payment = await settlePayment(act, paymentId, outcome);
    if (payment?.status === 'pending') await askAgain(act, payment, attempt + 1);
  },
};

async function askAgain(act: Act, payment: Transaction, attempt: number): Promise<void> {
  const checkout = payment.checkout_id
    ? await findCheckout(act.tx, act.merchant.id, payment.checkout_id)
    : undefined;
  const expires = checkout?.expires_at ?? payment.created_at;
  const at = requeryDue({ begun: payment.created_at, now: act.ctx.now(act.merchant), expires, attempt });
  if (at)
    await enqueue(act, 'payments.requery', {
      key: payment.id,
      payload: { paymentId: payment.id, attempt },
      at,
    });
  else
    act.ctx.log.error(
      { transaction: payment.id, gateway: payment.gateway },
      'undecided after the last question: a person must look',
    );
}
