import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { Transaction } from '../transactions/queries.ts';
import { isAskedOnce } from './open-checkout.ts';
import { ownerOf } from './owners.ts';
import { type Checkout, countRefusal, findCheckout } from './queries.ts';
import { checkoutMoves } from './states.ts';

type End = (typeof checkoutMoves)[keyof typeof checkoutMoves];

/** After this many declined attempts the checkout fails. */
export const attemptsPerCheckout = 5;

/**
 * Every checkout ends here, or has its amount held: its status moves, its expiry job is cancelled, and its owner is called.
 *
 * @param refused why its last attempt failed, if that ends it
 * @returns undefined when it had already ended and the edge says `skip`
 * @throws the edge's `otherwise`
 *
 * Spec: "States and transitions", checkout session.
 */
export async function endCheckout(
  act: Act,
  id: string,
  edge: End,
  set: Partial<Checkout>,
  refused: string | null = null,
): Promise<Checkout | undefined> {
  const ended = await move(act, 'checkouts', id, edge, { set });
  if (!ended) return undefined;
  await cancel(act, 'checkout.expire', id);
  await ownerOf(act.ctx, ended)?.ended(act, ended, refused);
  return ended;
}

/**
 * Reaction to `payment.capture.completed`: completes the checkout that the payment was for, even if it has expired.
 *
 * Spec: "States and transitions", checkout session.
 */
export async function completeCheckout(act: Act, payment: Transaction): Promise<void> {
  if (payment.checkout_id === null) return;
  const edge = payment.late ? checkoutMoves.completeLate : checkoutMoves.complete;
  const set = {
    transaction_id: payment.id,
    completed_at: payment.completed_at,
    gateway: payment.gateway,
    late: payment.late,
    failure: null,
  };
  const completed =
    (await endCheckout(act, payment.checkout_id, edge, set)) ??
    (await endCheckout(act, payment.checkout_id, checkoutMoves.completeHeld, set));
  assert(completed, 'a captured payment has a checkout that waited for it');
}

/**
 * Reaction to `payment.capture.authorized`: the customer has done their part, so the checkout takes no other attempt and does not
 * expire. It is decided with the held amount.
 *
 * Decision 0078.
 */
export async function holdCheckout(act: Act, payment: Transaction): Promise<void> {
  if (payment.checkout_id === null) return;
  const set = { transaction_id: payment.id, gateway: payment.gateway };
  const held = await endCheckout(act, payment.checkout_id, checkoutMoves.hold, set);
  assert(held, 'the checkout is locked and pending');
}

/**
 * Reaction to `payment.capture.declined`. A pushed checkout fails with its only attempt. On the hosted page the customer may try
 * again until the fifth attempt is declined. A payment of the wrong amount fails the checkout at once, and so does a refused
 * capture.
 *
 * Spec: "States and transitions", checkout session. Decision 0017.
 */
export async function failCheckout(act: Act, payment: Transaction): Promise<void> {
  const { checkout_id: checkoutId } = payment;
  if (checkoutId === null) return;
  const checkout = await findCheckout(act.tx, act.merchant.id, checkoutId);
  if (checkout?.status === 'authorized') {
    const set = { failure: payment.failure, completed_at: payment.completed_at };
    await endCheckout(act, checkoutId, checkoutMoves.fail, set);
  }
  if (checkout?.status !== 'pending') return;
  const refusals = await countRefusal(act.tx, act.merchant.id, checkoutId);
  const end = endOf(isAskedOnce(checkout), refusals, payment.failure);
  if (end === undefined) return;
  const { edge, failure } = end;
  const set = { failure, completed_at: payment.completed_at };
  await endCheckout(act, checkoutId, edge, set, payment.failure);
}

/** Undefined while the customer may try again. */
function endOf(once: boolean, refusals: number, failure: string | null) {
  // A push that nobody answered ends here as the expiry job would end it: either may ask the gateway first, and the result must
  // be the same.
  if (once && failure === 'WALLET_TIMEOUT')
    return { edge: checkoutMoves.expire, failure: 'CHECKOUT_EXPIRED' };
  if (once || failure === 'AMOUNT_MISMATCH') return { edge: checkoutMoves.fail, failure };
  return refusals >= attemptsPerCheckout
    ? { edge: checkoutMoves.fail, failure: 'ATTEMPTS_EXHAUSTED' }
    : undefined;
}
