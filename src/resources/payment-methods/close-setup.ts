import type { Act } from '../../core/context.ts';
import { cancel } from '../../core/jobs/enqueue.ts';
import { paymentMethodMoves } from '../../core/payment-methods/states.ts';
import { move } from '../../core/states/moves.ts';

/** Why a page ended without a card. */
export type SetupEnd = 'SETUP_EXPIRED' | 'SETUP_CANCELED' | 'ATTEMPTS_EXHAUSTED';

/**
 * Ends a page on which no card was saved; one that is over already stays as it is.
 *
 * Spec: "Other records", payment method.
 */
export async function closeSetup(act: Act, id: string, why: SetupEnd): Promise<void> {
  const set = { last_error: why };
  const closed = await move(act, 'payment_methods', id, paymentMethodMoves.close, { set });
  if (closed) await cancel(act, 'payment-methods.expire', id);
}
