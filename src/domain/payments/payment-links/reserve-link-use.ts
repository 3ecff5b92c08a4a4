import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { reserveUse } from './queries.ts';

/**
 * Takes a use of the link for the attempt that begins: as many attempts as uses are under way at a time, whoever else tries.
 *
 * @returns false when the link takes no payment now, or when every use is taken
 *
 * Spec: "Payment link", max_uses. Decision 0024.
 */
export async function reserveLinkUse(act: Act, checkout: Checkout): Promise<boolean> {
  assert(checkout.source_id, 'a checkout of a link names it');
  const openAt = act.ctx.now(act.merchant);
  return await reserveUse(act.tx, act.merchant.id, {
    linkId: checkout.source_id,
    checkoutId: checkout.id,
    openAt,
  });
}
