import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import { invoiceMoves } from './states.ts';

/**
 * A checkout of the invoice is paid, and so is the invoice.
 *
 * Spec: "States and transitions", invoice.
 */
export async function settleInvoice(act: Act, checkout: Checkout): Promise<void> {
  const { source_id: id, transaction_id, completed_at } = checkout;
  assert(id, 'a checkout of an invoice names it');
  const set = {
    transaction_id,
    attempt_checkout_id: null,
    paid_at: completed_at,
    updated_at: act.ctx.now(act.merchant),
  };
  const paid = await move(act, 'invoices', id, invoiceMoves.pay, { set });
  assert(paid, 'no money of an invoice is taken unless it waits for it');
  await cancel(act, 'invoices.mark-unpaid', id);
}
