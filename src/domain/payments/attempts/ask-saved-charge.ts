import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { openToken } from '../../payers/payment-methods/card-token.ts';
import { findPaymentMethod } from '../../payers/payment-methods/queries.ts';
import { findTransaction } from '../transactions/queries.ts';
import { askGateway } from './ask-gateway.ts';

/**
 * Asks the gateway to charge a saved card: the middle one of the three phases of every payment. No transaction is open.
 * Whoever finds a charge due begins it and writes the job that asks; what is begun is committed before anybody is asked:
 *
 *     const now = act.ctx.now(act.merchant);
 *     const saved = await lockUsableMethod(act.tx, act.merchant.id, { id, customerId, now });
 *     if (!saved) throw new ApiError('PAYMENT_METHOD_NOT_USABLE');
 *     const { id: paymentId } = await beginPayment(act, { checkoutId, saved });
 *     await enqueue(act, 'subscriptions.charge', { key: paymentId, payload: { paymentId } });
 *
 *     export const charge: PhasedJob<{ paymentId: string }, ChargeOutcome> = {
 *       ask: (ctx, merchant, { paymentId }) => askSavedCharge(ctx, merchant.id, paymentId),
 *       finish: async (act, { paymentId }, outcome) => {
 *         const payment = await findTransaction(act.tx, act.merchant.id, paymentId);
 *         if (payment) await endAttempt(act, payment, outcome);
 *       },
 *     };
 *
 * What follows a paid or a refused checkout is its owner's (`app/owners.ts`), however late the answer comes. A gateway
 * charges an attempt once, however often it is asked, so the job may run twice.
 *
 * @returns `unknown` when there is nothing to ask: the attempt is decided, or its card was deleted since it began. One
 *          that is still pending is then looked after by its own job, which asks what became of it and never charges.
 *
 * Spec: "Virtual terminal" (saved token). Decision 0024.
 */
export async function askSavedCharge(
  ctx: Context,
  merchantId: MerchantId,
  paymentId: string,
): Promise<ChargeOutcome> {
  const payment = await findTransaction(ctx.db, merchantId, paymentId);
  if (payment?.status !== 'pending' || payment.payment_method_id === null) return { kind: 'unknown' };
  const method = await findPaymentMethod(ctx.db, merchantId, payment.payment_method_id);
  if (!method?.token_sealed) return { kind: 'unknown' };
  return await askGateway(ctx, payment, openToken(ctx.secrets, method.token_sealed));
}
