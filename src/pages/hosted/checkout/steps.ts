import type { Request, RequestHandler, Response, Router } from 'express';
import type { ChallengeAnswer, Instrument } from '../../../domain/money/gateways/port.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { type Errors, readForm } from '../../forms.ts';
import { statusOf } from '../parts/closed-page.ts';
import type { Admission } from '../requests/admission.ts';
import { isToken } from '../requests/attempt-token.ts';
import { sendPage } from '../requests/http.ts';
import { here } from '../requests/owner.ts';
import { returnAddress } from '../requests/return-address.ts';
import { availableOf } from './methods.ts';
import { checkoutPage } from './page.ts';
import { type Action, fits } from './page-for.ts';
import { answerVisit, payCheckout } from './pay.ts';
import { keptOf, readPayForm } from './pay-form.ts';
import { abortVisit, expireVisit } from './stop.ts';
import { pageOf, viewOf } from './view.ts';
import type { Visit } from './visit.ts';

type Steps = { readonly ctx: Context; readonly admission: Admission; readonly find: FindVisit };

/** Finds the checkout that an address names, or throws the 404 itself. */
type FindVisit = (req: Request, res: Response) => Promise<Visit>;

/**
 * The steps of paying a checkout, all below one address. Every GET shows what is true now; every POST redirects to the
 * page.
 *
 * Spec: "hosted checkout".
 */
export function addSteps(router: Router, at: string, { ctx, admission, find }: Steps): void {
  const posted =
    (action: Action, act: (visit: Visit, req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      const visit = await find(req, res);
      if (!fits(pageOf(visit), action) || !isOurs(ctx, visit, req)) return res.redirect(303, here(visit));
      await act(visit, req, res);
    };
  const andBack =
    (act: (ctx: Context, visit: Visit) => Promise<void>) =>
    async (visit: Visit, _req: Request, res: Response) => {
      await act(ctx, visit);
      res.redirect(303, here(visit));
    };

  router.get(at, async (req, res) => show(ctx, await find(req, res), res));
  router.get(`${at}/return`, async (req, res) => leave(await find(req, res), res));
  router.post(
    `${at}/pay`,
    posted('pay', (visit, req, res) => pay({ ctx, admission }, visit, req, res)),
  );
  router.post(`${at}/cancel`, posted('cancel', andBack(abortVisit)));
  if (ctx.mode === 'sandbox') {
    router.post(`${at}/expire`, posted('expire', andBack(expireVisit)));
    const answering = (answer: ChallengeAnswer) =>
      posted(
        answer,
        andBack((_ctx, visit) => answerVisit(ctx, visit, answer)),
      );
    router.post(`${at}/authorise`, answering('authorise')).post(`${at}/fail`, answering('fail'));
  }
  // A customer who reloads the answer to a form that went wrong, or shares its address, comes here.
  const toPage: RequestHandler = async (req, res) => res.redirect(303, here(await find(req, res)));
  const steps = ['pay', 'cancel', ...(ctx.mode === 'sandbox' ? ['authorise', 'fail', 'expire'] : [])];
  for (const step of steps) router.get(`${at}/${step}`, toPage);
}

function show(ctx: Context, visit: Visit, res: Response): void {
  const view = viewOf(ctx, visit);
  sendPage(res, statusOf(view.page), view, checkoutPage(view));
}

/** A form with errors is answered with the page itself, since nothing stores what was typed. */
async function pay(
  { ctx, admission }: Omit<Steps, 'find'>,
  visit: Visit,
  req: Request,
  res: Response,
): Promise<void> {
  const form = readForm(req.body);
  const kept = keptOf(form);
  const view = viewOf(ctx, visit);
  const available = availableOf(view.methods);
  const charge = async (instrument: Instrument): Promise<Errors> => {
    const tooMany = await tooManyTries(admission, { visit, req }, instrument);
    if (tooMany !== undefined) return { [instrument.type === 'wallet' ? 'phone' : kept.method]: tooMany };
    const { errors, isDeclined } = await payCheckout(ctx, visit, instrument);
    if (isDeclined && isPublic(visit)) await admission.declined(req, visit.checkout.merchant_id);
    return errors;
  };
  const filled = readPayForm(visit.words, form, visit.now, available);
  const errors = filled.instrument ? await charge(filled.instrument) : filled.errors;
  if (Object.keys(errors).length === 0) return res.redirect(303, here(visit));
  sendPage(res, 422, view, checkoutPage(view, { errors, kept }));
}

/**
 * Anybody can open checkouts from a public page, so one limit counts the prompts to a phone from all of them, and another one the cards
 * of a visitor that were declined: nobody shall find out there which of many stolen numbers work.
 *
 * @returns what to tell the payer; undefined: they may try
 */
async function tooManyTries(
  admission: Admission,
  { visit, req }: { readonly visit: Visit; readonly req: Request },
  instrument: Instrument,
): Promise<string | undefined> {
  const { source_id: publicId, merchant_id: merchantId } = visit.checkout;
  if (!isPublic(visit) || publicId === null) return undefined;
  const { tooManyPrompts, tooManyCards } = visit.words.errors;
  if (instrument.type === 'wallet')
    return (await admission.prompts(publicId, instrument.phone)) ? undefined : tooManyPrompts;
  return (await admission.cards(req, merchantId)) ? undefined : tooManyCards;
}

/** Whether anybody may open such a checkout: its address was made for whoever asked, from a link or an invoice. */
const isPublic = ({ opener }: Visit): boolean => opener !== undefined;

/** Redirects to the stored `returnUrl` only, and only once there is a result. */
function leave(visit: Visit, res: Response): void {
  const { checkout } = visit;
  const page = pageOf(visit);
  const target = fits(page, 'return') ? checkout.return_url : null;
  const result = {
    checkout_id: showId('chk', checkout.id),
    merchantTransactionId: checkout.reference,
    status: page === 'expired' ? page : checkout.status,
  };
  res.redirect(303, target === null ? here(visit) : returnAddress(target, result));
}

function isOurs(ctx: Context, visit: Visit, req: Request): boolean {
  const { id: of, refusals: attempt } = visit.checkout;
  return isToken(ctx.secrets, readForm(req.body).value('token'), { of, attempt });
}
