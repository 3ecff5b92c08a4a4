import { abortCheckout, expireCheckout } from '../../../domain/payments/attempts/stop-waiting.ts';
import type { Context } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { asMerchant } from '../requests/owner.ts';
import { isOver } from './pay.ts';
import type { Visit } from './visit.ts';

/** Cancels for the customer. The merchant can do so by the API. Spec: "DELETE /v1/checkout/{id}". */
export async function abortVisit(ctx: Context, visit: Visit): Promise<void> {
  try {
    await asMerchant(ctx, visit, (act) => abortCheckout(act, visit.checkout.id, 'CHECKOUT_CANCELLED'));
  } catch (error) {
    if (!isOver(error)) throw error;
  }
}

/**
 * Sandbox only, "Expire this session now": runs the expiry job early. As at the real end, it first asks the gateway about
 * an attempt under way. Spec: "States and transitions", checkout session.
 */
export async function expireVisit(ctx: Context, visit: Visit): Promise<void> {
  const payload = { checkoutId: visit.checkout.id };
  const asked = await expireCheckout.ask(ctx, visit.merchant, payload);
  await asMerchant(ctx, visit, async (act) => {
    await cancel(act, 'checkout.expire', visit.checkout.id);
    await expireCheckout.finish(act, payload, asked);
  });
}
