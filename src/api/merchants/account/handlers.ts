import { findPlatformStanding } from '../../../domain/merchants/access/standing-queries.ts';
import { findProfile } from '../../../domain/merchants/accounts/queries.ts';
import { readBalances } from '../../../domain/money/ledger/balances.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import { notFound } from '../../../platform/ids.ts';
import { balanceView, profileView } from './view.ts';

export const getBalance: Handler<'getBalance'> = async (call) => {
  const [balances, { now }] = await Promise.all([
    readBalances(call.db, call.merchant.id),
    readClock(call.ctx, call.merchant.id),
  ]);
  return call.reply(200, balanceView(balances, now));
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
