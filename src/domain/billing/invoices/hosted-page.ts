import type { Act, Context } from '../../../engine/context.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { hostedMs } from '../../payments/checkouts/open-checkout.ts';
import { openOwnedCheckout } from '../../payments/checkouts/open-owned-checkout.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import type { Invoice } from './queries.ts';

/** The address at which a sent invoice is read and paid. */
export function invoiceUrl(ctx: Context, slug: string): string {
  return `${ctx.addresses.pay}/${slug}`;
}

/** Whether an invoice can be paid now. `busy`: somebody's payment is under way, and its outcome is not yet known. */
export type InvoiceStanding = 'open' | 'busy' | 'paid' | 'void';

/** What the page of an invoice says about it. A draft has no page. Spec: "Invoice", status. Decision 0024. */
export function judgeInvoice({
  status,
  attempt_checkout_id,
}: Pick<Invoice, 'status' | 'attempt_checkout_id'>): InvoiceStanding {
  if (status === 'paid' || status === 'void') return status;
  return attempt_checkout_id === null ? 'open' : 'busy';
}

/**
 * Opens a checkout for one payer of a sent invoice. The invoice is reserved later, when an attempt begins.
 *
 * @returns undefined when the form was sent before: the checkout of that id exists already
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
    metadata: invoice.metadata,
    splitId: invoice.split_id,
    lifetimeMs: hostedMs,
  });
}
