import type { MerchantId } from '../../../engine/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Amount } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import type { PaymentMethod } from '../fees/payment-fees.ts';
import type { FeeTerms } from '../fees/terms.ts';
import type { Wallet } from '../wallets/wallets.ts';
import type { DisputeAnswer, DisputeAnswerOutcome, DisputeCallback } from './dispute-port.ts';
import type { HoldOutcome, HoldRequest } from './hold-port.ts';
import type { Limits } from './limits.ts';
import type { RefundOutcome, RefundRequest } from './refund-port.ts';

/** Why a payment was refused. Outcomes, never errors of a call. */
export type DeclineCode =
  | 'CARD_DECLINED'
  | 'CARD_INSUFFICIENT_FUNDS'
  | 'CARD_EXPIRED'
  | 'CARD_CVV_INVALID'
  | 'CARD_BLOCKED'
  | 'CARD_NOT_TEST_CARD'
  | 'GATEWAY_TIMEOUT'
  | 'WALLET_CANCELLED'
  | 'WALLET_WRONG_PIN'
  | 'WALLET_INSUFFICIENT_FUNDS'
  | 'WALLET_TIMEOUT'
  | 'WALLET_UNREACHABLE'
  | 'WALLET_LIMIT_EXCEEDED';

/** What a gateway adds to its answer when a card reader read the card. The caller sees all of it; only the card is stored. */
export type ReaderAnswer = {
  readonly card?: { readonly brand: string; readonly last4: string };
  /** ISO 8583. */
  readonly responseCode?: string;
  readonly authCode?: string;
  /** Data of the issuer for the chip, base64. */
  readonly emvResponse?: string;
};

/** The payer's money has arrived. Amount and currency are what the gateway reports, which may differ from what was asked. */
export type Approved = ReaderAnswer & {
  readonly kind: 'approved';
  readonly gatewayReference: string;
  /** True if the gateway gives a payment another reference with its decision, and has found this one by the payment's id. */
  readonly replacesReference?: true;
  readonly gatewayStatus: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Sandbox only: what the gateway later reports of a dispute. A real gateway calls by itself. */
  readonly disputes?: readonly DisputeCallback[];
};

/** No money has arrived and none will. */
export type Declined = ReaderAnswer & {
  readonly kind: 'declined';
  readonly reason: DeclineCode;
  readonly gatewayReference: string | null;
  readonly gatewayStatus: string;
};

/** The amount is held on the customer's card. No money has moved, and none will before a capture. */
export type Authorized = {
  readonly kind: 'authorized';
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  readonly amount: Amount;
  readonly currency: Currency;
};

/** What a callback of the gateway reports, and how long after the charge in business time. */
export type Callback = { readonly afterMs: number; readonly outcome: Approved | Authorized | Declined };

/** The gateway has the charge and has not decided. */
export type Pending = {
  readonly kind: 'pending';
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  /** Sandbox only: a real gateway calls by itself. */
  readonly callbacks?: readonly Callback[];
};

/**
 * The bank asks the customer to confirm the payment (3-D Secure). No money is taken before `answerChallenge` says that they
 * did.
 */
export type Challenge = {
  readonly kind: 'challenge';
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
};

export type ChargeOutcome =
  | Approved
  /** Only of an attempt that was sent to `authorize`. */
  | Authorized
  | Declined
  | Pending
  | Challenge
  /** Nothing was begun: the number belongs to no active wallet account. */
  | { readonly kind: 'refused'; readonly code: 'WALLET_INIT_FAILED' }
  /** Nothing was begun: the provider is down. `answered`: it is there, but does not take this charge. */
  | { readonly kind: 'unavailable'; readonly answered?: true }
  /** No answer: the charge may or may not have happened, so the gateway is asked until it knows. */
  | { readonly kind: 'unknown' };

export type CardInstrument = {
  readonly type: 'card';
  readonly number: string;
  readonly expiry: { readonly month: number; readonly year: number };
  readonly cvv: string;
  readonly holder?: string;
};

type WalletInstrument = { readonly type: 'wallet'; readonly wallet: Wallet; readonly phone: string };

/** What pays a checkout. */
export type Instrument = CardInstrument | WalletInstrument;

/** A card that a reader read and encrypted. Only the gateway can decrypt it. */
export type ReaderInstrument = {
  readonly type: 'reader';
  readonly entryMode: 'chip' | 'contactless' | 'magstripe';
  /** As it came from the reader, byte for byte. In memory only: never stored, logged or thrown. */
  readonly ciphertext: string;
  readonly ksn: string;
  readonly keyId: string | undefined;
};

/** A card that the gateway keeps. Anybody with the token can charge it, so it is stored sealed. */
export type TokenInstrument = { readonly type: 'token'; readonly token: string };

export type KeepRequest = {
  /** Of one attempt to save the card. The same reference and card always give the same token. */
  readonly reference: string;
  /** In memory only: never stored, logged or thrown. */
  readonly card: CardInstrument;
};

/** What an account updater reports of a card that the bank has renewed. Its token stays the same. */
export type RenewedCard = {
  readonly expiry: CardInstrument['expiry'];
  /** Absent: the number is the same. */
  readonly last4?: string;
};

export type KeepOutcome =
  /** The gateway has the card. Nothing was charged. */
  | {
      readonly kind: 'kept';
      readonly token: string;
      readonly brand: string | null;
      readonly last4: string;
      readonly expiry: CardInstrument['expiry'];
      /** Sandbox only: when its account updater calls back, by the merchant's clock. A real one calls by itself. */
      readonly renewals?: readonly { readonly at: Date; readonly renewed: RenewedCard }[];
    }
  /** The gateway refuses the card and has kept nothing. */
  | { readonly kind: 'declined'; readonly reason: DeclineCode }
  /** The provider is down. */
  | { readonly kind: 'unavailable' }
  /** No answer. If the gateway has kept the card, nobody can charge it, since nobody has its token. */
  | { readonly kind: 'unknown' };

export type ChargeRequest = {
  readonly merchantId: MerchantId;
  /** The payment's id. A gateway charges a reference at most once, even if asked again. */
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Business time. */
  readonly startedAt: Date;
  readonly instrument: Instrument | ReaderInstrument | TokenInstrument;
};

export type ChargeQuestion = {
  readonly merchantId: MerchantId;
  /** The payment's id. */
  readonly reference: string;
  /** Null if the answer to the charge was lost. */
  readonly gatewayReference: string | null;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly startedAt: Date;
  readonly now: Date;
  /** Of a wallet payment, `+263…`. */
  readonly phone: string | null;
};

/** How the customer answered the challenge of a charge. */
export type ChallengeAnswer = 'authorise' | 'fail';

/** How a gateway holds an amount on a card, to be taken later. */
export type Holds = {
  /** As `charge`, but the amount is only held: the good outcome is `authorized` instead of `approved`. */
  readonly authorize: (request: ChargeRequest) => Promise<ChargeOutcome>;
  /** Takes a held amount or a part of it, once. */
  readonly capture: (request: HoldRequest) => Promise<Exclude<HoldOutcome, { kind: 'voided' }>>;
  /** Releases a held amount that was not captured. */
  readonly release: (
    request: HoldRequest,
  ) => Promise<Exclude<HoldOutcome, { kind: 'captured' | 'rejected' }>>;
};

/** What a gateway was asked for. `charge` includes holding an amount. */
export type Errand = {
  readonly merchantId: MerchantId;
  /** The id of the payment or the refund. */
  readonly reference: string;
  readonly purpose: 'charge' | 'capture' | 'refund';
};

/** What a payment provider must be able to do. A failure is an outcome, never an exception. */
export type Gateway = {
  /** The value of the column `gateway` and of `gateway_name` in answers. */
  readonly name: string;
  readonly charge: (request: ChargeRequest) => Promise<ChargeOutcome>;
  readonly query: (question: ChargeQuestion) => Promise<ChargeOutcome>;
  /** Ends a challenge: a charge is approved at most once, even if it is answered again. Absent if the gateway never challenges. */
  readonly answerChallenge?: (about: ChargeQuestion, answer: ChallengeAnswer) => Promise<ChargeOutcome>;
  readonly refund: (request: RefundRequest) => Promise<RefundOutcome>;
  /** Passes a merchant's answer on to the customer's bank. Absent: an operator does. */
  readonly answerDispute?: (answer: DisputeAnswer) => Promise<DisputeAnswerOutcome>;
  /**
   * Whether the gateway is still at work on an errand by itself, as one that reverses what has no answer. Then nobody can say yet how it
   * ends. It reads what it has written in the caller's transaction, and asks no provider. Absent: it does nothing by itself.
   */
  readonly isAtWork?: (tx: Tx, errand: Errand) => Promise<boolean>;
  /** Absent if the gateway cannot hold an amount, as wallets cannot. */
  readonly holds?: Holds;
  /** Keeps a card for later charges by token, and charges nothing. Absent if the gateway cannot keep cards. */
  readonly tokenize?: (request: KeepRequest) => Promise<KeepOutcome>;
  readonly limits?: Limits;
  /** What a merchant pays for a payment here. Absent for a method: the service's own fee. */
  readonly fees?: Readonly<Partial<Record<PaymentMethod, FeeTerms>>>;
};
