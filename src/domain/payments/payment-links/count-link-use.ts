import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { completeUse } from './queries.ts';

/**
 * A checkout of the link is paid: its reserved use is a used one.
 *
 * Spec: "Payment link", max_uses.
 */
export async function countLinkUse(act: Act, checkout: Checkout): Promise<void> {
  assert(checkout.source_id, 'a checkout of a link names it');
  const { id: checkoutId, source_id: linkId, amount } = checkout;
  const counted = await completeUse(act.tx, act.merchant.id, { linkId, checkoutId, amount });
  assert(counted, 'no money of a link is taken without a use');
}
