import type { Request, Response } from 'express';
import type { Slug } from '../../../domain/payers/slugs/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { payInvoice, showInvoice } from '../invoice/steps.ts';
import { invoiceVisitOf } from '../invoice/visit.ts';
import { openPayment, showLink } from '../payment-link/steps.ts';
import { linkVisitOf } from '../payment-link/visit.ts';
import { here, type PageOwner, type Place } from '../requests/owner.ts';

type Found = { readonly slug: Slug; readonly address: string };

/** Answers a request; false if the link or invoice does not exist. */
type Answer = (ctx: Context, found: Found, req: Request, res: Response) => Promise<boolean>;

/** A page that many people may open; each payer opens a checkout of their own from it. */
type Landing = { readonly show: Answer; readonly pay: Answer; readonly back: Answer };

type Steps<V> = {
  readonly visit: (ctx: Context, slug: Slug, place: Place) => Promise<V | undefined>;
  readonly show: (ctx: Context, visit: V, req: Request, res: Response) => void;
  readonly pay: (ctx: Context, visit: V, req: Request, res: Response) => Promise<void>;
};

function landing<V extends PageOwner & { readonly address: string }>({
  visit,
  show,
  pay,
}: Steps<V>): Landing {
  const after =
    (step: (ctx: Context, visit: V, req: Request, res: Response) => unknown): Answer =>
    async (ctx, { slug, address }, req, res) => {
      const found = await visit(ctx, slug, { address, req });
      if (found) await step(ctx, found, req, res);
      return found !== undefined;
    };
  // For a payer who reloads the answer to a form with errors, or shares its address.
  const back = (_ctx: Context, found: V, _req: Request, res: Response) => res.redirect(303, here(found));
  return { show: after(show), pay: after(pay), back: after(back) };
}

/** The landing page of each kind of slug that has one. Spec: "Payment link", "Invoice". Decision 0024. */
export const landings: Readonly<Partial<Record<Slug['kind'], Landing>>> = {
  payment_link: landing({ visit: linkVisitOf, show: showLink, pay: openPayment }),
  invoice: landing({ visit: invoiceVisitOf, show: showInvoice, pay: payInvoice }),
};
