import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { CheckoutOwner } from '../checkouts/owners.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { completeUse, freeUse, lockLink, reserveUse } from './queries.ts';

/**
 * A payment link as the owner of its checkouts. A use is reserved when an attempt begins, given back when the attempt
 * fails or the checkout ends unpaid, and counted when it is paid. So a link never takes more payments than its limit.
 *
 * Spec: "Payment link", max_uses. Decision 0024.
 */
export const linkAsOwner: CheckoutOwner = {
  begins: async (act, checkout) => {
    const openAt = act.ctx.now(act.merchant);
    return await reserveUse(act.tx, act.merchant.id, { ...useOf(checkout), openAt });
  },
  // Late money needs a free use, but the link need not be open: an attempt that has begun may be finished.
  claim: async (act, checkout) => {
    const use = useOf(checkout);
    if (checkout.holds_use) {
      await lockLink(act.tx, act.merchant.id, use.linkId);
      return 'wanted';
    }
    const took = await reserveUse(act.tx, act.merchant.id, { ...use, openAt: null });
    return took ? 'wanted' : 'surplus_payment';
  },
  attemptOver: (act, checkout) => freeUse(act.tx, act.merchant.id, useOf(checkout)),
  ended: (act, checkout) =>
    checkout.status === 'completed'
      ? countUse(act, checkout)
      : freeUse(act.tx, act.merchant.id, useOf(checkout)),
};

async function countUse(act: Act, checkout: Checkout): Promise<void> {
  const use = { ...useOf(checkout), amount: checkout.amount };
  const counted = await completeUse(act.tx, act.merchant.id, use);
  assert(counted, 'no money of a link is taken without a use');
}

function useOf({ id: checkoutId, source_id: linkId }: Checkout) {
  assert(linkId, 'a checkout of a link names it');
  return { linkId, checkoutId };
}
