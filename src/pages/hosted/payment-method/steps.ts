import type { Request, Response } from 'express';
import type { CardInstrument } from '../../../domain/money/gateways/port.ts';
import { keepCard } from '../../../domain/payers/payment-methods/keep-card.ts';
import { beginSaving, finishSaving } from '../../../domain/payers/payment-methods/save-card.ts';
import { closeSetup, type SetupEnd } from '../../../domain/payers/payment-methods/setup-page.ts';
import type { Context } from '../../../engine/context.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { readForm } from '../../forms.ts';
import { keptCardOf, readCardForm } from '../parts/card-form.ts';
import { statusOf } from '../parts/closed-page.ts';
import { isToken } from '../requests/attempt-token.ts';
import { sendPage } from '../requests/http.ts';
import { asMerchant, here } from '../requests/owner.ts';
import { returnAddress } from '../requests/return-address.ts';
import { setupPage } from './page.ts';
import { pageOf, statusNow, viewOf } from './view.ts';
import type { SetupVisit } from './visit.ts';

/** A step of saving a card. Every POST redirects to the page. */
export type SetupStep = (ctx: Context, visit: SetupVisit, req: Request, res: Response) => unknown;

export const showSetup: SetupStep = (ctx, visit, _req, res) => {
  const view = viewOf(ctx, visit);
  sendPage(res, statusOf(view.page), view, setupPage(view));
};

/** One try: begin and commit, ask the gateway, record its answer. A form with errors is answered with the page itself. */
export const saveCard: SetupStep = async (ctx, visit, req, res) => {
  if (!isOpen(ctx, visit, req)) return res.redirect(303, here(visit));
  const form = readForm(req.body);
  const filled = readCardForm(visit.words, form, visit.now, visit.kinds);
  if (!filled.instrument) {
    const problems = { errors: filled.errors, kept: keptCardOf(form) };
    const view = viewOf(ctx, visit);
    return sendPage(res, 422, view, setupPage(view, problems));
  }
  await tryCard(ctx, visit, filled.instrument);
  res.redirect(303, here(visit));
};

async function tryCard(ctx: Context, visit: SetupVisit, card: CardInstrument): Promise<void> {
  const { id, attempts: attempt } = visit.method;
  if (!(await asMerchant(ctx, visit, (act) => beginSaving(act, { id, attempt })))) return;
  const asked = await keepCard(ctx, { reference: newId(), card });
  await asMerchant(ctx, visit, (act) => finishSaving(act, id, asked));
}

/** The customer does not want to save a card, or, in the sandbox, expires the page early. */
export const endSetup =
  (why: SetupEnd): SetupStep =>
  async (ctx, visit, req, res) => {
    if (isOpen(ctx, visit, req)) await asMerchant(ctx, visit, (act) => closeSetup(act, visit.method.id, why));
    res.redirect(303, here(visit));
  };

/** Redirects to the stored `returnUrl` only, and only once there is a result. */
export const leaveSetup: SetupStep = (_ctx, visit, _req, res) => {
  const { method } = visit;
  const page = pageOf(visit);
  const target = page === 'saved' || page === 'over' ? method.return_url : null;
  const result = { payment_method_id: showId('pm', method.id), status: statusNow(visit) };
  res.redirect(303, target === null ? here(visit) : returnAddress(target, result));
};

/** For a customer who reloads the answer to a form with errors, or shares its address. */
export const toSetup: SetupStep = (_ctx, visit, _req, res) => res.redirect(303, here(visit));

/** True if the page takes cards and the form has the token for the next try. */
function isOpen(ctx: Context, visit: SetupVisit, req: Request): boolean {
  const { id: of, attempts: attempt } = visit.method;
  const token = readForm(req.body).value('token');
  return pageOf(visit) === 'form' && isToken(ctx.secrets, token, { of, attempt });
}
