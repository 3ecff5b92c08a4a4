import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { CheckoutOwner } from '../checkouts/owners.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { isStopped } from '../checkouts/states.ts';
import { keepLastError } from './queries.ts';
import { sessionMoves } from './states.ts';

/**
 * A virtual-terminal session as the owner of its checkout. The session ends with the checkout, and shows why the last
 * attempt was declined. Money that arrives after the end goes back: the cashier has moved on.
 *
 * Spec: "Virtual terminal"; "States and transitions", virtual session. Decision 0024.
 */
export const sessionAsOwner: CheckoutOwner = {
  begins: async () => true,
  claim: async (_act, checkout) => (checkout.status === 'pending' ? 'wanted' : 'late_payment'),
  attemptOver: async (act, checkout, failure) => {
    // Null: the gateway never began the attempt, and the answer to the call that began it says so.
    if (failure !== null) await keepLastError(act.tx, act.merchant.id, sessionIdOf(checkout), failure);
  },
  ended: endSession,
};

/** Paid, expired, or canceled: by the merchant, by the customer, or after the fifth refusal. */
async function endSession(act: Act, checkout: Checkout): Promise<void> {
  const { status, transaction_id, completed_at, failure } = checkout;
  const id = sessionIdOf(checkout);
  if (status === 'completed') {
    const set = { transaction_id, paid_at: completed_at };
    await move(act, 'virtual_terminal_sessions', id, sessionMoves.pay, { set });
  } else if (status === 'expired') {
    await move(act, 'virtual_terminal_sessions', id, sessionMoves.expire);
  } else {
    // Stopping is not an error: the session keeps showing the last refusal, if there was one.
    const last_error = isStopped(failure) ? {} : { last_error: failure };
    const set = { canceled_at: completed_at, ...last_error };
    await move(act, 'virtual_terminal_sessions', id, sessionMoves.cancel, { set });
  }
}

function sessionIdOf({ source_id: id }: Checkout): string {
  assert(id, 'a checkout of a session names it');
  return id;
}
