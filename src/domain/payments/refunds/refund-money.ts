import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { reserveTerms } from '../../money/fees/payment-fees.ts';
import { holdReleased, refundRequested } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { findHold, findRefundAllowance, lockAvailable } from '../../money/ledger/queries.ts';
import type { Transaction } from '../transactions/queries.ts';
import { findGivenShares, type Refund } from './queries.ts';
import { nextSettled, nextShares } from './shares.ts';

const allowanceMs = reserveTerms.days * 86_400_000;

/**
 * The columns of a new refund that say which part of the payment's fee and reserve falls on it.
 *
 * @param payment locked, and counting this refund already in `refunded`
 *
 * Decision 0010.
 */
export async function shareRefund(
  act: Act,
  payment: Transaction,
  amount: bigint,
): Promise<Pick<Refund, 'fee_share' | 'reserve_share' | 'reserve_released'>> {
  const given = await findGivenShares(act.tx, act.merchant.id, payment.id);
  const { fee, reserve } = nextShares(payment, amount, payment.refunded, given);
  const held = await findHold(act.tx, act.merchant.id, payment.id, 'reserve');
  const isHeld = held !== undefined && held.amount > held.released;
  return { fee_share: fee, reserve_share: reserve, reserve_released: isHeld ? 0n : reserve };
}

/**
 * M4: takes a refund out of `available`, which may fall below zero by the refund allowance. What is not settled yet of the
 * payment is settled first, for the share of this refund (M2).
 *
 * Locks the merchant's ledger: the payment's row is locked and the refund's row written before.
 *
 * Spec: "Balance", "Refund". Decision 0010.
 */
export async function takeRefund(act: Act, payment: Transaction, refund: Refund): Promise<void> {
  const { tx, merchant } = act;
  const pending = await findHold(tx, merchant.id, payment.id, 'pending');
  const settled = pending ? nextSettled(payment, payment.refunded, pending.released) : 0n;
  const available = await lockAvailable(tx, merchant.id, refund.currency);
  const since = new Date(act.ctx.now(merchant).getTime() - allowanceMs);
  const floor = -(await findRefundAllowance(tx, merchant.id, refund.currency, since));
  if (available + settled - refund.amount < floor) throw new ApiError('INSUFFICIENT_BALANCE');
  const share = { paymentId: payment.id, account: 'pending', currency: refund.currency } as const;
  await post(act, holdReleased({ ...share, amount: settled }, refund.id), refundRequested(refund, floor));
}
