import { type Request, type Response, Router } from 'express';
import { findCheckout, findCheckoutAcrossMerchants } from '../../../core/checkouts/queries.ts';
import type { Context } from '../../../core/context.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import { findSlugAcrossMerchants, type Slug } from '../../../core/slugs/queries.ts';
import { isSlug } from '../../../core/slugs/take-slug.ts';
import { showId } from '../../../platform/ids.ts';
import { findSession } from '../../../resources/virtual-terminal/queries.ts';
import { type Admission, createAdmission } from '../admission.ts';
import { checkoutIdIn } from '../checkout/checkout-id.ts';
import { addSteps } from '../checkout/steps.ts';
import { type Visit, visitOf } from '../checkout/visit.ts';
import { setupVisitOf } from '../payment-method/setup-visit.ts';
import {
  endSetup,
  leaveSetup,
  type SetupStep,
  saveCard,
  showSetup,
  toSetup,
} from '../payment-method/steps.ts';
import { formBody, pageFailures, pageHeaders } from '../routes.ts';
import { landings } from './landings.ts';

/**
 * The public addresses of payment links, invoices, counter sessions and pages that save a card; mounted once for each mode. A
 * session is paid at its own address, a link or an invoice at `{slug}/{checkout_id}`: each of its payers has a checkout of their own.
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
  addSetupSteps(router, ctx, pages);
  addSteps(router, '/:slug', ctx, pages.sessionVisit);
  addSteps(router, '/:slug/:checkout', ctx, pages.ownVisit);
  router.use((req) => pages.unknown(req));
  router.use(pageFailures(ctx));
  return router;
}

function addSetupSteps(router: Router, ctx: Context, pages: ReturnType<typeof createPages>): void {
  router.get('/:slug', pages.ofSetup(showSetup));
  router.post('/:slug/save', pages.ofSetup(saveCard));
  router.post('/:slug/cancel', pages.ofSetup(endSetup('SETUP_CANCELED')));
  if (ctx.mode === 'sandbox') router.post('/:slug/expire', pages.ofSetup(endSetup('SETUP_EXPIRED')));
  router.get('/:slug/return', pages.ofSetup(leaveSetup));
  router.get('/:slug/save', pages.ofSetup(toSetup)).get('/:slug/cancel', pages.ofSetup(toSetup));
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
    /** As ofLink, of pages that save a card. */
    ofSetup:
      (step: SetupStep) =>
      async (req: Request, res: Response, next: (toWhere?: 'route') => void): Promise<void> => {
        const slug = await slugIn(req);
        if (slug.kind !== 'payment_method') return next('route');
        await admission.session(slug.resource_id);
        const visit = await setupVisitOf(ctx, slug, `${req.baseUrl}/${slug.slug}`);
        await (visit ? step(ctx, visit, req, res) : admission.unknown(req));
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
