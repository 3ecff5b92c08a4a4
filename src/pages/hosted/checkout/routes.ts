import { type Request, type RequestHandler, type Response, Router } from 'express';
import { findCheckoutAcrossMerchants } from '../../../core/checkouts/queries.ts';
import type { Context } from '../../../core/context.ts';
import { merchantId } from '../../../core/merchants/principal.ts';
import { findBusinessName, findMerchantState } from '../../../core/merchants/queries.ts';
import { findLatestAttempt } from '../../../core/payments/queries.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import { addressBucket } from '../../../platform/http/address.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { createRateLimit, type RateLimit } from '../../../platform/http/rate-limit.ts';
import { readId, showId } from '../../../platform/ids.ts';
import { readForm } from '../../forms.ts';
import { type Action, fits, statusOf } from '../page-for.ts';
import { formBody, pageFailures, pageHeaders } from '../routes.ts';
import { attemptToken, isToken } from './attempt-token.ts';
import { checkoutPage } from './page.ts';
import { payCheckout } from './pay.ts';
import { keptOf, readPayForm } from './pay-form.ts';
import { returnAddress } from './return-address.ts';
import { abortVisit, expireVisit } from './stop.ts';
import { pageOf, type Visit, viewOf } from './view.ts';

const windowMs = 60_000;
const perPage = 60;
const unknownPerAddress = 30;

type Page = Request<{ id: string }>;

/**
 * The hosted page of a checkout, one address for all its steps; mounted once for each mode.
 *
 * Spec: "hosted checkout". Decision 0017 ("Hosted addresses").
 */
export function checkoutRoutes(ctx: Context, rateLimit: RateLimit = createRateLimit()): Router {
  const router = Router();
  const visit = (req: Page): Promise<Visit> => admitted(ctx, rateLimit, req);
  const posted =
    (
      action: Action,
      act: (found: Visit, req: Page, res: Response) => Promise<void>,
    ): RequestHandler<{ id: string }> =>
    async (req, res) => {
      const found = await visit(req);
      if (!fits(pageOf(found), action) || !isOurs(ctx, found, req)) return res.redirect(303, found.address);
      await act(found, req, res);
    };

  router.use(pageHeaders(ctx), formBody);
  router.get('/:id', async (req, res) => show(ctx, await visit(req), res));
  router.get('/:id/return', async (req, res) => leave(await visit(req), res));
  router.post(
    '/:id/pay',
    posted('pay', (found, req, res) => pay(ctx, found, req, res)),
  );
  router.post(
    '/:id/cancel',
    posted('cancel', async (found, _req, res) => {
      await abortVisit(ctx, found);
      res.redirect(303, found.address);
    }),
  );
  if (ctx.mode === 'sandbox') {
    router.post(
      '/:id/expire',
      posted('expire', async (found, _req, res) => {
        await expireVisit(ctx, found);
        res.redirect(303, found.address);
      }),
    );
  }
  // Who reloads the answer to a refused form, or shares its address, asks for the page.
  const toPage: RequestHandler<{ id: string }> = async (req, res) =>
    res.redirect(303, (await visit(req)).address);
  router.get('/:id/pay', toPage).get('/:id/cancel', toPage);
  router.use((req) => unknown(rateLimit, req));
  router.use(pageFailures(ctx));
  return router;
}

function show(ctx: Context, visit: Visit, res: Response): void {
  const view = viewOf(ctx, visit);
  res.status(statusOf(view.page)).send(checkoutPage(view));
}

/** A refused form is the only POST answered with a page: there is nowhere to keep what was typed. */
async function pay(ctx: Context, visit: Visit, req: Page, res: Response): Promise<void> {
  const form = readForm(req.body);
  const view = viewOf(ctx, visit);
  const available = view.methods.filter((each) => each.available).map(({ method }) => method);
  const filled = readPayForm(form, visit.now, available);
  const errors = filled.instrument ? await payCheckout(ctx, visit, filled.instrument) : filled.errors;
  if (Object.keys(errors).length === 0) return res.redirect(303, visit.address);
  res.status(422).send(checkoutPage(view, { errors, kept: keptOf(form) }));
}

/** Only the stored address is ever linked to, and only once there is a result to bring along. */
function leave(visit: Visit, res: Response): void {
  const { checkout, address } = visit;
  const page = pageOf(visit);
  const target = fits(page, 'return') ? checkout.return_url : null;
  const status = page === 'expired' ? page : checkout.status;
  res.redirect(303, target === null ? address : returnAddress(target, { ...checkout, status }));
}

/** The checkout of an address, with what its page needs. A known page is limited by itself, never by its visitor. */
async function admitted(ctx: Context, rateLimit: RateLimit, req: Page): Promise<Visit> {
  const checkout = await findCheckoutAcrossMerchants(
    ctx.db,
    checkoutIdIn(req) ?? (await unknown(rateLimit, req)),
  );
  if (!checkout) return await unknown(rateLimit, req);
  await take(rateLimit, `page:${checkout.id}`, perPage);
  const id = merchantId(checkout.merchant_id);
  const [attempt, name, state] = await Promise.all([
    findLatestAttempt(ctx.db, id, checkout.id),
    findBusinessName(ctx.platform, id),
    findMerchantState(ctx.db, id),
  ]);
  const merchant = { id, clockOffsetMs: Number(state?.clock_offset_ms ?? 0) };
  return {
    checkout,
    attempt,
    merchant,
    merchantName: name ?? '',
    now: ctx.now(merchant),
    address: `${req.baseUrl}/${showId('chk', checkout.id)}`,
    token: attemptToken(ctx.secrets, checkout.id, checkout.refusals),
  };
}

function isOurs(ctx: Context, visit: Visit, req: Page): boolean {
  const { id: checkoutId, refusals: attempt } = visit.checkout;
  return isToken(ctx.secrets, readForm(req.body).value('token'), { checkoutId, attempt });
}

function checkoutIdIn(req: Page): string | undefined {
  try {
    return readId('chk', req.params.id);
  } catch {
    return undefined;
  }
}

/** Whoever guesses addresses is slowed down; whoever mistyped one reads a page. */
async function unknown(rateLimit: RateLimit, req: Request): Promise<never> {
  await take(rateLimit, `unknown-page:${addressBucket(req)}`, unknownPerAddress);
  throw new ApiError('NOT_FOUND');
}

async function take(rateLimit: RateLimit, bucket: string, limit: number): Promise<void> {
  const { admitted: passes, retryAfterSeconds } = await rateLimit.take(
    bucket,
    limit,
    windowMs,
    monotonicMs(),
  );
  if (!passes) throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds });
}
