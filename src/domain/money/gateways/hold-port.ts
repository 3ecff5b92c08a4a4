import type { MerchantId } from '../../../engine/principal.ts';
import type { Amount } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import type { DisputeCallback } from './dispute-port.ts';

export type HoldRequest = {
  readonly merchantId: MerchantId;
  /** The payment's id. A gateway captures a reference at most once, and releases it at most once, even if asked again. */
  readonly reference: string;
  /** Of the held amount. */
  readonly gatewayReference: string;
  /** How much to capture, or how much is released. */
  readonly amount: Amount;
  /** How much was held. */
  readonly heldAmount: Amount;
  readonly currency: Currency;
  /** When the merchant asked for it, and now: business time. */
  readonly startedAt: Date;
  readonly now: Date;
};

type Captured = {
  readonly kind: 'captured';
  readonly gatewayStatus: string;
  /** Sandbox only: as in `Approved`. */
  readonly disputes?: readonly DisputeCallback[];
};

export type HoldOutcome =
  /** Exactly the amount of the request was taken. The rest is held no longer. */
  | Captured
  /** Nothing was captured and nothing will be: the bank holds the amount no longer. */
  | { readonly kind: 'rejected'; readonly gatewayStatus: string }
  /** Nothing is held any more, and nothing was taken. Also for an amount whose hold has ended at the bank. */
  | { readonly kind: 'voided'; readonly gatewayStatus: string }
  /** The gateway has it and has not decided: ask again with the same reference. */
  | { readonly kind: 'pending' }
  /** No answer: ask again with the same reference. */
  | { readonly kind: 'unknown' };
