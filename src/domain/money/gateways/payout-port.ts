import type { PayoutMethod } from '../fees/payout-fees.ts';

export type PayoutOutcome =
  | {
      readonly kind: 'completed';
      /** Sandbox only: how much later the bank sends the money back. A real bank does so without being asked. */
      readonly returnedAfterMs?: number;
    }
  /** The destination does not take the money. */
  | { readonly kind: 'rejected' }
  /** Nobody has collected the cash: an agent hands it out later, or the time for it ends. */
  | { readonly kind: 'uncollected' };

/** What an operator does with a payout, and how long after the request. */
export type PayoutReview = {
  readonly heldAfterMs: number;
  readonly endsAfterMs: number;
  readonly verdict: 'released' | 'blocked';
};

type AskedPayout = { readonly amount: bigint; readonly method: PayoutMethod };

/** What pays a merchant out. */
export type PayoutGateway = {
  /** The value of `gateway` in the payout's transaction. */
  readonly name: string;
  /** Business time from the request to the result of a payout. */
  readonly answersAfterMs: number;
  readonly answer: (payout: AskedPayout) => PayoutOutcome;
  /** Sandbox only: plays an operator, for payouts that one would review. */
  readonly review?: (payout: AskedPayout) => PayoutReview | undefined;
};
