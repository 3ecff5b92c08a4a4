import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { RefundOutcome } from '../../money/gateways/refund-port.ts';
import { refundCompleted, refundFailed } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { releaseAtMidnight } from '../settlement/release-reserve.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';
import { countRefunded, findGivenBack, findRefund, type Refund } from './queries.ts';
import { refundMoves } from './states.ts';

/**
 * Writes what the gateway said of a refund. Safe to run twice and concurrently.
 *
 * - completed: books it (M5); the payment is reversed when nothing of it is left
 * - rejected: books it back (M6); the amount can be refunded again
 * - anything else: it stays pending
 *
 * @returns the refund as it is now; undefined when the sandbox was reset meanwhile
 *
 * Spec: "States and transitions", refund and transaction.
 */
export async function settleRefund(
  act: Act,
  refundId: string,
  outcome: RefundOutcome,
): Promise<Refund | undefined> {
  const known = await findRefund(act.tx, act.merchant.id, refundId);
  if (!known) return undefined;
  // Lock order: the payment before its refunds.
  const payment = await lockTransaction(act.tx, act.merchant.id, known.payment_id);
  assert(payment, 'a refund has its payment');
  const refund = (await findRefund(act.tx, act.merchant.id, refundId)) ?? known;
  if (refund.status !== 'pending') return refund;
  if (outcome.kind === 'completed') return await complete(act, payment, refund);
  if (outcome.kind === 'rejected' && !refund.unwanted) return await fail(act, refund);
  return refund;
}

async function complete(act: Act, payment: Transaction, refund: Refund): Promise<Refund> {
  const set = { completed_at: act.ctx.now(act.merchant) };
  await cancel(act, 'refunds.finish', refund.id);
  await move(act, 'transactions', refund.transaction_id, transactionMoves.finish, { set });
  const completed = await move(act, 'refunds', refund.id, refundMoves.complete, {
    set,
    effect: () => post(act, refundCompleted(refund)),
  });
  if (!refund.unwanted) {
    await recordEvent(act, 'payment.capture.refunded', payment);
    const givenBack = await findGivenBack(act.tx, act.merchant.id, payment.id);
    if (givenBack === payment.amount) await move(act, 'transactions', payment.id, transactionMoves.reverse);
    await releaseAtMidnight(act, refund);
  }
  return completed ?? refund;
}

async function fail(act: Act, refund: Refund): Promise<Refund> {
  const set = { completed_at: act.ctx.now(act.merchant), failure: 'REFUND_REJECTED' };
  await cancel(act, 'refunds.finish', refund.id);
  await countRefunded(act.tx, act.merchant.id, refund.payment_id, -refund.amount);
  await move(act, 'transactions', refund.transaction_id, transactionMoves.failed, { set });
  const failed = await move(act, 'refunds', refund.id, refundMoves.fail, {
    set,
    effect: () => post(act, refundFailed(refund)),
  });
  return failed ?? refund;
}
