import type { Act } from '../../../engine/context.ts';
import { notFound } from '../../../platform/ids.ts';
import { endCheckout } from '../checkouts/end-checkout.ts';
import { type Checkout, lockCheckout } from '../checkouts/queries.ts';
import { checkoutMoves } from '../checkouts/states.ts';
import { tellBegun } from '../checkouts/tell-opened.ts';
import { lockTransaction } from '../transactions/queries.ts';
import { findLatestAttempt } from './queries.ts';
import { tellUnpaid } from './tell-unpaid.ts';

/**
 * The merchant, or the customer on the page, stops waiting. A push cannot be recalled: its attempt is still asked for,
 * and money that comes after all goes back by itself. Aborting twice is aborting once.
 *
 * @throws NOT_FOUND
 * @throws CHECKOUT_NOT_PENDING it was paid, has failed or has expired: `details.status`
 *
 * Spec: "States and transitions", DELETE /v1/checkout/{id}.
 */
export async function abortCheckout(act: Act, checkoutId: string): Promise<Checkout> {
  // The attempt is locked before its checkout, as everywhere.
  const attempt = await findLatestAttempt(act.tx, act.merchant.id, checkoutId);
  if (attempt) await lockTransaction(act.tx, act.merchant.id, attempt.id);
  const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
  if (!checkout) throw notFound('chk');
  if (checkout.failure === 'CHECKOUT_ABORTED') return checkout;
  const set = { failure: 'CHECKOUT_ABORTED', completed_at: act.ctx.now(act.merchant) };
  await tellBegun(act, checkoutId);
  const aborted = await endCheckout(act, checkoutId, checkoutMoves.abort, set);
  await tellUnpaid(act, checkoutId, 'payment.capture.cancelled');
  return aborted ?? checkout;
}
