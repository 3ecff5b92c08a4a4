import { linesOf, type Moved, type Movement } from './accounts.ts';
import { moved, payerOf } from './subaccounts.ts';

/** A payout; with a subaccount, it takes the money of that one instead of the merchant's own. */
type Requested = Moved & { readonly subaccount_id?: string | null };

/** M7: the merchant asks for a payout, of no more than is available. The balance of a subaccount never falls below zero. */
export function payoutRequested({ id, amount, currency, subaccount_id: from }: Requested): Movement {
  return {
    name: 'payout.requested',
    sourceId: id,
    lines: moved(currency, payerOf(from), 'payout_in_transit', amount),
    floor: 0n,
  };
}

/** Columns of a payout that say how its money is divided. */
export type PaidOut = Requested & { readonly fee: bigint };

/** M8: the merchant has the money, less the fee. */
export function payoutCompleted({ id, amount, fee, currency }: PaidOut): Movement {
  return {
    name: 'payout.completed',
    sourceId: id,
    lines: linesOf(currency, { payout_in_transit: -amount, payout_clearing: amount - fee, fees: fee }),
  };
}

/** M9: nothing was paid out, so the merchant gets the fee back too. */
export function payoutFailed({ id, amount, currency, subaccount_id: from }: Requested): Movement {
  return {
    name: 'payout.failed',
    sourceId: id,
    lines: moved(currency, 'payout_in_transit', payerOf(from), amount),
  };
}

/** M10: the bank returns what it received; the service keeps the fee. */
export function payoutReturned({ id, amount, fee, currency, subaccount_id: from }: PaidOut): Movement {
  const net = amount - fee;
  return {
    name: 'payout.returned',
    sourceId: id,
    lines: moved(currency, 'payout_clearing', payerOf(from), net),
  };
}
