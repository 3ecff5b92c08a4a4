import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { lockInOrder } from './lock-in-order.ts';
import type { Invoice } from './queries.ts';
import { invoiceMoves } from './states.ts';

/**
 * Takes an invoice back: nothing is owed, and money that comes all the same goes back. It keeps its number.
 *
 * @throws NOT_FOUND
 * @throws INVOICE_NOT_VOIDABLE it is paid or void: `details.status`
 * @throws CHARGE_IN_PROGRESS   the outcome of an attempt to pay it is not known
 *
 * Spec: "States and transitions", invoice. POST /v1/invoices/{id}/void.
 */
export async function voidInvoice(act: Act, id: string): Promise<Invoice> {
  const invoice = await lockInOrder(act, id);
  if (!invoice) throw notFound('inv');
  if (invoice.attempt_checkout_id !== null) throw new ApiError('CHARGE_IN_PROGRESS');
  const now = act.ctx.now(act.merchant);
  const set = { voided_at: now, updated_at: now };
  const voided = await move(act, 'invoices', id, invoiceMoves.void, { set });
  assert(voided, 'the edge refuses by itself');
  await cancel(act, 'invoices.mark-unpaid', id);
  return voided;
}
