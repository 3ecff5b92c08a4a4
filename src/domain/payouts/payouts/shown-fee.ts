import type { Payout } from './queries.ts';

/** The money and the fee of these went back (M9). */
const returned: ReadonlySet<Payout['status']> = new Set(['failed', 'blocked', 'unclaimed']);

/** The fee, and the amount less the fee; both zero when nothing was paid out, as of a transaction. */
export function shownFee({ status, amount, fee }: Payout): { readonly fee: bigint; readonly net: bigint } {
  return returned.has(status) ? { fee: 0n, net: 0n } : { fee, net: amount - fee };
}
