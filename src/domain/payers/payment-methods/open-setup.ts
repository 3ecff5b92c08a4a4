import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { takeSlug } from '../slugs/take-slug.ts';
import { savedKinds } from './keep-card.ts';
import { insertPaymentMethod, type PaymentMethod } from './queries.ts';
import { lockCustomerOfSetup } from './setup-queries.ts';

const pageMs = 30 * 60 * 1000;

/**
 * Opens a page on which a customer saves a card; it closes by itself.
 *
 * @throws NOT_FOUND              no such customer, or they were deleted
 * @throws GATEWAY_NOT_CONFIGURED no gateway keeps cards
 * @throws ADDRESS_NOT_ALLOWED    an address that this installation may not return to
 *
 * Spec: "Other records", payment method.
 */
export async function openSetup(
  act: Act,
  wanted: { readonly appId: string; readonly customerId: string; readonly returnUrl: string },
): Promise<PaymentMethod> {
  if (!(await lockCustomerOfSetup(act.tx, act.merchant.id, wanted.customerId))) throw notFound('cus');
  if (savedKinds(act.ctx).length === 0) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  if (act.ctx.egress.judge(wanted.returnUrl, 'return') === 'refused')
    throw new ApiError('ADDRESS_NOT_ALLOWED');
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
