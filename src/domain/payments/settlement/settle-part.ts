import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { Repayment } from '../../money/capital/queries.ts';
import { holdBack, recordRepayment } from '../../money/capital/repay.ts';
import { type Movement } from '../../money/ledger/accounts.ts';
import { capitalRepaid, shareSettled } from '../../money/ledger/share-movements.ts';
import type { SplitSettlement } from '../../money/splits/queries.ts';
import { type SettledPart, type SharedPayment, shareOut } from '../../money/splits/share-out.ts';

/** What follows when money of a payment becomes available, written and not posted yet. */
type Settled = {
  readonly shares: readonly SplitSettlement[];
  readonly repayment: Repayment | undefined;
  /** To be posted together with the settlement, after it. */
  readonly movements: readonly Movement[];
};

export const nothingSettled: Settled = { shares: [], repayment: undefined, movements: [] };

/**
 * Writes what follows when a payment settles (M2). First partners get their shares (M15). What is left is the merchant's, and of that a
 * part is held back for an outstanding advance (M17).
 *
 * The caller has locked the payment. It posts the movements with the settlement, and then calls `recordSettled`. Posting locks the
 * ledger, so it comes after everything that is written here.
 *
 * Decisions 0074 and 0075.
 */
export async function settlePart(act: Act, payment: SharedPayment, part: SettledPart): Promise<Settled> {
  const shares = await shareOut(act, payment, part);
  const { id, currency } = payment;
  const repayment = await holdBack(act, { id, currency, earned: part.amount - sharedIn(shares) });
  const repaid = repayment ? [capitalRepaid(repayment)] : [];
  return { shares, repayment, movements: [...shares.map(shareSettled), ...repaid] };
}

/** Records the events of what `settlePart` wrote. */
export async function recordSettled(act: Act, { shares, repayment }: Settled): Promise<void> {
  await recordShares(act, shares);
  if (repayment) await recordRepayment(act, repayment);
}

export async function recordShares(act: Act, shares: readonly SplitSettlement[]): Promise<void> {
  for (const share of shares) await recordEvent(act, 'split.settled', share);
}

/** What these shares come to. */
export function sharedIn(shares: readonly SplitSettlement[]): bigint {
  return shares.reduce((sum, { amount }) => sum + amount, 0n);
}
