import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import { wantedDestination } from '../../../domain/payouts/payouts/payout-destination.ts';
import { findPayout, findPayouts } from '../../../domain/payouts/payouts/queries.ts';
import { requestPayout as request } from '../../../domain/payouts/payouts/request-payout.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { rangeOf } from '../../../platform/http/dates.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { payoutView, requestedPayoutView } from './view.ts';

export const requestPayout: Handler<'requestPayout'> = async (call) => {
  const { method, amount, currency, subaccount_id: subaccountId } = call.body;
  const requested = await request(call, {
    appId: call.principal.appId,
    method,
    amount: parseAmount(amount, currency),
    currency,
    destination: wantedDestination(call.body),
    subaccountId: subaccountId && readId('sac', subaccountId),
  });
  return call.reply(201, requestedPayoutView(call.ctx.mode, requested));
};

export const listPayouts: Handler<'listPayouts'> = async (call) => {
  const { status, method, currency } = call.query;
  const filters = { status, method, currency, ...rangeOf(call.query) };
  const rows = await findPage(call.query, (page) => findPayouts(call.db, call.merchant.id, filters, page));
  return call.reply(
    200,
    showPage(rows, (row) => payoutView(call.ctx.mode, row)),
  );
};

export const getPayout: Handler<'getPayout'> = async (call) => {
  const payout = await findPayout(call.db, call.merchant.id, readId('po', call.params.id));
  if (!payout) throw notFound('po');
  return call.reply(200, payoutView(call.ctx.mode, payout));
};
