import type { Act } from '../../../engine/context.ts';
import { cancel, enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { ApiError } from '../../../platform/errors.ts';
import { addressNotAllowed } from '../../../platform/http/egress/egress.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { takeSlug } from '../slugs/take-slug.ts';
import { savedKinds } from './keep-card.ts';
import { insertPaymentMethod, type PaymentMethod } from './queries.ts';
import { lockCustomerForSetup } from './setup-queries.ts';
import { paymentMethodMoves } from './states.ts';

const pageMs = 30 * 60 * 1000;

/**
 * Opens a page on which a customer saves a card. It closes after half an hour.
 *
 * @throws NOT_FOUND              no such customer, or they were deleted
 * @throws GATEWAY_NOT_CONFIGURED no gateway can save cards
 * @throws ADDRESS_NOT_ALLOWED    this installation may not redirect to the return address
 *
 * Spec: "Other records", payment method.
 */
export async function openSetup(
  act: Act,
  wanted: { readonly appId: string; readonly customerId: string; readonly returnUrl: string },
): Promise<PaymentMethod> {
  if (!(await lockCustomerForSetup(act.tx, act.merchant.id, wanted.customerId))) throw notFound('cus');
  if (savedKinds(act.ctx).length === 0) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  if (act.ctx.egress.judge(wanted.returnUrl, 'return') === 'refused') throw addressNotAllowed('return_url');
  const id = newId();
  const now = act.ctx.now(act.merchant);
  const closesAt = new Date(now.getTime() + pageMs);
  const slug = await takeSlug(act, { kind: 'payment_method', resource_id: id });
  await enqueue(act, 'payment-methods.expire', { key: id, payload: { paymentMethodId: id }, at: closesAt });
  return await insertPaymentMethod(act.tx, act.merchant.id, {
    id,
    customer_id: wanted.customerId,
    app_id: wanted.appId,
    slug,
    return_url: wanted.returnUrl,
    status: 'pending',
    page_expires_at: closesAt,
    created_at: now,
  });
}

/** Why a page ended without a card. */
export type SetupEnd = 'SETUP_EXPIRED' | 'SETUP_CANCELED' | 'ATTEMPTS_EXHAUSTED';

/**
 * Closes a page on which no card was saved. Nothing happens if it is over already.
 *
 * Spec: "Other records", payment method.
 */
export async function closeSetup(act: Act, id: string, why: SetupEnd): Promise<void> {
  const set = { last_error: why };
  const closed = await move(act, 'payment_methods', id, paymentMethodMoves.close, { set });
  if (closed) await cancel(act, 'payment-methods.expire', id);
}
