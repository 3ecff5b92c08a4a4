import { type Request, type Response, Router } from 'express';
import { findCheckout, findCheckoutAcrossMerchants } from '../../../core/checkouts/queries.ts';
import type { Context } from '../../../core/context.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import { findSlugAcrossMerchants, type Slug } from '../../../core/slugs/queries.ts';
import { isSlug } from '../../../core/slugs/take-slug.ts';
import { showId } from '../../../platform/ids.ts';
import { findSession } from '../../../resources/virtual-terminal/queries.ts';
import { type Admission, createAdmission } from '../admission.ts';
import { checkoutIdIn } from '../checkout/routes.ts';
import { addSteps } from '../checkout/steps.ts';
import { type Visit, visitOf } from '../checkout/visit.ts';
import { formBody, pageFailures, pageHeaders } from '../routes.ts';
import { landings } from './landings.ts';

/**
 * The public addresses of payment links, invoices and counter sessions; mounted once for each mode. A session is paid at its own
 * address, a link or an invoice at `{slug}/{checkout_id}`: each of its payers has a checkout of their own.
 *
 * Spec: "Payment link", "Invoice", "Virtual-terminal session". Decision 0024.
 */
export function payRoutes(ctx: Context): Router {
  const router = Router();
  const pages = createPages(ctx, createAdmission());

  router.use(pageHeaders(ctx), formBody);
  router.get('/:slug', pages.landing('show'));
  router.post('/:slug/pay', pages.landing('pay'));
  router.get('/:slug/pay', pages.landing('back'));
  addSteps(router, '/:slug', ctx, pages.sessionVisit);
  addSteps(router, '/:slug/:checkout', ctx, pages.ownVisit);
  router.use((req) => pages.unknown(req));
  router.use(pageFailures(ctx));
  return router;
}

type Step = 'show' | 'pay' | 'back';

function createPages(ctx: Context, admission: Admission) {
  const slugIn = async (req: Request): Promise<Slug> => {
    const shown: unknown = req.params['slug'];
    const slug =
      typeof shown === 'string' && isSlug(shown) ? await findSlugAcrossMerchants(ctx.db, shown) : undefined;
    return slug ?? (await admission.unknown(req));
  };
  return {
    unknown: admission.unknown,
    /** A page above the checkouts of its payers; another kind of slug is left to the next route. */
    landing:
      (step: Step) =>
      async (req: Request, res: Response, next: (toWhere?: 'route') => void): Promise<void> => {
        const slug = await slugIn(req);
        const landing = landings[slug.kind];
        if (!landing) return next('route');
        await admission.link(slug.resource_id);
        const isThere = await landing[step](ctx, { slug, address: `${req.baseUrl}/${slug.slug}` }, req, res);
        if (!isThere) await admission.unknown(req);
      },
    sessionVisit: async (req: Request): Promise<Visit> => {
      const slug = await slugIn(req);
      const session =
        slug.kind === 'virtual_terminal_session'
          ? await findSession(ctx.db, merchantId(slug.merchant_id), slug.resource_id)
          : undefined;
      const checkout =
        session && (await findCheckout(ctx.db, merchantId(slug.merchant_id), session.checkout_id));
      if (!checkout) return await admission.unknown(req);
      await admission.session(checkout.id);
      return await visitOf(ctx, checkout, `${req.baseUrl}/${slug.slug}`);
    },
    /** Only the payments of this very link or invoice are found below its address. */
    ownVisit: async (req: Request): Promise<Visit> => {
      const slug = await slugIn(req);
      const id = checkoutIdIn(req.params['checkout']) ?? (await admission.unknown(req));
      const checkout = await findCheckoutAcrossMerchants(ctx.db, id);
      if (checkout?.source_id !== slug.resource_id) return await admission.unknown(req);
      await admission.session(checkout.id);
      return await visitOf(ctx, checkout, `${req.baseUrl}/${slug.slug}/${showId('chk', checkout.id)}`);
    },
  };
}
