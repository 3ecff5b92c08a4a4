import { findPlatformStanding } from '../../../domain/merchants/access/standing-queries.ts';
import { findProfile } from '../../../domain/merchants/accounts/queries.ts';
import { readBalances } from '../../../domain/money/ledger/balances.ts';
import { placeOf } from '../../../domain/money/ledger/entries/place.ts';
import { findEntries } from '../../../domain/money/ledger/entries/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { rangeOf } from '../../../platform/http/dates.ts';
import { notFound } from '../../../platform/ids.ts';
import { balanceView, entryView, profileView } from './view.ts';

export const getBalance: Handler<'getBalance'> = async (call) => {
  const [balances, { now }] = await Promise.all([
    readBalances(call.db, call.merchant.id),
    readClock(call.ctx, call.merchant.id),
  ]);
  return call.reply(200, balanceView(balances, now));
};

export const listLedgerEntries: Handler<'listLedgerEntries'> = async (call) => {
  const { bucket, currency } = call.query;
  const filters = { bucket, currency, ...rangeOf(call.query) };
  const page = await findPage(call.query, async (wanted) => {
    const entries = await findEntries(call.db, call.merchant.id, filters, wanted);
    return entries.map((entry) => ({ ...entry, id: placeOf(entry) }));
  });
  return call.reply(200, showPage(page, entryView));
};

export const getProfile: Handler<'getProfile'> = async (call) => {
  const [profile, standing] = await Promise.all([
    findProfile(call.ctx, call.merchant.id, call.principal.appId),
    findPlatformStanding(call.db, call.merchant.id),
  ]);
  if (!profile) throw notFound('mer');
  return call.reply(
    200,
    profileView({ ...profile, standing, mode: call.ctx.mode, versions: call.ctx.versions }),
  );
};
