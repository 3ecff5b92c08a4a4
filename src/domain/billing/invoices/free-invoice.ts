import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import { free } from './attempt-queries.ts';

/**
 * The attempt came to nothing, or its checkout ended unpaid: somebody else may pay. Doing it twice is doing it once.
 *
 * Spec: "Invoice". Decision 0024.
 */
export async function freeInvoice(act: Act, { id, source_id }: Checkout): Promise<void> {
  assert(source_id, 'a checkout of an invoice names it');
  await free(act.tx, act.merchant.id, { invoiceId: source_id, checkoutId: id });
}
