import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { paymentMethodMoves } from './states.ts';

/**
 * Forgets the gateway's token, whatever the state: an open page closes, and nothing is charged from now on. What the card
 * has paid keeps its brand and last four digits. Doing it twice is doing it once.
 *
 * @returns false when there was nothing to delete
 *
 * Spec: "Events", vault.payment-token.deleted.
 */
export async function removePaymentMethod(act: Act, id: string): Promise<boolean> {
  const set = { token_sealed: null, return_url: null, deleted_at: act.ctx.now(act.merchant) };
  const removed = await move(act, 'payment_methods', id, paymentMethodMoves.remove, { set });
  if (removed) await cancel(act, 'payment-methods.expire', id);
  return removed !== undefined;
}
