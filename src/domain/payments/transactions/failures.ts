import type { components } from '../../../../generated/openapi.d.ts';

type FailureInfo = components['schemas']['FailureInfo'];
type FailureCode = FailureInfo['code'];

type Words = Omit<FailureInfo, 'code'>;

/** Why no money moved, in words for the merchant. The hosted pages have their own words for the customer. */
const failures: Readonly<Record<FailureCode, Words>> = {
  CARD_DECLINED: { message: 'The issuer declined the card without a reason.', advice: 'use_other_method' },
  CARD_INSUFFICIENT_FUNDS: { message: 'There is not enough money on the card.', advice: 'use_other_method' },
  CARD_EXPIRED: { message: 'The issuer says that the card has expired.', advice: 'use_other_method' },
  CARD_CVV_INVALID: { message: 'The security code is wrong.', advice: 'try_again' },
  CARD_BLOCKED: { message: 'The card is blocked.', advice: 'contact_issuer' },
  CARD_NOT_TEST_CARD: {
    message: 'Only the documented test numbers work in the sandbox.',
    advice: 'use_other_method',
  },
  GATEWAY_TIMEOUT: {
    message: 'The gateway did not answer; it was asked and knows of no payment.',
    advice: 'try_again',
  },
  WALLET_CANCELLED: { message: 'The customer refused the prompt.', advice: 'try_again' },
  WALLET_WRONG_PIN: { message: 'The customer entered a wrong PIN three times.', advice: 'try_again' },
  WALLET_INSUFFICIENT_FUNDS: {
    message: 'There is not enough money in the wallet.',
    advice: 'use_other_method',
  },
  WALLET_TIMEOUT: { message: 'Nobody answered on the handset.', advice: 'try_again' },
  WALLET_UNREACHABLE: { message: 'The handset is off or out of reach.', advice: 'try_later' },
  WALLET_LIMIT_EXCEEDED: {
    message: 'The payment is above a limit of the wallet itself.',
    advice: 'try_later',
  },
  WALLET_INIT_FAILED: {
    message: 'The number has no active wallet, so nobody was prompted.',
    advice: 'use_other_method',
  },
  AMOUNT_MISMATCH: { message: 'Another amount or currency was paid; it was handed back.', advice: 'none' },
  ATTEMPTS_EXHAUSTED: { message: 'Five attempts were refused.', advice: 'none' },
  CHECKOUT_ABORTED: { message: 'The merchant stopped waiting.', advice: 'none' },
  CHECKOUT_CANCELLED: { message: 'The customer cancelled on the payment page.', advice: 'none' },
  CHECKOUT_EXPIRED: { message: 'Nothing was paid in time.', advice: 'try_again' },
  CAPTURE_REJECTED: { message: 'The bank no longer holds the amount.', advice: 'use_other_method' },
  REFUND_REJECTED: {
    message: 'The gateway refused the refund; the money is available again.',
    advice: 'try_later',
  },
  DESTINATION_REJECTED: { message: 'The destination does not accept the payout.', advice: 'none' },
  COMPLIANCE_BLOCKED: { message: 'The payout was refused after a review.', advice: 'none' },
  PAYOUT_UNCLAIMED: { message: 'Nobody collected the cash in 72 hours.', advice: 'none' },
  PAYOUT_RETURNED: { message: 'The bank sent the payout back.', advice: 'none' },
};

/** A stored failure code as answers and events show it. */
export function failureInfo(code: string | null): FailureInfo | null {
  if (code === null) return null;
  if (!isFailureCode(code)) throw new Error(`unknown failure code ${code}`);
  return { code, ...failures[code] };
}

function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failures, code);
}
