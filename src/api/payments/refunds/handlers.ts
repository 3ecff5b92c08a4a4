import type { RefundOutcome } from '../../../domain/money/gateways/port.ts';
import { askRefund } from '../../../domain/payments/refunds/ask-refund.ts';
import { findRefund, type Refund } from '../../../domain/payments/refunds/queries.ts';
import { refundPayment } from '../../../domain/payments/refunds/refund-payment.ts';
import { settleRefund } from '../../../domain/payments/refunds/settle-refund.ts';
import { findTransaction } from '../../../domain/payments/transactions/queries.ts';
import { phased } from '../../../engine/calls/phases.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { assert } from '../../../platform/assert.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { refundView } from './view.ts';

/** The refund, and the clock by which the gateway is asked. */
type Begun = Refund & { readonly merchant: Merchant };

export const refundTransaction = phased<'refundTransaction', Begun, RefundOutcome>({
  begin: async (call) => {
    const { amount, reason } = call.body ?? {};
    const refund = await refundPayment(call, {
      paymentId: readId('txn', call.params.id),
      amount,
      reason: reason ?? null,
    });
    return { ...refund, merchant: call.merchant };
  },
  resume: async (call, id) => {
    const refund = await findRefund(call.tx, call.merchant.id, id);
    assert(refund, 'a refund is never deleted');
    return { ...refund, merchant: call.merchant };
  },
  // A retry after a crash may find that the job has ended it.
  ask: async (ctx, begun) =>
    begun.status === 'pending' ? await askRefund(ctx, begun.merchant, begun) : { kind: 'unknown' },
  finish: async (call, begun, outcome) => {
    const refund = await settleRefund(call, begun.id, outcome);
    // The sandbox was emptied meanwhile, and the payment with it.
    if (!refund) throw notFound('txn');
    if (refund.status === 'pending') await recordEvent(call, 'payment.refund.pending', refund);
    const payment = await findTransaction(call.tx, call.merchant.id, refund.payment_id);
    assert(payment, 'a refund has its payment');
    return call.reply(201, refundView(refund, payment));
  },
});
