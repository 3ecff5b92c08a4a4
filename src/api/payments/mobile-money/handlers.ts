import { walletTerms } from '../../../domain/money/wallets/wallets.ts';
import { findWalletAttempt } from '../../../domain/payments/attempts/queries.ts';
import { notThere } from '../../../domain/payments/transactions/archived.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { readId } from '../../../platform/ids.ts';
import { mobileStatusView, walletView } from './view.ts';

export const getMobileStatus: Handler<'getMobileStatus'> = async (call) => {
  const prefix = call.params.id.startsWith('chk_') ? 'chk' : 'txn';
  const id = readId(prefix, call.params.id);
  const attempt = await findWalletAttempt(call.db, call.merchant.id, id);
  if (!attempt) throw await notThere(call.db, call.merchant.id, { prefix, id });
  return call.reply(200, mobileStatusView(attempt));
};

export const listWallets: Handler<'listWallets'> = async (call) =>
  call.reply(200, { items: walletTerms.map(walletView) });
