import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { type Hold, holdReleased } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { findHold, markReserveReleased } from '../../money/ledger/queries.ts';
import { lockTransaction } from '../transactions/queries.ts';
import { nothingSettled, recordSettled, settlePart } from './settle-part.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    'ledger.settle-pending': { paymentId: string };
  }
}

/**
 * Job `ledger.settle-pending`: moves what is left of a payment from `pending` to `available`. Only live payments wait for
 * it: the sandbox settles at the capture.
 *
 * Decision 0010.
 */
export const settlePending: Job<JobPayloads['ledger.settle-pending']> = async (act, { paymentId }) =>
  await releaseHold(act, paymentId, 'pending');

/** Releases what is left of a payment's hold, once. Releasing the reserve includes the shares of the payment's refunds. */
export async function releaseHold(act: Act, paymentId: string, account: Hold['account']): Promise<void> {
  const { tx, merchant } = act;
  const payment = await lockTransaction(tx, merchant.id, paymentId);
  const hold = await findHold(tx, merchant.id, paymentId, account);
  if (!payment || !hold) return;
  if (account === 'reserve') await markReserveReleased(tx, merchant.id, paymentId);
  const { amount: held, released: before } = hold;
  const amount = held - before;
  const part = { sourceId: paymentId, before, amount };
  const settled = account === 'pending' ? await settlePart(act, payment, part) : nothingSettled;
  const release = holdReleased({ paymentId, account, currency: payment.currency, amount }, paymentId);
  await post(act, release, ...settled.movements);
  await recordSettled(act, settled);
}
