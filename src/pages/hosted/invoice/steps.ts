import type { Request, Response } from 'express';
import { openInvoiceCheckout } from '../../../domain/billing/invoices/hosted-page.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { readForm } from '../../forms.ts';
import { statusOf } from '../parts/closed-page.ts';
import { sendPage } from '../requests/http.ts';
import { ownCheckoutIn } from '../requests/own-checkout.ts';
import { asMerchant, here } from '../requests/owner.ts';
import { invoicePage } from './page.ts';
import { invoiceViewOf, standingOf } from './view.ts';
import type { InvoiceVisit } from './visit.ts';

/** `GET /{slug}`: the invoice with a button to pay it, its receipt, or why it cannot be paid now. */
export function showInvoice(ctx: Context, visit: InvoiceVisit, _req: Request, res: Response): void {
  const view = invoiceViewOf(ctx, visit);
  sendPage(res, statusOf(view.page), view, invoicePage(view));
}

/**
 * `POST /{slug}/pay`: opens a checkout for this payer and redirects to it, or back to an invoice that cannot be paid.
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
  if (id === undefined || standingOf(visit) !== 'open') return res.redirect(303, here(visit));
  await asMerchant(ctx, visit, (act) => openInvoiceCheckout(act, visit.invoice, { id }));
  res.redirect(303, `${visit.address}/${showId('chk', id)}${visit.query}`);
}
