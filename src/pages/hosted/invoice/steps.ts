import type { Request, Response } from 'express';
import { openInvoiceCheckout } from '../../../domain/billing/invoices/hosted-page.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { readForm } from '../../forms.ts';
import { asMerchant } from '../merchant.ts';
import { statusOf } from '../page-for.ts';
import { ownCheckoutIn } from '../pay/own-checkout.ts';
import type { InvoiceVisit } from './invoice-visit.ts';
import { invoicePage } from './page.ts';
import { invoiceViewOf, standingOf } from './view.ts';

/** What is owed, and the way to pay it; its receipt; or why it cannot be paid now. */
export function showInvoice(ctx: Context, visit: InvoiceVisit, _req: Request, res: Response): void {
  const view = invoiceViewOf(ctx, visit);
  res.status(statusOf(view.page)).send(invoicePage(view));
}

/**
 * Opens the payer's own checkout and leads to it; an invoice that cannot be paid any more says so.
 *
 * Spec: "Invoice". Decision 0024.
 */
export async function payInvoice(
  ctx: Context,
  visit: InvoiceVisit,
  req: Request,
  res: Response,
): Promise<void> {
  const id = ownCheckoutIn(ctx, readForm(req.body), visit.invoice.id);
  if (id === undefined || standingOf(visit) !== 'open') return res.redirect(303, visit.address);
  await asMerchant(ctx, visit, (act) => openInvoiceCheckout(act, visit.invoice, { id }));
  res.redirect(303, `${visit.address}/${showId('chk', id)}`);
}
