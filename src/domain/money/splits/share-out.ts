import type { Act } from '../../../engine/context.ts';
import { newId } from '../../../platform/ids.ts';
import { type Amount, amountOf, unitOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import { findShares, insertSettlements, type SplitSettlement } from './queries.ts';

/** The payment whose money becomes available. */
export type SharedPayment = {
  readonly id: string;
  readonly currency: Currency;
  readonly split_id: string | null;
};

/** The part of a payment that becomes available now. */
export type SettledPart = {
  /** The payment itself, or the refund for which a part is settled early. */
  readonly sourceId: string;
  /** What of the payment was settled before. */
  readonly before: bigint;
  readonly amount: bigint;
};

/**
 * What a share gets of the part of a payment that settles now.
 *
 * It is the share of everything settled so far, less the share of what was settled before. So the parts of a payment give a partner
 * exactly as much as if it settled at once: its share rounded down to the currency's smallest unit.
 *
 * Decision 0074.
 */
export function shareOf(
  basisPoints: number,
  { before, amount }: Pick<SettledPart, 'before' | 'amount'>,
  currency: Currency,
): Amount {
  const unit = unitOf(currency);
  const of = (settled: bigint) => unit * ((settled * BigInt(basisPoints)) / (10_000n * unit));
  return amountOf(of(before + amount) - of(before));
}

/**
 * Writes the shares of a part of a payment that settles. The caller has locked the payment, posts the shares (M15), and then records
 * an event for each.
 *
 * Spec: "Splits". Decision 0074.
 */
export async function shareOut(
  act: Act,
  payment: SharedPayment,
  part: SettledPart,
): Promise<readonly SplitSettlement[]> {
  if (payment.split_id === null || part.amount === 0n) return [];
  const shares = await findShares(act.tx, act.merchant.id, payment.split_id);
  const created_at = act.ctx.now(act.merchant);
  const settlements = shares.map((share) => ({
    ...share,
    merchant_id: act.merchant.id,
    id: newId(),
    transaction_id: payment.id,
    source_id: part.sourceId,
    shared: part.amount,
    amount: shareOf(share.basis_points, part, payment.currency),
    currency: payment.currency,
    created_at,
  }));
  const credited = settlements.filter(({ amount }) => amount > 0n);
  await insertSettlements(act.tx, act.merchant.id, credited);
  return credited;
}
