import type { Act } from '../../../engine/context.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { hostedMs } from '../../payments/checkouts/open-checkout.ts';
import { openOwnedCheckout } from '../../payments/checkouts/open-owned-checkout.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import type { Invoice } from './queries.ts';

/**
 * Opens a payer's own checkout of an invoice that was sent. It keeps nothing: the invoice is kept for whoever begins to pay.
 *
 * @returns undefined when the form was sent before: its checkout is there
 *
 * Spec: "Invoice". Decision 0024.
 */
export async function openInvoiceCheckout(
  act: Act,
  invoice: Invoice,
  { id }: { readonly id: string },
): Promise<Checkout | undefined> {
  return await openOwnedCheckout(act, {
    id,
    customer: {
      name: invoice.customer_name,
      email: invoice.customer_email,
      phone: invoice.customer_phone,
    },
    owner: { type: 'invoice', id: invoice.id },
    appId: invoice.app_id,
    amount: amountOf(invoice.total),
    currency: invoice.currency,
    method: null,
    description: invoice.number,
    lifetimeMs: hostedMs,
  });
}
