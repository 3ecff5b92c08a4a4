import type { MerchantId } from '../../../engine/principal.ts';
import type { Amount } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import type { PayoutMethod } from '../fees/payout-fees.ts';
import type { Wallet } from '../wallets/wallets.ts';
import type { Limits } from './limits.ts';

/** Where a payout goes. The numbers are whole: in memory only, never logged or thrown. */
export type PaidDestination =
  | {
      readonly type: 'bank';
      readonly bankName: string;
      readonly accountName: string;
      readonly accountNumber: string;
      readonly branchCode: string | null;
    }
  | { readonly type: 'wallet'; readonly wallet: Wallet; readonly phone: string }
  | { readonly type: 'cash' };

export type PayoutRequest = {
  readonly merchantId: MerchantId;
  /** The payout's id. A gateway pays a reference out at most once, however often it is asked. */
  readonly reference: string;
  readonly method: PayoutMethod;
  /** What the merchant pays, and what the destination receives: the amount less the fee. */
  readonly gross: Amount;
  readonly net: Amount;
  readonly currency: Currency;
  /** When the payout was requested, and now: business time. */
  readonly startedAt: Date;
  readonly now: Date;
  readonly destination: PaidDestination;
};

export type PayoutOutcome =
  | {
      readonly kind: 'completed';
      /** The gateway's own id of the payout, if it gives one. */
      readonly gatewayReference?: string;
      /** Sandbox only: how much later the bank sends the money back. A real bank does so without being asked. */
      readonly returnedAfterMs?: number;
    }
  /** The destination does not take the money. Nothing was paid, and nothing will be. */
  | { readonly kind: 'rejected' }
  /** Nobody has collected the cash: an agent hands it out later, or the time for it ends. */
  | { readonly kind: 'uncollected' }
  /** The gateway has it and has not decided: ask again with the same reference. */
  | { readonly kind: 'pending' }
  /** No answer: ask again with the same reference. `answered`: the provider is there, but cannot pay now. */
  | { readonly kind: 'unknown'; readonly answered?: true };

/** What an operator does with a payout, and how long after the request. */
export type PayoutReview = {
  readonly heldAfterMs: number;
  readonly endsAfterMs: number;
  readonly verdict: 'released' | 'blocked';
};

/** What decides which gateway pays out. `wallet` is that of a destination in mobile money. */
export type PayoutRoute = {
  readonly method: PayoutMethod;
  readonly currency: Currency;
  readonly wallet: Wallet | null;
};

/** What pays a merchant out. */
export type PayoutGateway = {
  /** The value of `gateway` in the payout's transaction. */
  readonly name: string;
  /** Business time from the request until the gateway is first asked. */
  readonly answersAfterMs: number;
  readonly limits?: Limits;
  /** Pays, or says what became of a payout that it was asked for before. A failure is an outcome, never an exception. */
  readonly pay: (request: PayoutRequest) => Promise<PayoutOutcome>;
  /** Sandbox only: plays an operator, for payouts that one would review. */
  readonly review?: (payout: {
    readonly amount: bigint;
    readonly method: PayoutMethod;
  }) => PayoutReview | undefined;
};
