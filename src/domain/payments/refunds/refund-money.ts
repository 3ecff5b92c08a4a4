import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { formatMoney2 } from '../../money/amounts/amount.ts';
import { reserveTerms } from '../../money/fees/payment-fees.ts';
import { holdReleased, refundRequested } from '../../money/ledger/accounts.ts';
import { disputeOpened } from '../../money/ledger/dispute-movements.ts';
import { postAhead } from '../../money/ledger/post.ts';
import { findHold, findRefundAllowance, lockAvailable } from '../../money/ledger/queries.ts';
import { shareSettled } from '../../money/ledger/share-movements.ts';
import { shareOut } from '../../money/splits/share-out.ts';
import { recordShares, sharedIn } from '../settlement/settle-part.ts';
import type { Transaction } from '../transactions/queries.ts';
import { findGivenShares, type Refund } from './queries.ts';
import { nextSettled, nextShares } from './shares.ts';

type Disputed = Parameters<typeof disputeOpened>[0];

const allowanceMs = reserveTerms.days * 86_400_000;

/**
 * Computes the columns of a new refund or dispute that hold its share of the payment's fee and reserve.
 *
 * @param payment locked; its `refunded` or `disputed` already includes this amount
 *
 * Decision 0010.
 */
export async function shareRefund(
  act: Act,
  payment: Transaction,
  amount: bigint,
): Promise<Pick<Refund, 'fee_share' | 'reserve_share' | 'reserve_released'>> {
  const [given, held] = await Promise.all([
    findGivenShares(act.tx, act.merchant.id, payment.id),
    findHold(act.tx, act.merchant.id, payment.id, 'reserve'),
  ]);
  const { fee, reserve } = nextShares(payment, amount, takenOf(payment), given);
  const isHeld = held !== undefined && held.amount > held.released;
  return { fee_share: fee, reserve_share: reserve, reserve_released: isHeld ? 0n : reserve };
}

/**
 * Takes a refund out of `available` (M4), which may fall below zero by the refund allowance. If the payment is not settled
 * yet, the part that this refund needs is settled first (M2), and partners get their shares of that part (M15).
 *
 * Locks the merchant's ledger, so call it last: with the payment locked and the refund inserted.
 *
 * @throws INSUFFICIENT_BALANCE `details.available`, and `details.required`: what this refund takes from it
 *
 * Spec: "Balance", "Refund". Decisions 0010 and 0074.
 */
export async function takeRefund(act: Act, payment: Transaction, refund: Refund): Promise<void> {
  const { tx, merchant } = act;
  const early = await settleEarly(act, payment, refund.id);
  const since = new Date(act.ctx.now(merchant).getTime() - allowanceMs);
  // Pipelined: the allowance is read after the lock is taken.
  const [available, allowance] = await Promise.all([
    lockAvailable(tx, merchant.id, refund.currency),
    findRefundAllowance(tx, merchant.id, refund.currency, since),
  ]);
  const floor = -allowance;
  const required = refund.amount - early.added;
  if (available - required < floor) throw insufficient(available, required);
  postAhead(act, ...early.movements, refundRequested(refund, floor));
  await recordShares(act, early.shares);
}

/**
 * Takes a dispute out of `available` (M12). There is no floor: the bank takes the money whether the merchant has it or not. What
 * the dispute needs of a payment that is not settled yet is settled first (M2), and partners get their shares of that part (M15).
 *
 * Locks the merchant's ledger, so call it last.
 *
 * Decisions 0073 and 0074.
 */
export async function takeDispute(act: Act, payment: Transaction, dispute: Disputed): Promise<void> {
  const early = await settleEarly(act, payment, dispute.id);
  postAhead(act, ...early.movements, disputeOpened(dispute));
  await recordShares(act, early.shares);
}

/**
 * Writes what must be settled of a payment, so that what is taken of it now does not come out of other payments. Nothing of it
 * repays an advance: a payment repays once, when the rest of it settles.
 */
async function settleEarly(act: Act, payment: Transaction, sourceId: string) {
  const { id: paymentId, currency } = payment;
  const pending = await findHold(act.tx, act.merchant.id, paymentId, 'pending');
  const amount = pending ? nextSettled(payment, takenOf(payment), pending.released) : 0n;
  const shares = await shareOut(act, payment, { sourceId, before: pending?.released ?? 0n, amount });
  const settled = holdReleased({ paymentId, account: 'pending', currency, amount }, sourceId);
  return { shares, movements: [settled, ...shares.map(shareSettled)], added: amount - sharedIn(shares) };
}

/** What refunds and disputes have taken of a payment. */
function takenOf({ refunded, disputed }: Transaction): bigint {
  return refunded + disputed;
}

function insufficient(available: bigint, required: bigint): ApiError {
  const details = { available: formatMoney2(available), required: formatMoney2(required) };
  return new ApiError('INSUFFICIENT_BALANCE', { details });
}
