import type { ChallengeAnswer, Instrument } from '../../../domain/money/gateways/port.ts';
import { askChallenge, askGateway } from '../../../domain/payments/attempts/ask-gateway.ts';
import { beginAnswer } from '../../../domain/payments/attempts/begin/answer-challenge.ts';
import { endAttempt, type NeverBegan } from '../../../domain/payments/attempts/begin/end-attempt.ts';
import { beginPayment } from '../../../domain/payments/attempts/begin/make-attempt.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Errors } from '../../forms.ts';
import type { Words } from '../../words/en/words.ts';
import { asMerchant } from '../requests/owner.ts';
import type { Visit } from './visit.ts';

type Tried = {
  /** What the customer must correct, if the attempt was not kept; empty if the page shows the outcome. */
  readonly errors: Errors;
  readonly isDeclined: boolean;
};

/**
 * Makes one attempt in the three steps of every payment: begin and commit, ask the gateway, record its answer.
 *
 * Spec: "hosted checkout".
 */
export async function payCheckout(ctx: Context, visit: Visit, instrument: Instrument): Promise<Tried> {
  const payment = await begin(ctx, visit, instrument);
  if (payment === 'elsewhere') return { errors: {}, isDeclined: false };
  const outcome = await askGateway(ctx, payment, { instrument, capture: visit.checkout.capture });
  const refusal = await asMerchant(ctx, visit, (act) => endAttempt(act, payment, outcome));
  return { errors: errorsOf(visit, payment, refusal), isDeclined: outcome.kind === 'declined' };
}

function errorsOf({ words }: Visit, payment: Transaction, refusal: NeverBegan | undefined): Errors {
  if (refusal === 'WALLET_INIT_FAILED') return { phone: words.errors.noWallet };
  if (refusal === 'PROVIDER_UNAVAILABLE') return unreachable(words, payment);
  return {};
}

/** What a card payer typed is right, so their error stands at the choice of the method: a field of the wallet would be hidden. */
function unreachable({ errors }: Words, { method_type: method }: Transaction): Errors {
  if (method === 'card' || method === 'domestic_switch') return { [method]: errors.bankDown };
  return { phone: errors.providerDown };
}

/**
 * `elsewhere`: a second tab or a double click has already made this attempt, or another payer has taken the link or invoice. The
 * page then shows the present state.
 */
async function begin(ctx: Context, visit: Visit, instrument: Instrument): Promise<Transaction | 'elsewhere'> {
  const { id: checkoutId, refusals } = visit.checkout;
  try {
    // If the refusals have changed since the page was read, this form's attempt has been made already.
    return await asMerchant(ctx, visit, (act) => beginPayment(act, { checkoutId, refusals, instrument }));
  } catch (error) {
    if (isOver(error)) return 'elsewhere';
    throw error;
  }
}

/**
 * Gives the bank the customer's answer to its challenge, in the same three steps. A form that is sent twice finds nothing left
 * to answer.
 *
 * Spec: "hosted checkout".
 */
export async function answerVisit(ctx: Context, visit: Visit, answer: ChallengeAnswer): Promise<void> {
  const payment = await asMerchant(ctx, visit, (act) => beginAnswer(act, visit.checkout.id));
  if (payment === undefined) return;
  const outcome = await askChallenge(ctx, payment, answer, visit.now);
  await asMerchant(ctx, visit, (act) => endAttempt(act, payment, outcome));
}

/** Whether an error only says that the checkout has changed since the page was shown. */
export function isOver(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'CHECKOUT_NOT_PENDING' || error.code === 'CHARGE_IN_PROGRESS')
  );
}
