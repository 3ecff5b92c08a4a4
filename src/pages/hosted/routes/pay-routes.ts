import { type Request, type Response, Router } from 'express';
import { findSlugAcrossMerchants, type Slug } from '../../../domain/payers/slugs/queries.ts';
import { isSlug } from '../../../domain/payers/slugs/take-slug.ts';
import { findCheckout } from '../../../domain/payments/checkouts/queries.ts';
import { findSession } from '../../../domain/payments/virtual-terminal/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { showId } from '../../../platform/ids.ts';
import { addSteps } from '../checkout/steps.ts';
import { type Visit, visitOf } from '../checkout/visit.ts';
import {
  endSetup,
  leaveSetup,
  type SetupStep,
  saveCard,
  showSetup,
  toSetup,
} from '../payment-method/steps.ts';
import { setupVisitOf } from '../payment-method/visit.ts';
import type { Admission } from '../requests/admission.ts';
import { formBody, pageFailures, pageHeaders } from '../requests/http.ts';
import { checkoutIdIn } from '../requests/own-checkout.ts';
import { landings } from './landings.ts';

/**
 * The public addresses of payment links, invoices, counter sessions and pages that save a card; mounted once for each
 * mode. A session is paid at its own address. A link or an invoice is paid at `{slug}/{checkout_id}`, since each of its
 * payers has a checkout of their own.
 *
 * Spec: "Payment link", "Invoice", "Virtual-terminal session". Decision 0024.
 */
export function payRoutes(ctx: Context, admission: Admission): Router {
  const router = Router();
  const pages = createPages(ctx, admission);

  router.use(pageHeaders(ctx), formBody);
  router.get('/:slug', pages.landing('show'));
  router.post('/:slug/pay', pages.landing('pay'));
  router.get('/:slug/pay', pages.landing('back'));
  addSetupSteps(router, ctx, pages);
  addSteps(router, '/:slug', { ctx, admission, find: pages.sessionVisit });
  addSteps(router, '/:slug/:checkout', { ctx, admission, find: pages.ownVisit });
  router.use((req) => pages.unknown(req));
  router.use(pageFailures(ctx));
  return router;
}

function addSetupSteps(router: Router, ctx: Context, pages: ReturnType<typeof createPages>): void {
  router.get('/:slug', pages.setup(showSetup));
  router.post('/:slug/save', pages.setup(saveCard));
  router.post('/:slug/cancel', pages.setup(endSetup('SETUP_CANCELED')));
  if (ctx.mode === 'sandbox') router.post('/:slug/expire', pages.setup(endSetup('SETUP_EXPIRED')));
  router.get('/:slug/return', pages.setup(leaveSetup));
  router.get('/:slug/save', pages.setup(toSetup)).get('/:slug/cancel', pages.setup(toSetup));
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
    /** The page of a link or an invoice; every other kind of slug goes to the next route. */
    landing:
      (step: Step) =>
      async (req: Request, res: Response, next: (toWhere?: 'route') => void): Promise<void> => {
        const slug = await slugIn(req);
        const landing = landings[slug.kind];
        if (!landing) return next('route');
        await admission[step === 'pay' ? 'open' : 'look'](req, slug.resource_id);
        const isThere = await landing[step](ctx, { slug, address: `${req.baseUrl}/${slug.slug}` }, req, res);
        if (!isThere) await admission.unknown(req);
      },
    /** The page that saves a card; every other kind of slug goes to the next route. */
    setup:
      (step: SetupStep) =>
      async (req: Request, res: Response, next: (toWhere?: 'route') => void): Promise<void> => {
        const slug = await slugIn(req);
        if (slug.kind !== 'payment_method') return next('route');
        await admission.session(slug.resource_id);
        const visit = await setupVisitOf(ctx, slug, { address: `${req.baseUrl}/${slug.slug}`, req });
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
      return await visitOf(ctx, checkout, { address: `${req.baseUrl}/${slug.slug}`, req });
    },
    /** Finds only checkouts that were opened from this very link or invoice. */
    ownVisit: async (req: Request): Promise<Visit> => {
      const slug = await slugIn(req);
      const id = checkoutIdIn(req.params['checkout']) ?? (await admission.unknown(req));
      const checkout = await findCheckout(ctx.db, merchantId(slug.merchant_id), id);
      if (checkout?.source_id !== slug.resource_id) return await admission.unknown(req);
      await admission.session(checkout.id);
      return await visitOf(ctx, checkout, {
        address: `${req.baseUrl}/${slug.slug}/${showId('chk', checkout.id)}`,
        req,
      });
    },
  };
}
