import type { Handler } from '../../core/calls/handler.ts';
import { findWalletAttempt } from '../../core/payments/queries.ts';
import { notFound, readId } from '../../platform/ids.ts';
import { mobileStatusView } from './view.ts';

export const getMobileStatus: Handler<'getMobileStatus'> = async (call) => {
  const prefix = call.params.id.startsWith('chk_') ? 'chk' : 'txn';
  const attempt = await findWalletAttempt(call.db, call.merchant.id, readId(prefix, call.params.id));
  if (!attempt) throw notFound(prefix);
  return call.reply(200, mobileStatusView(attempt));
};
