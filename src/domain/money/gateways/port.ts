import type { Amount } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';
import type { PaymentMethod } from '../fees/payment-fees.ts';
import type { Wallet } from '../wallets/wallets.ts';

declare module '../../../engine/context.ts' {
  interface Context {
    readonly gateways: Gateways;
  }
}

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

/** What only the answer to a card that a reader read can carry. It is shown to the caller; of it only the card is kept. */
export type ReaderAnswer = {
  readonly card?: { readonly brand: string; readonly last4: string };
  /** ISO 8583. */
  readonly responseCode?: string;
  readonly authCode?: string;
  /** Data of the issuer for the chip, base64. */
  readonly emvResponse?: string;
};

/** The payer's money has arrived, in the amount and currency that the gateway says, which may not be ours. */
export type Approved = ReaderAnswer & {
  readonly kind: 'approved';
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  readonly amount: Amount;
  readonly currency: Currency;
};

/** No money has arrived and none will. */
export type Declined = ReaderAnswer & {
  readonly kind: 'declined';
  readonly reason: DeclineCode;
  readonly gatewayReference: string | null;
  readonly gatewayStatus: string;
};

/** What a callback of the gateway says, so many milliseconds of business time after the charge. */
export type Callback = { readonly afterMs: number; readonly outcome: Approved | Declined };

/** The gateway has the charge and has not decided. */
export type Pending = {
  readonly kind: 'pending';
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  /** Sandbox only: a real gateway calls by itself. */
  readonly callbacks?: readonly Callback[];
};

export type ChargeOutcome =
  | Approved
  | Declined
  | Pending
  /** Nothing was begun: the number belongs to no active wallet account. */
  | { readonly kind: 'refused'; readonly code: 'WALLET_INIT_FAILED' }
  /** Nothing was begun: the provider said that it cannot be used now. */
  | { readonly kind: 'unavailable' }
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

/** A card that a reader read and encrypted: nobody but the gateway can tell what it is. */
export type ReaderInstrument = {
  readonly type: 'reader';
  readonly entryMode: 'chip' | 'contactless' | 'magstripe';
  /** As it came from the reader, byte for byte. In memory only: never stored, logged or thrown. */
  readonly ciphertext: string;
  readonly ksn: string;
  readonly keyId: string | undefined;
};

/** A card that the gateway keeps: whoever holds the token can charge it, so it is sealed wherever it is stored. */
export type TokenInstrument = { readonly type: 'token'; readonly token: string };

export type KeepRequest = {
  /** Of one try: the same reference and card give the same token, however often it is asked. */
  readonly reference: string;
  /** In memory only: never stored, logged or thrown. */
  readonly card: CardInstrument;
};

export type KeepOutcome =
  /** The gateway has the card. Nothing was charged. */
  | {
      readonly kind: 'kept';
      readonly token: string;
      readonly brand: string | null;
      readonly last4: string;
      readonly expiry: CardInstrument['expiry'];
    }
  /** It does not take the card, and has kept nothing. */
  | { readonly kind: 'declined'; readonly reason: DeclineCode }
  /** The provider said that it cannot be used now. */
  | { readonly kind: 'unavailable' }
  /** No answer: what it may have kept nobody can charge, since nobody has its token. */
  | { readonly kind: 'unknown' };

export type ChargeRequest = {
  /** The payment's id: a gateway charges a reference at most once, however often it is asked. */
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Business time. */
  readonly startedAt: Date;
  readonly instrument: Instrument | ReaderInstrument | TokenInstrument;
};

export type ChargeQuestion = {
  readonly reference: string;
  /** Null when the answer to the charge never reached us. */
  readonly gatewayReference: string | null;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly startedAt: Date;
  readonly now: Date;
  /** Of a wallet payment, `+263…`. */
  readonly phone: string | null;
};

export type RefundRequest = {
  /** The refund's id: given back at most once. */
  readonly reference: string;
  /** Of the payment. */
  readonly gatewayReference: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Business time. */
  readonly startedAt: Date;
  readonly now: Date;
  /** Money that nobody waited for goes back without anybody having asked. */
  readonly unwanted: boolean;
};

export type RefundOutcome =
  | { readonly kind: 'completed'; readonly gatewayReference: string }
  /** The gateway has it and has not decided: asking again with the same reference tells. */
  | { readonly kind: 'pending' }
  /** Nothing was given back and nothing will be. */
  | { readonly kind: 'rejected' }
  /** No answer: ask again with the same reference. */
  | { readonly kind: 'unknown' };

/** What a payment provider must be able to do. Trouble is an outcome, never an exception. */
export type Gateway = {
  /** Stands in `gateway` of transactions and in `gateway_name`. */
  readonly name: string;
  readonly charge: (request: ChargeRequest) => Promise<ChargeOutcome>;
  readonly query: (question: ChargeQuestion) => Promise<ChargeOutcome>;
  readonly refund: (request: RefundRequest) => Promise<RefundOutcome>;
  /** Keeps a card for later charges by its token; absent where it cannot. It charges nothing. */
  readonly tokenize?: (request: KeepRequest) => Promise<KeepOutcome>;
};

export type PayoutOutcome =
  | {
      readonly kind: 'completed';
      /** Sandbox only: the bank sends the money back so much later. A real one does so by itself. */
      readonly returnedAfterMs?: number;
    }
  /** The destination does not take the money. */
  | { readonly kind: 'rejected' };

/** Where money goes out to the merchant. */
export type PayoutGateway = {
  /** Stands in `gateway` of the payout's transaction. */
  readonly name: string;
  /** Business time from the request until it says what became of a payout. */
  readonly answersAfterMs: number;
  readonly answer: (payout: { readonly amount: bigint }) => PayoutOutcome;
};

/** The gateways of one mode. None for a method: `GATEWAY_NOT_CONFIGURED`. */
export type Gateways = {
  readonly forMethod: (method: PaymentMethod) => Gateway | undefined;
  readonly byName: (name: string) => Gateway | undefined;
  /** Takes what card readers encrypt. */
  readonly forReaders: Gateway | undefined;
  readonly forPayouts: PayoutGateway | undefined;
};
