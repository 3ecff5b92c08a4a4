import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { notFound } from '../../../platform/ids.ts';
import { findPaymentMethod } from './queries.ts';
import { paymentMethodMoves } from './states.ts';

/**
 * Deletes a payment method in any status: its page closes if it is open, and the gateway's token is erased, so nothing can be
 * charged any more. Payments made with the card keep its brand and last four digits. Safe to repeat.
 *
 * @throws NOT_FOUND
 *
 * Spec: "Events", vault.payment-token.deleted.
 */
export async function deletePaymentMethod(act: Act, id: string): Promise<void> {
  const set = { token_sealed: null, return_url: null, deleted_at: act.ctx.now(act.merchant) };
  const deleted = await move(act, 'payment_methods', id, paymentMethodMoves.remove, { set });
  if (deleted) {
    await cancel(act, 'payment-methods.expire', id);
    await cancel(act, 'payment-methods.renewed', id);
    return;
  }
  if (!(await findPaymentMethod(act.tx, act.merchant.id, id))) throw notFound('pm');
}
