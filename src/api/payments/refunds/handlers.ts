import type { RefundOutcome } from '../../../domain/money/gateways/refund-port.ts';
import { askRefund } from '../../../domain/payments/refunds/finish-refund.ts';
import { findRefund, type Refund } from '../../../domain/payments/refunds/queries.ts';
import { beginRefund, endRefund, resumeRefund } from '../../../domain/payments/refunds/refund-payment.ts';
import { findTransaction } from '../../../domain/payments/transactions/queries.ts';
import { type Handler, phased } from '../../../engine/calls/handler.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { refundView } from './view.ts';

/** The refund, and its merchant, whose clock gives the time of the question to the gateway. */
type Begun = Refund & { readonly merchant: Merchant };

export const refundTransaction = phased<'refundTransaction', Begun, RefundOutcome>({
  begin: async (call) => {
    const { amount, reason } = call.body ?? {};
    const refund = await beginRefund(call, {
      paymentId: readId('txn', call.params.id),
      amount,
      reason: reason ?? null,
    });
    return { ...refund, merchant: call.merchant };
  },
  resume: async (call, id) => ({ ...(await resumeRefund(call, id)), merchant: call.merchant }),
  // After a crash, the job may have ended the refund before this retry.
  ask: async (ctx, begun) =>
    begun.status === 'pending' ? await askRefund(ctx, begun.merchant, begun) : { kind: 'unknown' },
  finish: async (call, { id }, outcome) => {
    const { refund, payment } = await endRefund(call, id, outcome);
    return call.reply(201, refundView(refund, payment));
  },
});

export const getRefund: Handler<'getRefund'> = async (call) => {
  const refund = await findRefund(call.db, call.merchant.id, readId('ref', call.params.id));
  const payment = refund && (await findTransaction(call.db, call.merchant.id, refund.payment_id));
  if (!payment) throw notFound('ref');
  return call.reply(200, refundView(refund, payment));
};
