import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { amountOf, formatMoney2, percentage } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import { post } from '../ledger/post.ts';
import { lockAvailable } from '../ledger/queries.ts';
import { capitalRepaid } from '../ledger/share-movements.ts';
import {
  type Advance,
  findAdvance,
  insertRepayment,
  lockAdvance,
  lockOutstandingAdvance,
  type Repayment,
} from './queries.ts';
import { advanceMoves } from './states.ts';

type Owed = Pick<Advance, 'amount' | 'fee' | 'amount_repaid'>;
type Terms = Owed & Pick<Advance, 'currency' | 'holdback_basis_points'>;

/** What remains of an advance and its fee. */
export function remainingOf({ amount, fee, amount_repaid: repaid }: Owed): bigint {
  return amount + fee - repaid;
}

/** What is held back of what a merchant earned: the rate, rounded half-up, and at most what remains. */
export function heldBackOf(earned: bigint, advance: Terms): bigint {
  const rate = percentage(amountOf(earned), advance.holdback_basis_points, advance.currency);
  const remaining = remainingOf(advance);
  return rate < remaining ? rate : remaining;
}

/** A payment that settles, and what of it is the merchant's once partners have their shares. */
type HeldBackFrom = { readonly id: string; readonly currency: Currency; readonly earned: bigint };

/**
 * Writes what is held back of a payment that settles: the rate of the outstanding advance, at most what remains of it.
 *
 * The caller has locked the payment. It posts the repayment (M17), and then calls `recordRepayment`. Lock order: payment, advance,
 * ledger.
 *
 * Spec: "Capital advance". Decision 0075.
 */
export async function holdBack(
  act: Act,
  { id, currency, earned }: HeldBackFrom,
): Promise<Repayment | undefined> {
  if (earned <= 0n) return undefined;
  const advance = await lockOutstandingAdvance(act.tx, act.merchant.id, currency);
  if (!advance) return undefined;
  const amount = heldBackOf(earned, advance);
  return amount > 0n ? await writeRepayment(act, advance, { amount, transaction_id: id }) : undefined;
}

/**
 * Repays all that remains of an advance from `available`. Repaying twice is harmless.
 *
 * @returns the advance, and how much of it this has repaid: zero if nothing remained
 * @throws NOT_FOUND
 * @throws INSUFFICIENT_BALANCE `details.available`, `details.required`
 *
 * Decision 0075.
 */
export async function repayEarly(
  act: Act,
  id: string,
): Promise<{ readonly advance: Advance; readonly repaid: bigint }> {
  const advance = await lockAdvance(act.tx, act.merchant.id, id);
  if (!advance) throw notFound('cap');
  const amount = remainingOf(advance);
  if (amount === 0n) return { advance, repaid: 0n };
  const available = await lockAvailable(act.tx, act.merchant.id, advance.currency);
  if (available < amount) {
    const details = { available: formatMoney2(available), required: formatMoney2(amount) };
    throw new ApiError('INSUFFICIENT_BALANCE', { details });
  }
  const repayment = await writeRepayment(act, advance, { amount, transaction_id: null });
  await post(act, capitalRepaid(repayment));
  await recordRepayment(act, repayment);
  return { advance: (await findAdvance(act.tx, act.merchant.id, id)) ?? advance, repaid: amount };
}

type Paid = Pick<Repayment, 'amount' | 'transaction_id'>;

async function writeRepayment(act: Act, advance: Advance, paid: Paid): Promise<Repayment> {
  const repayment = {
    ...paid,
    merchant_id: act.merchant.id,
    id: newId(),
    advance_id: advance.id,
    amount_remaining: remainingOf(advance) - paid.amount,
    currency: advance.currency,
    created_at: act.ctx.now(act.merchant),
  };
  await insertRepayment(act.tx, act.merchant.id, repayment);
  return repayment;
}

/** Records the event of a repayment that was posted, and ends its advance if nothing remains. */
export async function recordRepayment(act: Act, repayment: Repayment): Promise<void> {
  await recordEvent(act, 'capital.repayment', repayment);
  if (repayment.amount_remaining > 0n) return;
  const set = { repaid_at: repayment.created_at };
  await move(act, 'capital_advances', repayment.advance_id, advanceMoves.repay, { set });
}
