import type { Act } from '../../../engine/context.ts';
import { type Hold, holdReleased } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { findHold, markReserveReleased } from '../../money/ledger/queries.ts';
import { lockTransaction } from '../transactions/queries.ts';

/** Lets go of what is left of a payment's hold, once. Its refunds have no share of the reserve to wait for any more. */
export async function releaseHold(act: Act, paymentId: string, account: Hold['account']): Promise<void> {
  const { tx, merchant } = act;
  const payment = await lockTransaction(tx, merchant.id, paymentId);
  const hold = await findHold(tx, merchant.id, paymentId, account);
  if (!payment || !hold) return;
  if (account === 'reserve') await markReserveReleased(tx, merchant.id, paymentId);
  const amount = hold.amount - hold.released;
  await post(act, holdReleased({ paymentId, account, currency: payment.currency, amount }, paymentId));
}
