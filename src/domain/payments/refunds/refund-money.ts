import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { formatMoney2 } from '../../money/amounts/amount.ts';
import { reserveTerms } from '../../money/fees/payment-fees.ts';
import { holdReleased, refundRequested } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { findHold, findRefundAllowance, lockAvailable } from '../../money/ledger/queries.ts';
import { shareSettled } from '../../money/ledger/share-movements.ts';
import { shareOut } from '../../money/splits/share-out.ts';
import { recordShares, sharedIn } from '../settlement/settle-part.ts';
import type { Transaction } from '../transactions/queries.ts';
import { findGivenShares, type Refund } from './queries.ts';
import { nextSettled, nextShares } from './shares.ts';

const allowanceMs = reserveTerms.days * 86_400_000;

/**
 * Computes the columns of a new refund that hold its share of the payment's fee and reserve.
 *
 * @param payment locked; its `refunded` already includes this refund
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
  const pending = await findHold(tx, merchant.id, payment.id, 'pending');
  const settled = pending ? nextSettled(payment, payment.refunded, pending.released) : 0n;
  const part = { sourceId: refund.id, before: pending?.released ?? 0n, amount: settled };
  const shares = await shareOut(act, payment, part);
  const available = await lockAvailable(tx, merchant.id, refund.currency);
  const since = new Date(act.ctx.now(merchant).getTime() - allowanceMs);
  const floor = -(await findRefundAllowance(tx, merchant.id, refund.currency, since));
  const required = refund.amount - settled + sharedIn(shares);
  if (available - required < floor) throw insufficient(available, required);
  const share = { paymentId: payment.id, account: 'pending', currency: refund.currency } as const;
  await post(
    act,
    holdReleased({ ...share, amount: settled }, refund.id),
    ...shares.map(shareSettled),
    refundRequested(refund, floor),
  );
  await recordShares(act, shares);
}

function insufficient(available: bigint, required: bigint): ApiError {
  const details = { available: formatMoney2(available), required: formatMoney2(required) };
  return new ApiError('INSUFFICIENT_BALANCE', { details });
}
