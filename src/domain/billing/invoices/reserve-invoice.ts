import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import { reserve } from './attempt-queries.ts';

/**
 * Keeps the invoice for the attempt that begins: whoever else tries is not charged.
 *
 * @returns false when it cannot be paid any more, or when somebody else is paying
 *
 * Spec: "Invoice". Decision 0024.
 */
export async function reserveInvoice(act: Act, { id, source_id }: Checkout): Promise<boolean> {
  assert(source_id, 'a checkout of an invoice names it');
  return await reserve(act.tx, act.merchant.id, { invoiceId: source_id, checkoutId: id });
}
