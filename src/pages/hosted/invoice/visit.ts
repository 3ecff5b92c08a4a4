import { findWholeInvoice, type WholeInvoice } from '../../../domain/billing/invoices/item-queries.ts';
import type { Slug } from '../../../domain/payers/slugs/queries.ts';
import { findTransaction, type Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { type PageOwner, type Place, pageOwner } from '../requests/owner.ts';

/** What one request to the page of an invoice has read. */
export type InvoiceVisit = PageOwner &
  WholeInvoice & {
    readonly address: string;
    /** Undefined if the invoice is not paid, or its payment was moved to the archive. */
    readonly payment: Transaction | undefined;
  };

export async function invoiceVisitOf(
  ctx: Context,
  slug: Slug,
  { address, req }: Place,
): Promise<InvoiceVisit | undefined> {
  const merchant = merchantId(slug.merchant_id);
  const [found, owner] = await Promise.all([
    findWholeInvoice(ctx.db, merchant, slug.resource_id),
    pageOwner(ctx, merchant, req),
  ]);
  if (!found) return undefined;
  const { transaction_id: id } = found.invoice;
  const payment = id === null ? undefined : await findTransaction(ctx.db, merchant, id);
  return { ...owner, ...found, address, payment };
}
