import type { Act } from '../../core/context.ts';
import { cardEndsAt } from '../../core/gateways/card-number.ts';
import type { Job, JobPayloads } from '../../core/jobs/jobs.ts';
import { lockPaymentMethod, type PaymentMethod } from '../../core/payment-methods/queries.ts';
import { paymentMethodMoves } from '../../core/payment-methods/states.ts';
import { move } from '../../core/states/moves.ts';
import { closeSetup } from './close-setup.ts';

/**
 * Job `payment-methods.expire`: a page was open for its half hour, or a saved card has seen its last month. It ends only what
 * is over by the merchant's clock, so one that was written for the page leaves a card alone that was saved meanwhile.
 *
 * Spec: "Other records", payment method.
 */
export const expirePaymentMethod: Job<JobPayloads['payment-methods.expire']> = async (act, payload) => {
  const method = await lockPaymentMethod(act.tx, act.merchant.id, payload.paymentMethodId);
  if (!method) return;
  const now = act.ctx.now(act.merchant);
  if (method.status === 'pending' && method.page_expires_at <= now)
    await closeSetup(act, method.id, 'SETUP_EXPIRED');
  if (isCardOver(method, now)) await expireCard(act, method.id);
};

function isCardOver({ status, exp_month: month, exp_year: year }: PaymentMethod, now: Date): boolean {
  return status === 'active' && month !== null && year !== null && cardEndsAt({ month, year }) <= now;
}

async function expireCard(act: Act, id: string): Promise<void> {
  await move(act, 'payment_methods', id, paymentMethodMoves.expire, { set: { token_sealed: null } });
}
