import type { Request, Response } from 'express';
import type { CardInstrument } from '../../../domain/money/gateways/port.ts';
import { keepCard } from '../../../domain/payers/payment-methods/keep-card.ts';
import { beginSaving, finishSaving } from '../../../domain/payers/payment-methods/save-card.ts';
import { closeSetup, type SetupEnd } from '../../../domain/payers/payment-methods/setup-page.ts';
import type { Context } from '../../../engine/context.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { readForm } from '../../forms.ts';
import { isToken } from '../checkout/attempt-token.ts';
import { keptOf, readCardForm } from '../checkout/pay-form.ts';
import { withQuery } from '../checkout/return-address.ts';
import { asMerchant } from '../merchant.ts';
import { setupPage } from './page.ts';
import type { SetupVisit } from './setup-visit.ts';
import { pageOf, statusNow, viewOf } from './view.ts';

/** A step of saving a card; every POST leads back to the page. */
export type SetupStep = (ctx: Context, visit: SetupVisit, req: Request, res: Response) => unknown;

/** What is true now. A page that is over says so to machines too. */
export const showSetup: SetupStep = (ctx, visit, _req, res) => {
  const view = viewOf(ctx, visit);
  const gone = view.page === 'over' || view.page === 'closed';
  res.status(gone ? 410 : 200).send(setupPage(view));
};

/** One try: begin and commit, ask the gateway, write what it said. A refused form is answered with the page. */
export const saveCard: SetupStep = async (ctx, visit, req, res) => {
  if (!isOpen(ctx, visit, req)) return res.redirect(303, visit.address);
  const form = readForm(req.body);
  const only = visit.kinds.length === 1 ? visit.kinds[0] : undefined;
  const filled = readCardForm(form, visit.now, only);
  if (!filled.instrument) {
    const problems = { errors: filled.errors, kept: keptOf(form) };
    return res.status(422).send(setupPage(viewOf(ctx, visit), problems));
  }
  await tryCard(ctx, visit, filled.instrument);
  res.redirect(303, visit.address);
};

async function tryCard(ctx: Context, visit: SetupVisit, card: CardInstrument): Promise<void> {
  const { id, attempts: attempt } = visit.method;
  if (!(await asMerchant(ctx, visit, (act) => beginSaving(act, { id, attempt })))) return;
  const asked = await keepCard(ctx, { reference: newId(), card });
  await asMerchant(ctx, visit, (act) => finishSaving(act, id, asked));
}

/** The customer does not want to; or, in the sandbox, the time is over before it is. */
export const endSetup =
  (why: SetupEnd): SetupStep =>
  async (ctx, visit, req, res) => {
    if (isOpen(ctx, visit, req)) await asMerchant(ctx, visit, (act) => closeSetup(act, visit.method.id, why));
    res.redirect(303, visit.address);
  };

/** Only the stored address is ever linked to, and only once there is a result to bring along. */
export const leaveSetup: SetupStep = (_ctx, visit, _req, res) => {
  const { method, address } = visit;
  const page = pageOf(visit);
  const target = page === 'saved' || page === 'over' ? method.return_url : null;
  const result = { payment_method_id: showId('pm', method.id), status: statusNow(visit) };
  res.redirect(303, target === null ? address : withQuery(target, result));
};

/** Who reloads the answer to a refused form, or shares its address, asks for the page. */
export const toSetup: SetupStep = (_ctx, { address }, _req, res) => res.redirect(303, address);

/** The form is ours, of the next try, and the page takes cards. */
function isOpen(ctx: Context, visit: SetupVisit, req: Request): boolean {
  const { id: of, attempts: attempt } = visit.method;
  const token = readForm(req.body).value('token');
  return pageOf(visit) === 'form' && isToken(ctx.secrets, token, { of, attempt });
}
