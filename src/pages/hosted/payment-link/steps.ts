import type { Request, Response } from 'express';
import { judgeLink } from '../../../domain/payments/payment-links/judge-link.ts';
import { linkUrl } from '../../../domain/payments/payment-links/link-url.ts';
import { openLinkCheckout } from '../../../domain/payments/payment-links/open-link-checkout.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { type Form, readForm } from '../../forms.ts';
import { asMerchant } from '../merchant.ts';
import { statusOf } from '../page-for.ts';
import { ownCheckout, ownCheckoutIn } from '../pay/own-checkout.ts';
import { showMoney } from '../show-money.ts';
import { contactOf, readContact } from './contact-form.ts';
import type { LinkVisit } from './link-visit.ts';
import { type LinkView, linkPage, type Problems } from './page.ts';

/** What is paid for, and the way to pay it; or why it cannot be paid now. */
export function showLink(ctx: Context, visit: LinkVisit, _req: Request, res: Response): void {
  answer(res, viewOf(ctx, visit));
}

/**
 * Opens the payer's own checkout and leads to it. The form names the checkout that it opens, so one that is sent twice
 * opens one; a link that has closed meanwhile says so.
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
  const isOpen = !visit.suspended && judgeLink(visit.link, visit.now) === 'open';
  if (id === undefined || !isOpen) return res.redirect(303, visit.address);
  const contact = readContact(form);
  if (contact.errors) return refuse(ctx, visit, { errors: contact.errors, form }, res);
  await asMerchant(ctx, visit, (act) =>
    openLinkCheckout(act, visit.link, { id, customer: contact.customer }),
  );
  res.redirect(303, `${visit.address}/${showId('chk', id)}`);
}

type Refused = { readonly errors: Problems['errors']; readonly form: Form };

function refuse(ctx: Context, visit: LinkVisit, { errors, form }: Refused, res: Response): void {
  answer(res.status(422), viewOf(ctx, visit), { errors, kept: contactOf(form) });
}

function answer(res: Response, view: LinkView, problems?: Problems): void {
  if (!problems) res.status(statusOf(view.page));
  res.send(linkPage(view, problems));
}

function viewOf(ctx: Context, { link, merchantName, suspended, now, address }: LinkVisit): LinkView {
  const standing = suspended ? 'suspended' : judgeLink(link, now);
  return {
    ...ownCheckout(ctx, link.id),
    page: standing === 'open' ? 'link' : standing === 'busy' ? 'busy' : 'closed',
    standing,
    address,
    sandbox: ctx.mode === 'sandbox',
    merchant: merchantName,
    slug: link.slug,
    title: link.title,
    description: link.description,
    amount: showMoney(link.amount, link.currency),
    url: linkUrl(ctx, link),
  };
}
