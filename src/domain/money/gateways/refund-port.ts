import type { MerchantId } from '../../../engine/principal.ts';
import type { Amount } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';

export type RefundRequest = {
  readonly merchantId: MerchantId;
  /** The refund's id. A gateway refunds a reference at most once. */
  readonly reference: string;
  /** What is refunded. `amount` is what was captured. */
  readonly payment: { readonly reference: string; readonly amount: Amount };
  /** Of the payment. */
  readonly gatewayReference: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Business time. */
  readonly startedAt: Date;
  readonly now: Date;
  /** True if the service returns the money on its own, because it came too late or in the wrong amount. */
  readonly unwanted: boolean;
};

export type RefundOutcome =
  | { readonly kind: 'completed'; readonly gatewayReference: string }
  /** The gateway has it and has not decided: ask again with the same reference. */
  | { readonly kind: 'pending' }
  /** Nothing was given back and nothing will be. */
  | { readonly kind: 'rejected' }
  /** No answer: ask again with the same reference. */
  | { readonly kind: 'unknown' };
