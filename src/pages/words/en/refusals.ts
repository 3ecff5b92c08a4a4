import type { DeclineCode } from '../../../domain/money/gateways/port.ts';

type CheckoutRefusal =
  | 'AMOUNT_MISMATCH'
  | 'ATTEMPTS_EXHAUSTED'
  | 'CAPTURE_REJECTED'
  | 'CHECKOUT_ABORTED'
  | 'CHECKOUT_CANCELLED'
  | 'CHECKOUT_EXPIRED';

/** What a customer reads for each refusal: what happened, whether money was taken, what to do next. */
export const refusals = {
  CARD_DECLINED: 'Your card was declined by your bank. No money was taken. Try another card.',
  CARD_INSUFFICIENT_FUNDS: 'There is not enough money on this card. No money was taken. Try another card.',
  CARD_EXPIRED: 'Your bank says this card has expired. No money was taken. Try another card.',
  CARD_CVV_INVALID:
    'The security code is wrong. No money was taken. Check the code on the card and try again.',
  CARD_BLOCKED: 'This card is blocked. No money was taken. Ask your bank, or try another card.',
  CARD_NOT_TEST_CARD:
    'This is a test page: use a test card number. No money was taken. The numbers are under "Test numbers" below.',
  GATEWAY_TIMEOUT: 'Your bank did not answer in time. No money was taken. Try again.',
  WALLET_CANCELLED: 'The request was refused on the phone. No money was taken. Try again when you are ready.',
  WALLET_WRONG_PIN: 'The PIN was wrong three times. No money was taken. Check your PIN and try again.',
  WALLET_INSUFFICIENT_FUNDS:
    'There is not enough money in the wallet. No money was taken. Top up, or pay another way.',
  WALLET_TIMEOUT:
    'The request was not approved in time. No money was taken. Keep your phone at hand and try again.',
  WALLET_UNREACHABLE:
    'Your phone could not be reached. No money was taken. Check that it is on and in range, and try again later.',
  WALLET_LIMIT_EXCEEDED:
    'The payment is above the limit of your wallet. No money was taken. Pay another way, or try again later.',
  AMOUNT_MISMATCH: 'The amount paid is not the amount asked for. The money is on its way back to you.',
  ATTEMPTS_EXHAUSTED: 'The payment was refused five times. No money was taken.',
  CAPTURE_REJECTED: 'Your bank no longer holds the amount. No money was taken.',
  CHECKOUT_ABORTED: 'The shop cancelled this payment. No money was taken.',
  CHECKOUT_CANCELLED: 'Cancelled. No money was taken.',
  CHECKOUT_EXPIRED: 'This payment has expired. No money was taken.',
} as const satisfies Record<DeclineCode | CheckoutRefusal, string>;
