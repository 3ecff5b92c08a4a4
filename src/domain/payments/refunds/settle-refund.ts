import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { showId } from '../../../platform/ids.ts';
import type { RefundOutcome } from '../../money/gateways/refund-port.ts';
import { refundCompleted, refundFailed } from '../../money/ledger/accounts.ts';
import { postAhead } from '../../money/ledger/post.ts';
import { releaseAtMidnight } from '../settlement/release-reserve.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';
import { countRefunded, findGivenBack, findRefund, type Refund } from './queries.ts';
import { refundMoves } from './states.ts';

/**
 * Writes what the gateway said of a refund. Safe to run twice and concurrently.
 *
 * - completed: books it (M5); the payment is reversed when nothing of it is left
 * - rejected: books it back (M6); the amount can be refunded again. A refund of unwanted money stays pending
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
  // Lock order: the payment before its refunds. Pipelined: the refund is read again after the lock is taken.
  const [payment, again] = await Promise.all([
    lockTransaction(act.tx, act.merchant.id, known.payment_id),
    findRefund(act.tx, act.merchant.id, refundId),
  ]);
  assert(payment, 'a refund has its payment');
  const refund = again ?? known;
  if (refund.status === 'failed' && outcome.kind === 'completed')
    askForPerson(act, refund, madeAfterAll, { gateway_reference: outcome.gatewayReference });
  if (refund.status !== 'pending') return refund;
  if (outcome.kind === 'completed') return await complete(act, payment, refund, outcome.gatewayReference);
  if (outcome.kind === 'rejected' && !refund.unwanted) return await fail(act, refund);
  return refund;
}

/** Asks a person to look at a refund, in a line of the log. The ids are those that they type to settle it. Decision 0138. */
export function askForPerson(
  act: Act,
  { id, payment_id: payment }: Refund,
  why: string,
  about: Readonly<Record<string, unknown>>,
): void {
  const ids = { refund_id: showId('ref', id), transaction_id: showId('txn', payment) };
  act.ctx.log.error({ merchant_id: showId('mer', act.merchant.id), ...ids, ...about }, why);
}

/** The merchant has had the money back since it failed, and may have spent it: the service takes nothing from them. */
const madeAfterAll = 'a refund that had failed was made after all: a person must look';

async function complete(
  act: Act,
  payment: Transaction,
  refund: Refund,
  gatewayReference: string,
): Promise<Refund> {
  const set = { completed_at: act.ctx.now(act.merchant) };
  // A statement may name a refund by nothing else.
  const own = { ...set, gateway_reference: gatewayReference };
  await cancel(act, 'refunds.finish', refund.id);
  act.tx.goOnWithout(move(act, 'transactions', refund.transaction_id, transactionMoves.finish, { set: own }));
  const completing = move(act, 'refunds', refund.id, refundMoves.complete, {
    set,
    effect: async () => postAhead(act, refundCompleted(refund)),
  });
  // Pipelined: what was given back is read after the refund is completed.
  const reading = findGivenBack(act.tx, act.merchant.id, payment.id);
  await Promise.allSettled([completing, reading]);
  const [completed, givenBack] = [await completing, await reading];
  if (!refund.unwanted) {
    await recordEvent(act, 'payment.capture.refunded', payment);
    if (givenBack === payment.amount) await move(act, 'transactions', payment.id, transactionMoves.reverse);
    await releaseAtMidnight(act, refund);
  }
  return completed ?? refund;
}

async function fail(act: Act, refund: Refund): Promise<Refund> {
  const set = { completed_at: act.ctx.now(act.merchant), failure: 'REFUND_REJECTED' };
  await cancel(act, 'refunds.finish', refund.id);
  act.tx.goOnWithout(countRefunded(act.tx, act.merchant.id, refund.payment_id, -refund.amount));
  act.tx.goOnWithout(move(act, 'transactions', refund.transaction_id, transactionMoves.failed, { set }));
  const failed = await move(act, 'refunds', refund.id, refundMoves.fail, {
    set,
    effect: async () => postAhead(act, refundFailed(refund)),
  });
  return failed ?? refund;
}
