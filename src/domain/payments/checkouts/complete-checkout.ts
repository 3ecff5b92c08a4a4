import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Transaction } from '../transactions/queries.ts';
import { endCheckout } from './end-checkout.ts';
import { checkoutMoves } from './states.ts';

/**
 * Reaction to `payment.capture.completed`: the checkout that the payment was for is completed, also after its expiry.
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
  const completed = await endCheckout(act, payment.checkout_id, edge, set);
  assert(completed, 'a captured payment has a checkout that waited for it');
}
