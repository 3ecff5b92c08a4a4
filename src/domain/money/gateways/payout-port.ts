export type PayoutOutcome =
  | {
      readonly kind: 'completed';
      /** Sandbox only: how much later the bank sends the money back. A real bank does so without being asked. */
      readonly returnedAfterMs?: number;
    }
  /** The destination does not take the money. */
  | { readonly kind: 'rejected' };

/** What pays a merchant out. */
export type PayoutGateway = {
  /** The value of `gateway` in the payout's transaction. */
  readonly name: string;
  /** Business time from the request to the result of a payout. */
  readonly answersAfterMs: number;
  readonly answer: (payout: { readonly amount: bigint }) => PayoutOutcome;
};
