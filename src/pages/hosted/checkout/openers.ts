import { invoiceUrl, judgeInvoice } from '../../../domain/billing/invoices/hosted-page.ts';
import { findInvoice } from '../../../domain/billing/invoices/queries.ts';
import type { Checkout } from '../../../domain/payments/checkouts/queries.ts';
import { linkUrl } from '../../../domain/payments/payment-links/create-link.ts';
import { judgeLink } from '../../../domain/payments/payment-links/judge-link.ts';
import { findLink } from '../../../domain/payments/payment-links/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { type MerchantId, merchantId } from '../../../engine/principal.ts';
import type { PageStanding } from '../parts/closed-page.ts';

/** The link or invoice from which a payer opened a checkout. It may close while the page of the checkout is open. */
export type Opener = {
  /** The page of the link or invoice. */
  readonly url: string;
  readonly standingAt: (now: Date) => PageStanding;
};

type Find = (ctx: Context, merchant: MerchantId, id: string) => Promise<Opener | undefined>;

const finders: Readonly<Partial<Record<Checkout['source_type'], Find>>> = {
  payment_link: async (ctx, merchant, id) => {
    const link = await findLink(ctx.db, merchant, id);
    return link && { url: linkUrl(ctx, link), standingAt: (now) => judgeLink(link, now) };
  },
  invoice: async (ctx, merchant, id) => {
    const invoice = await findInvoice(ctx.db, merchant, id);
    if (!invoice?.slug) return undefined;
    return { url: invoiceUrl(ctx, invoice.slug), standingAt: () => judgeInvoice(invoice) };
  },
};

/** Undefined if the checkout was opened by the API or at a counter, which have no page of their own. */
export async function openerOf(
  ctx: Context,
  { merchant_id, source_type: type, source_id: id }: Checkout,
): Promise<Opener | undefined> {
  return id === null ? undefined : await finders[type]?.(ctx, merchantId(merchant_id), id);
}
