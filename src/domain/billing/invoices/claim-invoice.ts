import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { MoneyVerdict } from '../../payments/checkouts/owners.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import { lockInOrder } from './lock-in-order.ts';

/**
 * Money has come for a checkout of an invoice. In time it is the one that the invoice is kept for; late it pays an invoice
 * that nobody has paid or is paying. Of two payments one is taken.
 *
 * Spec: "Invoice". Decision 0024.
 */
export async function claimInvoice(act: Act, { id, source_id }: Checkout): Promise<MoneyVerdict> {
  assert(source_id, 'a checkout of an invoice names it');
  const invoice = await lockInOrder(act, source_id);
  assert(invoice, 'a checkout of an invoice has it');
  if (invoice.status === 'void') return 'late_payment';
  const isFree = invoice.attempt_checkout_id === null || invoice.attempt_checkout_id === id;
  return invoice.status === 'sent' && isFree ? 'wanted' : 'surplus_payment';
}
