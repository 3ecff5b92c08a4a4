import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Claim } from '../checkouts/owners.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { lockLink, reserveUse } from './queries.ts';

/**
 * Money has come for a checkout of a link. In time it has its use; late it needs a free one, also when the link was
 * closed meanwhile: an attempt that was begun is finished.
 *
 * Spec: "Payment link", max_uses. Decision 0024.
 */
export async function claimLinkUse(act: Act, checkout: Checkout): Promise<Claim> {
  assert(checkout.source_id, 'a checkout of a link names it');
  const { id: checkoutId, source_id: linkId } = checkout;
  if (checkout.holds_use) {
    await lockLink(act.tx, act.merchant.id, linkId);
    return 'wanted';
  }
  const took = await reserveUse(act.tx, act.merchant.id, { linkId, checkoutId, openAt: null });
  return took ? 'wanted' : 'surplus_payment';
}
