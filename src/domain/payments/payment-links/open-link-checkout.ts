import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { hostedMs } from '../checkouts/open-checkout.ts';
import { type OwnedCheckout, openOwnedCheckout } from '../checkouts/open-owned-checkout.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { findLinkUnchanged } from './queries.ts';

/**
 * Opens a payer's own checkout, at the link's current price. It reserves no use: that happens when an attempt begins.
 *
 * @returns undefined when the form was sent before, so its checkout already exists
 *
 * Spec: "Payment link". Decision 0024.
 */
export async function openLinkCheckout(
  act: Act,
  linkId: string,
  { id, customer }: Pick<OwnedCheckout, 'id' | 'customer'>,
): Promise<Checkout | undefined> {
  // Read here: the page may have been sent before the price was changed.
  const link = await findLinkUnchanged(act.tx, act.merchant.id, linkId);
  assert(link, 'links are never deleted');
  return await openOwnedCheckout(act, {
    id,
    customer,
    owner: { type: 'payment_link', id: link.id },
    appId: link.app_id,
    amount: amountOf(link.amount),
    currency: link.currency,
    method: null,
    description: link.title,
    metadata: link.metadata,
    splitId: link.split_id,
    lifetimeMs: hostedMs,
  });
}
