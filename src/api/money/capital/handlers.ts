import { acceptOffer } from '../../../domain/money/capital/offer.ts';
import { findAdvance, findAdvances, findOffers } from '../../../domain/money/capital/queries.ts';
import { repayEarly } from '../../../domain/money/capital/repay.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { advanceView, offerView } from './view.ts';

export const listCapitalOffers: Handler<'listCapitalOffers'> = async (call) => {
  const { status } = call.query;
  const offers = await findPage(call.query, (page) =>
    findOffers(call.db, call.merchant.id, { status }, page),
  );
  return call.reply(200, showPage(offers, offerView));
};

export const acceptCapitalOffer: Handler<'acceptCapitalOffer'> = async (call) => {
  return call.reply(201, advanceView(await acceptOffer(call, readId('cof', call.params.id))));
};

export const listCapitalAdvances: Handler<'listCapitalAdvances'> = async (call) => {
  const { status } = call.query;
  const advances = await findPage(call.query, (page) =>
    findAdvances(call.db, call.merchant.id, { status }, page),
  );
  return call.reply(200, showPage(advances, advanceView));
};

export const getCapitalAdvance: Handler<'getCapitalAdvance'> = async (call) => {
  const advance = await findAdvance(call.db, call.merchant.id, readId('cap', call.params.id));
  if (!advance) throw notFound('cap');
  return call.reply(200, advanceView(advance));
};

export const repayCapitalAdvance: Handler<'repayCapitalAdvance'> = async (call) => {
  const { advance } = await repayEarly(call, readId('cap', call.params.id));
  return call.reply(200, advanceView(advance));
};
