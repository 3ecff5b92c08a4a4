import type { Slug } from '../../../domain/payers/slugs/queries.ts';
import { findLink, type PaymentLink } from '../../../domain/payments/payment-links/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { type PageOwner, type Place, pageOwner } from '../requests/owner.ts';

/** What one request to the page of a payment link has read. */
export type LinkVisit = PageOwner & { readonly link: PaymentLink; readonly address: string };

export async function linkVisitOf(
  ctx: Context,
  slug: Slug,
  { address, req }: Place,
): Promise<LinkVisit | undefined> {
  const [link, owner] = await Promise.all([
    findLink(ctx.db, merchantId(slug.merchant_id), slug.resource_id),
    pageOwner(ctx, slug.merchant_id, req),
  ]);
  return link && { ...owner, link, address };
}
