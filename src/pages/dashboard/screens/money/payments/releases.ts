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

/** What of a payment is still in the reserve. */
export function heldInReserve({ now, ...given }: Given & { readonly now: Date }): bigint {
  const open = reserveReleasesOf(given).filter(({ at }) => at > now);
  return open.reduce((sum, { amount }) => sum + amount, 0n);
}

const midnightAfter = (at: Date): Date => new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs);

type Taken = {
  readonly payment: Pick<Transaction, 'amount' | 'available_on'>;
  readonly refunds: readonly Pick<Refund, 'status' | 'amount' | 'created_at'>[];
  readonly disputes: readonly Pick<Dispute, 'amount' | 'opened_at'>[];
};

/** What of a payment its settlement still releases: the part that a refund or a dispute took before was settled with it. */
export function settlementOf({ payment, refunds, disputes }: Taken): 'whole' | 'rest' | 'nothing' {
  const { available_on: due, amount } = payment;
  const taken = [
    ...refunds.flatMap(({ status, ...of }) => (status === 'failed' ? [] : [{ ...of, at: of.created_at }])),
    ...disputes.map((of) => ({ ...of, at: of.opened_at })),
  ];
  const early = taken.filter(({ at }) => at !== null && due !== null && at < due);
  const settled = early.reduce((sum, one) => sum + one.amount, 0n);
  if (settled === 0n) return 'whole';
  return settled < amount ? 'rest' : 'nothing';
}
