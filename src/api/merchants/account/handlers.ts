import { findProfile } from '../../../domain/merchants/accounts/queries.ts';
import { kycOf } from '../../../domain/merchants/onboarding/kyc.ts';
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
  const row = await findProfile(call.ctx.platform, call.merchant.id, call.principal.appId);
  if (!row) throw notFound('mer');
  const kyc = await kycOf(call.db, call.merchant.id, row.kyc_tier);
  return call.reply(200, profileView({ row, mode: call.ctx.mode, kyc }));
};
