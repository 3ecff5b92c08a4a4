import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { freeUse } from './queries.ts';

/**
 * The attempt came to nothing, or its checkout ended unpaid: somebody else may pay. Doing it twice frees one use.
 *
 * Spec: "Payment link", max_uses. Decision 0024.
 */
export async function freeLinkUse(act: Act, checkout: Checkout): Promise<void> {
  assert(checkout.source_id, 'a checkout of a link names it');
  await freeUse(act.tx, act.merchant.id, { linkId: checkout.source_id, checkoutId: checkout.id });
}
