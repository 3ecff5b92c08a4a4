import { countRefusal, findCheckout } from '../../core/checkouts/queries.ts';
import { checkoutMoves } from '../../core/checkouts/states.ts';
import type { Act } from '../../core/context.ts';
import { cancel } from '../../core/jobs/enqueue.ts';
import { mostAttempts } from '../../core/payments/begin-payment.ts';
import { move } from '../../core/states/moves.ts';
import type { Transaction } from '../../core/transactions/queries.ts';

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
  const failure = endOf(checkout.wallet_type !== null, refusals, payment.failure);
  if (failure === undefined) return;
  await move(act, 'checkouts', checkoutId, checkoutMoves.fail, { set: { failure, completed_at: payment.completed_at } });
  await cancel(act, 'checkout.expire', checkoutId);
}

/** The failure that ends a checkout; undefined while the customer may try again. */
function endOf(pushed: boolean, refusals: number, failure: string | null): string | undefined {
  if (failure === 'AMOUNT_MISMATCH' || pushed) return failure ?? undefined;
  return refusals >= mostAttempts ? 'ATTEMPTS_EXHAUSTED' : undefined;
}
