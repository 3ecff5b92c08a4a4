import type { Request, Response } from 'express';
import { openLinkCheckout } from '../../../domain/payments/payment-links/open-link-checkout.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { type Form, readForm } from '../../forms.ts';
import { statusOf } from '../parts/closed-page.ts';
import { sendPage } from '../requests/http.ts';
import { ownCheckoutIn } from '../requests/own-checkout.ts';
import { asMerchant, here } from '../requests/owner.ts';
import { contactOf, readContact } from './contact-form.ts';
import { linkPage, type Problems } from './page.ts';
import { type LinkView, standingOf, viewOf } from './view.ts';
import type { LinkVisit } from './visit.ts';

/** `GET /{slug}`: what the link sells with a button to pay, or why it cannot be paid now. */
export function showLink(ctx: Context, visit: LinkVisit, _req: Request, res: Response): void {
  answer(res, viewOf(ctx, visit));
}

/**
 * `POST /{slug}/pay`: opens a checkout for this payer and redirects to it, or back to a link that cannot be paid. The form
 * contains the id of the checkout, so sending it twice opens one checkout.
 *
 * Spec: "Payment link". Decision 0024.
 */
export async function openPayment(
  ctx: Context,
  visit: LinkVisit,
  req: Request,
  res: Response,
): Promise<void> {
  const form = readForm(req.body);
  const id = ownCheckoutIn(ctx, form, visit.link.id);
  if (id === undefined || standingOf(visit) !== 'open') return res.redirect(303, here(visit));
  const contact = readContact(visit.words, form);
  if (contact.errors) return refuse(ctx, visit, { errors: contact.errors, form }, res);
  await asMerchant(ctx, visit, (act) =>
    openLinkCheckout(act, visit.link.id, { id, customer: contact.customer }),
  );
  res.redirect(303, `${visit.address}/${showId('chk', id)}${visit.query}`);
}

type Refused = { readonly errors: Problems['errors']; readonly form: Form };

function refuse(ctx: Context, visit: LinkVisit, { errors, form }: Refused, res: Response): void {
  answer(res, viewOf(ctx, visit), { errors, kept: contactOf(form) });
}

function answer(res: Response, view: LinkView, problems?: Problems): void {
  sendPage(res, problems ? 422 : statusOf(view.page), view, linkPage(view, problems));
}
