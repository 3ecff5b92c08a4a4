import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { sessionMoves } from './states.ts';

/**
 * The checkout of a session has ended, so the session ends: paid, expired, or canceled by the merchant, by the customer
 * or after the fifth refusal.
 *
 * Spec: "States and transitions", virtual session.
 */
export async function endSession(act: Act, checkout: Checkout): Promise<void> {
  const { source_id: id, status, transaction_id, completed_at, failure } = checkout;
  assert(id, 'a checkout of a session names it');
  if (status === 'completed') {
    const set = { transaction_id, paid_at: completed_at };
    await move(act, 'virtual_terminal_sessions', id, sessionMoves.pay, { set });
  } else if (status === 'expired') {
    await move(act, 'virtual_terminal_sessions', id, sessionMoves.expire);
  } else {
    // Stopping is nobody's error; the last refusal, if there was one, stays.
    const last_error = failure === 'CHECKOUT_ABORTED' ? {} : { last_error: failure };
    const set = { canceled_at: completed_at, ...last_error };
    await move(act, 'virtual_terminal_sessions', id, sessionMoves.cancel, { set });
  }
}
