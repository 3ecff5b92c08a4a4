import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { showId } from '../../../platform/ids.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { recordOperatorAction } from '../../people/audit/audit.ts';
import { NotSettled } from '../refunds/settle-as-operator.ts';
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

/**
 * An operator has the gateway asked once more, soon, what became of an attempt. Its answer has the effect of any answer: if a failed
 * attempt was paid after all, the money goes back.
 *
 * @returns undefined if the merchant has no such payment
 * @throws NotSettled
 *
 * Decision 0138.
 */
export async function askAsOperator(
  act: Act,
  paymentId: string,
  by: string,
): Promise<Transaction | undefined> {
  const payment = await findTransaction(act.tx, act.merchant.id, paymentId);
  if (!payment) return undefined;
  const { type, status, gateway } = payment;
  if (type !== 'payment') throw new NotSettled(`This is the transaction of a ${type}, not of a payment.`);
  if (!isOpen(payment))
    throw new NotSettled(
      `The payment is ${status}: only one that is pending or failed is asked about. A capture or a release is asked about every hour by itself.`,
    );
  await hearOfPayment(act, paymentId);
  const object = showId('txn', paymentId);
  await recordOperatorAction(act, by, { action: 'payment.asked', object, details: { status, gateway } });
  return payment;
}

function isOpen({ status }: Transaction): boolean {
  return status === 'pending' || status === 'failed';
}
