import { parsePercent } from '../../../domain/money/amounts/percent.ts';
import {
  createSplit as create,
  deactivateSplit as deactivate,
  createSubaccount as open,
} from '../../../domain/money/splits/create-split.ts';
import { findWholeSplits } from '../../../domain/money/splits/queries.ts';
import {
  findSubaccountEntries,
  findSubaccounts,
  findWholeSubaccount,
  findWholeSubaccounts,
} from '../../../domain/money/splits/subaccount-queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { splitView, subaccountEntryView, subaccountView } from './view.ts';

export const createSubaccount: Handler<'createSubaccount'> = async (call) => {
  const { name, label = null } = call.body;
  return call.reply(201, subaccountView(await open(call, { name, label })));
};

export const listSubaccounts: Handler<'listSubaccounts'> = async (call) => {
  const found = await findPage(call.query, (page) => findWholeSubaccounts(call.db, call.merchant.id, page));
  return call.reply(200, showPage(found, subaccountView));
};

export const getSubaccount: Handler<'getSubaccount'> = async (call) => {
  const whole = await findWholeSubaccount(call.db, call.merchant.id, readId('sac', call.params.id));
  if (!whole) throw notFound('sac');
  return call.reply(200, subaccountView(whole));
};

export const listSubaccountEntries: Handler<'listSubaccountEntries'> = async (call) => {
  const subaccountId = readId('sac', call.params.id);
  const [found] = await findSubaccounts(call.db, call.merchant.id, [subaccountId]);
  if (!found) throw notFound('sac');
  const wanted = { subaccountId, currency: call.query.currency };
  const entries = await findPage(call.query, (page) =>
    findSubaccountEntries(call.db, call.merchant.id, wanted, page),
  );
  return call.reply(200, showPage(entries, subaccountEntryView));
};

export const createSplit: Handler<'createSplit'> = async (call) => {
  const { name, currency, shares } = call.body;
  const split = await create(call, {
    name,
    currency,
    shares: shares.map(({ subaccount_id: id, share }) => ({
      subaccountId: readId('sac', id),
      basisPoints: parsePercent(share),
    })),
  });
  return call.reply(201, splitView(split));
};

export const listSplits: Handler<'listSplits'> = async (call) => {
  const { status, currency } = call.query;
  const splits = await findPage(call.query, (page) =>
    findWholeSplits(call.db, call.merchant.id, { status, currency }, page),
  );
  return call.reply(200, showPage(splits, splitView));
};

export const deactivateSplit: Handler<'deactivateSplit'> = async (call) => {
  return call.reply(200, splitView(await deactivate(call, readId('spl', call.params.id))));
};
