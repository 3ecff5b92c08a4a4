import { assert } from '../../platform/assert.ts';
import type { Context } from '../context.ts';
import type { RefundOutcome } from '../gateways/port.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { JobPayloads, PhasedJob } from '../jobs/jobs.ts';
import { refundCompleted } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import type { Merchant } from '../merchants/principal.ts';
import { amountOf } from '../money/amount.ts';
import { readCurrency } from '../money/currency.ts';
import { move } from '../states/moves.ts';
import { findTransaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';
import { findRefund, type Refund } from './queries.ts';
import { refundMoves } from './states.ts';

/** Between two questions about a refund whose outcome is not known. */
const againMs = 30_000;

/**
 * Job `refunds.finish`: asks the gateway to refund, by the refund's id (charged back at most once), and books the answer.
 * An answer that does not come is asked for again.
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
    const refund = await findRefund(act.tx, act.merchant.id, refundId);
    if (refund?.status !== 'pending') return;
    if (outcome.kind !== 'completed') {
      const at = new Date(act.ctx.now(act.merchant).getTime() + againMs);
      await enqueue(act, 'refunds.finish', {
        key: refundId,
        payload: { refundId, attempt: attempt + 1 },
        at,
      });
      return;
    }
    const { id, amount, currency, transaction_id } = refund;
    const completed_at = act.ctx.now(act.merchant);
    await move(act, 'transactions', transaction_id, transactionMoves.finish, { set: { completed_at } });
    await move(act, 'refunds', id, refundMoves.complete, {
      set: { completed_at },
      effect: () =>
        post(act, refundCompleted({ id, amount: amountOf(amount), currency: readCurrency(currency) })),
    });
  },
};

async function askRefund(ctx: Context, merchant: Merchant, refund: Refund): Promise<RefundOutcome> {
  const payment = await findTransaction(ctx.db, merchant.id, refund.payment_id);
  assert(payment?.gateway_reference, 'what is refunded was paid at a gateway');
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return { kind: 'unknown' };
  try {
    return await gateway.refund({
      reference: refund.id,
      gatewayReference: payment.gateway_reference,
      amount: amountOf(refund.amount),
      currency: readCurrency(refund.currency),
    });
  } catch (error) {
    ctx.log.error(
      { err: error, gateway: payment.gateway, refund: refund.id },
      'the gateway did not answer a refund',
    );
    return { kind: 'unknown' };
  }
}
