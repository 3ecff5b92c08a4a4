import type { Request, Response } from 'express';
import type { Slug } from '../../../domain/payers/slugs/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { invoiceVisitOf } from '../invoice/invoice-visit.ts';
import { payInvoice, showInvoice } from '../invoice/steps.ts';
import { linkVisitOf } from '../payment-link/link-visit.ts';
import { openPayment, showLink } from '../payment-link/steps.ts';

type Found = { readonly slug: Slug; readonly address: string };

/** False: there is nothing at this address. */
type Answer = (ctx: Context, found: Found, req: Request, res: Response) => Promise<boolean>;

/** A page that many may open, and from which each opens a checkout of their own. */
type Landing = { readonly show: Answer; readonly pay: Answer; readonly back: Answer };

type Parts<V> = {
  readonly visit: (ctx: Context, slug: Slug, address: string) => Promise<V | undefined>;
  readonly show: (ctx: Context, visit: V, req: Request, res: Response) => void;
  readonly pay: (ctx: Context, visit: V, req: Request, res: Response) => Promise<void>;
};

function landing<V extends { readonly address: string }>({ visit, show, pay }: Parts<V>): Landing {
  const after =
    (step: (ctx: Context, visit: V, req: Request, res: Response) => unknown): Answer =>
    async (ctx, { slug, address }, req, res) => {
      const found = await visit(ctx, slug, address);
      if (found) await step(ctx, found, req, res);
      return found !== undefined;
    };
  // Who reloads the answer to a refused form, or shares its address, asks for the page.
  const back = (_ctx: Context, { address }: V, _req: Request, res: Response) => res.redirect(303, address);
  return { show: after(show), pay: after(pay), back: after(back) };
}

/** By what an address names. Spec: "Payment link", "Invoice". Decision 0024. */
export const landings: Readonly<Partial<Record<Slug['kind'], Landing>>> = {
  payment_link: landing({ visit: linkVisitOf, show: showLink, pay: openPayment }),
  invoice: landing({ visit: invoiceVisitOf, show: showInvoice, pay: payInvoice }),
};
