/** One movement on the account that a provider keeps for the service. */
export type StatementLine = {
  /** The provider's id of the entry, unique in its statement. */
  readonly line: string;
  /** Our id as the rail sent it, if the provider repeats it: end-to-end id, correlation id, RRN. */
  readonly reference: string | null;
  readonly gatewayReference: string | null;
  readonly kind: 'payment' | 'refund' | 'payout' | 'return' | 'fee' | 'other';
  /** Ten-thousandths. Positive: money that came in. Negative: money that went out. */
  readonly amount: bigint;
  /** The ISO code as the provider states it. */
  readonly currency: string;
  /** YYYY-MM-DD, by the calendar of the provider. */
  readonly bookedOn: string;
  /** Our ids of the payouts that the line stands for, if the provider books several as one and names them. */
  readonly covers?: readonly string[];
};

/** What a provider says about the account of one currency, from one day to another. */
export type Statement = {
  readonly id: string;
  readonly currency: string;
  /** YYYY-MM-DD, the first day. */
  readonly from: string;
  /** YYYY-MM-DD, the last day. */
  readonly to: string;
  /** The balance before the first line, if the provider states it. */
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly lines: readonly StatementLine[];
};
