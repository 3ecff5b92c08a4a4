import type { Amount } from '../amounts/amount.ts';

/** Why a customer disputes a payment. */
export type DisputeReason = 'fraudulent' | 'duplicate' | 'not_received' | 'not_as_described' | 'other';

/** What a gateway says of a dispute. */
export type DisputeReport =
  /** `warned`: a dispute is to come, and a refund can avert it. `opened`: the customer's bank demands the money back. */
  | {
      readonly kind: 'warned' | 'opened';
      readonly reason: DisputeReason;
      /** Absent: all of the payment that was not refunded. */
      readonly amount?: Amount;
      /** The last moment for an answer; absent: the usual time from now. */
      readonly respondBy?: Date;
    }
  /** The bank's decision is final. */
  | { readonly kind: 'decided'; readonly outcome: 'won' | 'lost' };

/** What a callback of the gateway reports of a dispute, and how long in business time after its cause. */
export type DisputeCallback = {
  readonly afterMs: number;
  /** The gateway's own id of the dispute: the same in all that it reports of it. */
  readonly gatewayReference: string;
  readonly report: DisputeReport;
};

/** A merchant's answer to a dispute. */
export type DisputeAnswer = {
  /** The dispute's id. A gateway takes one answer for a reference, and says the same of it when it is sent again. */
  readonly reference: string;
  readonly gatewayReference: string;
  /** `accept`: the merchant gives the money back. */
  readonly answer: 'contest' | 'accept';
  readonly evidence: string | null;
  readonly files: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly content: Uint8Array;
  }[];
};

export type DisputeAnswerOutcome =
  | {
      readonly kind: 'taken';
      /** Sandbox only: the decision that follows. */
      readonly callbacks?: readonly DisputeCallback[];
    }
  /** No answer: send it again with the same reference. */
  | { readonly kind: 'unknown' };
