import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { type Invoice, lockInvoiceInOrder } from './queries.ts';
import { invoiceMoves } from './states.ts';

/**
 * Voids an invoice: nothing is owed, and money that still comes for it is returned. It keeps its number.
 *
 * @param precondition throws if the invoice, which is locked, is not as its caller decided on
 * @throws NOT_FOUND
 * @throws INVOICE_NOT_VOIDABLE it is paid or already void; `details.status`
 * @throws CHARGE_IN_PROGRESS   an attempt to pay it is under way
 *
 * Spec: "States and transitions", invoice. POST /v1/invoices/{id}/void.
 */
export async function voidInvoice(
  act: Act,
  id: string,
  precondition?: (invoice: Invoice) => void,
): Promise<Invoice> {
  const invoice = await lockInvoiceInOrder(act.tx, act.merchant.id, id);
  if (!invoice) throw notFound('inv');
  precondition?.(invoice);
  if (invoice.attempt_checkout_id !== null) throw new ApiError('CHARGE_IN_PROGRESS');
  const now = act.ctx.now(act.merchant);
  const set = { voided_at: now, updated_at: now };
  const voided = await move(act, 'invoices', id, invoiceMoves.void, { set });
  assert(voided, 'this move refuses instead of skipping');
  await cancel(act, 'invoices.mark-unpaid', id);
  await cancel(act, 'invoices.remind', id);
  return voided;
}
