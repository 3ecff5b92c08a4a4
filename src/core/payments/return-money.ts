import { newId } from '../../platform/ids.ts';
import type { Act } from '../context.ts';
import type { Approved } from '../gateways/port.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { paymentUnwanted } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { insertRefund } from '../refunds/queries.ts';
import { insertTransaction, type Transaction } from '../transactions/queries.ts';

type Unwanted = {
  readonly paid: Approved;
  readonly reason: 'late_payment' | 'surplus_payment' | 'amount_mismatch';
};

/**
 * Sends back money that nobody waits for: M11, no fee and no reserve, and a refund that the job `refunds.finish` ends.
 * What is returned is what was paid, not what was asked for.
 *
 * Spec: "States and transitions", checkout session. Decision 0017.
 */
export async function returnMoney(act: Act, payment: Transaction, { paid, reason }: Unwanted): Promise<void> {
  const { amount, currency } = paid;
  const posted = await post(act, paymentUnwanted({ id: payment.id, amount, currency }));
  // The gateway told us twice: the money is on its way back already.
  if (posted === 0) return;
  const refundId = newId();
  const now = act.ctx.now(act.merchant);
  const row = await insertTransaction(act.tx, act.merchant.id, {
    id: newId(),
    type: 'refund',
    status: 'pending',
    amount,
    currency,
    gateway: payment.gateway,
    reference: payment.reference,
    checkout_id: payment.checkout_id,
    parent_id: payment.id,
    source_type: 'refund',
    source_id: refundId,
    app_id: payment.app_id,
    method_type: payment.method_type,
    method_brand: payment.method_brand,
    method_last4: payment.method_last4,
    method_phone: payment.method_phone,
    customer_name: payment.customer_name,
    customer_email: payment.customer_email,
    customer_phone: payment.customer_phone,
    description: payment.description,
    late: false,
    created_at: now,
  });
  await insertRefund(act.tx, act.merchant.id, {
    id: refundId,
    transaction_id: row.id,
    payment_id: payment.id,
    amount,
    currency,
    status: 'pending',
    reason,
    unwanted: true,
    fee_share: 0n,
    reserve_share: 0n,
    created_at: now,
  });
  await enqueue(act, 'refunds.finish', { key: refundId, payload: { refundId, attempt: 1 } });
}
