import type { Dispute } from '../../../../../domain/payments/disputes/queries.ts';
import type { Refund } from '../../../../../domain/payments/refunds/queries.ts';
import type { Transaction } from '../../../../../domain/payments/transactions/queries.ts';

const dayMs = 86_400_000;

type Given = {
  readonly payment: Pick<Transaction, 'reserve_amount' | 'reserve_release_at'>;
  readonly refunds: readonly Pick<Refund, 'status' | 'reserve_share' | 'completed_at'>[];
  readonly disputes: readonly Pick<Dispute, 'status' | 'reserve_share' | 'resolved_at'>[];
};

export type ReserveRelease = { readonly at: Date; readonly amount: bigint };

/**
 * When which part of a payment's reserve is released: the share of a completed refund or of a lost dispute at the next midnight (UTC),
 * what is left at the end of the reserve's time.
 */
export function reserveReleasesOf({ payment, refunds, disputes }: Given): readonly ReserveRelease[] {
  const { reserve_amount: reserve, reserve_release_at: end } = payment;
  if (end === null) return [];
  const shares = [
    ...refunds.map(({ status, ...of }) => ({ ...of, at: status === 'completed' ? of.completed_at : null })),
    ...disputes.map(({ status, ...of }) => ({ ...of, at: status === 'lost' ? of.resolved_at : null })),
  ];
  const early = shares.flatMap(({ at, reserve_share: amount }) => {
    const midnight = at && midnightAfter(at);
    // A share that would come later is released with the rest.
    return midnight && midnight < end && amount > 0n ? [{ at: midnight, amount }] : [];
  });
  const rest = early.reduce((left, { amount }) => left - amount, reserve);
  return rest > 0n ? [...early, { at: end, amount: rest }] : early;
}

const midnightAfter = (at: Date): Date => new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs);
