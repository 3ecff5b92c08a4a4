import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { paymentMethodMoves } from './states.ts';

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
