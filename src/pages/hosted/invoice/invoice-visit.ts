import type { Context } from '../../../core/context.ts';
import { findInvoice, findItems, type Invoice, type InvoiceItem } from '../../../core/invoices/queries.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import type { Slug } from '../../../core/slugs/queries.ts';
import { type PageOwner, pageOwner } from '../merchant.ts';

/** What one visit of an invoice found. */
export type InvoiceVisit = PageOwner & {
  readonly invoice: Invoice;
  readonly items: readonly InvoiceItem[];
  readonly address: string;
};

export async function invoiceVisitOf(
  ctx: Context,
  slug: Slug,
  address: string,
): Promise<InvoiceVisit | undefined> {
  const merchant = merchantId(slug.merchant_id);
  const [invoice, items, owner] = await Promise.all([
    findInvoice(ctx.db, merchant, slug.resource_id),
    findItems(ctx.db, merchant, [slug.resource_id]),
    pageOwner(ctx, merchant),
  ]);
  return invoice && { ...owner, invoice, items, address };
}
