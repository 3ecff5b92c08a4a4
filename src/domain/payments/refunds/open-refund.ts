import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { newId } from '../../../platform/ids.ts';
import { insertTransaction, type Transaction } from '../transactions/queries.ts';
import { insertRefund, type NewRefund, type Refund } from './queries.ts';

type Opened = Pick<
  NewRefund,
  'amount' | 'currency' | 'reason' | 'unwanted' | 'fee_share' | 'reserve_share' | 'reserve_released'
> & {
  /** When the job asks the gateway, unless the refund is decided before: business time. */
  readonly askAt: Date;
};

/**
 * Inserts a pending refund with its own row among the transactions, and the job that ends it if this process dies. The
 * caller has locked the payment.
 *
 * Spec: "Refund", "Transaction".
 */
export async function openRefund(
  act: Act,
  payment: Transaction,
  { askAt, ...opened }: Opened,
): Promise<Refund> {
  const id = newId();
  const created_at = act.ctx.now(act.merchant);
  const row = insertTransaction(act.tx, act.merchant.id, {
    id: newId(),
    type: 'refund',
    status: 'pending',
    amount: opened.amount,
    currency: opened.currency,
    gateway: payment.gateway,
    reference: payment.reference,
    checkout_id: payment.checkout_id,
    parent_id: payment.id,
    source_type: 'refund',
    source_id: id,
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
    created_at,
  });
  const refund = {
    ...opened,
    id,
    transaction_id: row.id,
    payment_id: payment.id,
    status: 'pending',
    created_at,
  } as const;
  const inserted = insertRefund(act.tx, act.merchant.id, refund);
  await enqueue(act, 'refunds.finish', { key: id, payload: { refundId: id, attempt: 1 }, at: askAt });
  await recordEvent(act, 'payment.refund.created', inserted);
  return inserted;
}
