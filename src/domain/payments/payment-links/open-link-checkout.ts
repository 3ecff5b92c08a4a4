import type { Act } from '../../../engine/context.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { hostedMs } from '../checkouts/open-checkout.ts';
import { type OwnedCheckout, openOwnedCheckout } from '../checkouts/open-owned-checkout.ts';
import type { Checkout } from '../checkouts/queries.ts';
import type { PaymentLink } from './queries.ts';

/**
 * Opens a payer's own checkout, at the link's current price. It reserves no use: that happens when an attempt begins.
 *
 * @returns undefined when the form was sent before, so its checkout already exists
 *
 * Spec: "Payment link". Decision 0024.
 */
export async function openLinkCheckout(
  act: Act,
  link: PaymentLink,
  { id, customer }: Pick<OwnedCheckout, 'id' | 'customer'>,
): Promise<Checkout | undefined> {
  return await openOwnedCheckout(act, {
    id,
    customer,
    owner: { type: 'payment_link', id: link.id },
    appId: link.app_id,
    amount: amountOf(link.amount),
    currency: link.currency,
    method: null,
    description: link.title,
    splitId: link.split_id,
    lifetimeMs: hostedMs,
  });
}
