/** Who calls, and for whom: made from an API key, or from the row a hosted page or a job is about. */

export type Mode = 'sandbox' | 'live';

declare const merchant: unique symbol;

/** A brand that only `merchantId()` makes, so that no other string is taken for a merchant's id. */
export type MerchantId = string & { readonly [merchant]: true };

export type Merchant = {
  readonly id: MerchantId;
  /** Business time minus real time; zero in live. */
  readonly clockOffsetMs: number;
  /** A job that a turned clock runs, or a process whose clock is behind, sees its own due time as now. */
  readonly at?: Date;
};

export type KeyKind = 'secret' | 'restricted' | 'public';

export type Principal = {
  readonly merchantId: MerchantId;
  readonly appId: string;
  readonly keyId: string;
  readonly mode: Mode;
  readonly kind: KeyKind;
  readonly permissions: readonly string[];
  readonly features: readonly string[];
  /** The app's pinned API version. */
  readonly apiVersion: string;
  /** Requests admitted in the window of `usualLimits.default`. */
  readonly rateLimit: number;
  /** The merchant's own tier; a mode may override it (`merchant_states`). */
  readonly kycTier: number;
  readonly suspended: boolean;
  /** First characters and last four, for logs. */
  readonly shownKey: string;
};

export function merchantId(uuid: string): MerchantId {
  return uuid as MerchantId;
}
