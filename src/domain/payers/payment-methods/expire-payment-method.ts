import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { cardEndsAt } from '../../money/gateways/card-number.ts';
import { lockPaymentMethod, type PaymentMethod } from './queries.ts';
import { closeSetup } from './setup-page.ts';
import { paymentMethodMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A page that waits for a card has timed out, or the last month of a saved card is over. */
    'payment-methods.expire': { paymentMethodId: string };
  }
}

/**
 * Job `payment-methods.expire`: closes a page after its half hour, or expires a saved card after its last month. It checks
 * the merchant's clock, so a job that was queued for the page does no harm to a card that was saved on it.
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
