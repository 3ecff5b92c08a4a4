import type { Context } from '../../../core/context.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import type { Slug } from '../../../core/slugs/queries.ts';
import { findLink, type PaymentLink } from '../../../resources/payment-links/queries.ts';
import { type PageOwner, pageOwner } from '../merchant.ts';

/** What one visit of a payment link found. */
export type LinkVisit = PageOwner & { readonly link: PaymentLink; readonly address: string };

export async function linkVisitOf(ctx: Context, slug: Slug, address: string): Promise<LinkVisit | undefined> {
  const [link, owner] = await Promise.all([
    findLink(ctx.db, merchantId(slug.merchant_id), slug.resource_id),
    pageOwner(ctx, slug.merchant_id),
  ]);
  return link && { ...owner, link, address };
}
