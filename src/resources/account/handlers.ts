import type { Handler } from '../../core/calls/handler.ts';
import { readBalances } from '../../core/ledger/balances.ts';
import { readClock } from '../../core/merchants/clock.ts';
import { kycOf } from '../../core/merchants/kyc.ts';
import { findProfile } from '../../core/merchants/queries.ts';
import { notFound } from '../../platform/ids.ts';
import { balanceView, profileView } from './view.ts';

export const getBalance: Handler<'getBalance'> = async (call) => {
  const [balances, { now }] = await Promise.all([
    readBalances(call.db, call.merchant.id),
    readClock(call.ctx, call.merchant.id),
  ]);
  return call.reply(200, balanceView(balances, now));
};

export const getProfile: Handler<'getProfile'> = async (call) => {
  const row = await findProfile(call.ctx.platform, call.merchant.id, call.principal.appId);
  if (!row) throw notFound('mer');
  const kyc = await kycOf(call.db, call.merchant.id, row.kyc_tier);
  return call.reply(200, profileView({ row, mode: call.ctx.mode, kyc }));
};
