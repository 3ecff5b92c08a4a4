import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { Transaction } from '../transactions/queries.ts';
import { endCheckout } from './end-checkout.ts';
import { countRefusal, findCheckout } from './queries.ts';
import { checkoutMoves } from './states.ts';
import { isAskedOnce } from './tell-opened.ts';

/** This many refused payments end their checkout. */
export const mostAttempts = 5;

/**
 * Reaction to `payment.capture.declined`: a pushed checkout fails with its attempt; on the hosted page the customer
 * may try again until the fifth refusal; another amount than asked ends it at once.
 *
 * Spec: "States and transitions", checkout session. Decision 0017.
 */
export async function failCheckout(act: Act, payment: Transaction): Promise<void> {
  const { checkout_id: checkoutId } = payment;
  if (checkoutId === null) return;
  const checkout = await findCheckout(act.tx, act.merchant.id, checkoutId);
  if (checkout?.status !== 'pending') return;
  const refusals = await countRefusal(act.tx, act.merchant.id, checkoutId);
  const end = endOf(isAskedOnce(checkout), refusals, payment.failure);
  if (end === undefined) return;
  const { edge, failure } = end;
  const ended = await endCheckout(act, checkoutId, edge, { failure, completed_at: payment.completed_at });
  if (ended?.status === 'expired') await recordEvent(act, 'payment.capture.expired', payment);
}

/** How a checkout ends; undefined while the customer may try again. */
function endOf(once: boolean, refusals: number, failure: string | null) {
  // Nobody answered the push: the same end as its expiry, whichever of the two asks the gateway first.
  if (once && failure === 'WALLET_TIMEOUT')
    return { edge: checkoutMoves.expire, failure: 'CHECKOUT_EXPIRED' };
  if (once || failure === 'AMOUNT_MISMATCH') return { edge: checkoutMoves.fail, failure };
  return refusals >= mostAttempts ? { edge: checkoutMoves.fail, failure: 'ATTEMPTS_EXHAUSTED' } : undefined;
}
