import type { Context } from '../../../core/context.ts';
import { findWholeInvoice, type WholeInvoice } from '../../../core/invoices/items/queries.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import type { Slug } from '../../../core/slugs/queries.ts';
import { type PageOwner, pageOwner } from '../merchant.ts';

/** What one visit of an invoice found. */
export type InvoiceVisit = PageOwner & WholeInvoice & { readonly address: string };

export async function invoiceVisitOf(
  ctx: Context,
  slug: Slug,
  address: string,
): Promise<InvoiceVisit | undefined> {
  const merchant = merchantId(slug.merchant_id);
  const [found, owner] = await Promise.all([
    findWholeInvoice(ctx.db, merchant, slug.resource_id),
    pageOwner(ctx, merchant),
  ]);
  return found && { ...owner, ...found, address };
}
