import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { disputeLost, disputeReinstated, disputeWon } from '../../money/ledger/dispute-movements.ts';
import { post } from '../../money/ledger/post.ts';
import { findGivenBack, findOpenDispute, type Refund } from '../refunds/queries.ts';
import { releaseAtMidnight } from '../settlement/release-reserve.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';
import { countDisputed, type Dispute, findDispute, findRefundedSince, markReinstated } from './queries.ts';
import { disputeMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The time for an answer is over; or no dispute has followed a warning. */
    'disputes.expire': { disputeId: string };
  }
}

/** Gives the merchant the disputed amount again (M13). The caller has locked the payment. */
export async function winDispute(act: Act, dispute: Dispute): Promise<void> {
  if (!isOpen(dispute)) return;
  await endJobs(act, dispute.id);
  await countDisputed(act.tx, act.merchant.id, dispute.transaction_id, -dispute.amount);
  await move(act, 'disputes', dispute.id, disputeMoves.win, {
    set: { resolution: 'decided', resolved_at: act.ctx.now(act.merchant) },
    effect: (won) => post(act, disputeWon(won)),
  });
}

/**
 * Books a dispute as lost (M14). The payment is reversed if nothing of it is left, and the dispute's share of the reserve is
 * released at the next midnight, as that of a refund.
 *
 * @param payment locked
 */
export async function loseDispute(
  act: Act,
  payment: Transaction,
  dispute: Dispute,
  resolution: 'decided' | 'accepted' | 'deadline_missed',
): Promise<Dispute> {
  if (!isOpen(dispute)) return dispute;
  await endJobs(act, dispute.id);
  const lost = await move(act, 'disputes', dispute.id, disputeMoves.lose, {
    set: { resolution, resolved_at: act.ctx.now(act.merchant) },
    effect: (row) => post(act, disputeLost(row)),
  });
  if (!lost) return dispute;
  const givenBack = await findGivenBack(act.tx, act.merchant.id, payment.id);
  if (givenBack === payment.amount) await move(act, 'transactions', payment.id, transactionMoves.reverse);
  await releaseAtMidnight(act, lost);
  return lost;
}

/**
 * Gives the merchant the money of a lost dispute again, because the bank gave it back (M21). The dispute stays lost and its payment
 * as it is: the merchant may have acted on both. Once for each dispute.
 *
 * The caller has locked the payment.
 *
 * Decision 0150.
 */
export async function reinstateDispute(act: Act, dispute: Dispute): Promise<void> {
  const { tx, merchant } = act;
  const reinstated = await markReinstated(tx, merchant.id, dispute.id, act.ctx.now(merchant));
  if (!reinstated) return;
  await recordEvent(act, 'customer.dispute.updated', reinstated);
  await post(act, disputeReinstated(reinstated));
}

/** Also ends what still asks the gateway: nobody waits for it any more. */
async function endJobs(act: Act, disputeId: string): Promise<void> {
  await cancel(act, 'disputes.expire', disputeId);
  await cancel(act, 'disputes.answer', disputeId);
}

/** Neither decided nor only warned of. */
export function isOpen({ status }: Dispute): boolean {
  return status === 'needs_response' || status === 'under_review';
}

/**
 * Job `disputes.expire`: a dispute that nobody answered in time is lost. A warning that no dispute followed is closed.
 *
 * Decision 0073.
 */
export const expireDispute: Job<JobPayloads['disputes.expire']> = async (act, { disputeId }) => {
  const locked = await lockDispute(act, disputeId);
  if (!locked) return;
  const { dispute, payment } = locked;
  if (dispute.status === 'warning') await closeWarning(act, dispute, 'lapsed');
  if (dispute.status !== 'needs_response') return;
  // While this job waited for the lock, the dispute that was warned of was opened, or the bank gave more time.
  if (dispute.evidence_due_at > act.ctx.now(act.merchant)) return;
  await loseDispute(act, payment, dispute, 'deadline_missed');
};

/** Closes the warning that a completed refund answers: as much as it warns of was refunded since. */
export async function closeAnsweredWarning(act: Act, refund: Refund): Promise<void> {
  if (refund.unwanted) return;
  const warning = await findOpenDispute(act.tx, act.merchant.id, refund.payment_id);
  if (warning?.status !== 'warning') return;
  const { transaction_id: paymentId, created_at: since } = warning;
  const refunded = await findRefundedSince(act.tx, act.merchant.id, paymentId, since);
  if (refunded < warning.amount) return;
  await closeWarning(act, warning, 'refunded');
  // In the sandbox, a warning that was answered is the end. A bank is not bound by that.
  await cancel(act, 'disputes.callback', reportKey(paymentId, 'opened', warning.gateway_reference));
}

/** The key of the job that plays a report of a gateway of the sandbox. */
export function reportKey(paymentId: string, kind: string, gatewayReference: string): string {
  return `${paymentId}/${kind}/${gatewayReference}`;
}

/** Ends a warning: its payment was refunded, or no dispute follows it. */
export async function closeWarning(
  act: Act,
  warning: Dispute,
  resolution: 'refunded' | 'lapsed',
): Promise<void> {
  await cancel(act, 'disputes.expire', warning.id);
  const resolved_at = act.ctx.now(act.merchant);
  await move(act, 'disputes', warning.id, disputeMoves.close, { set: { resolution, resolved_at } });
}

/** A dispute with its payment, locked. Lock order: a payment before its disputes. */
export async function lockDispute(
  act: Act,
  id: string,
): Promise<{ readonly dispute: Dispute; readonly payment: Transaction } | undefined> {
  const known = await findDispute(act.tx, act.merchant.id, id);
  if (!known) return undefined;
  const payment = await lockTransaction(act.tx, act.merchant.id, known.transaction_id);
  // It may have changed before the payment was locked.
  const dispute = await findDispute(act.tx, act.merchant.id, id);
  return dispute && payment && { dispute, payment };
}
