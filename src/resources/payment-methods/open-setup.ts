import type { Act } from '../../core/context.ts';
import { lockCustomer } from '../../core/customers/queries.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { savedKinds } from '../../core/payment-methods/keep-card.ts';
import { insertPaymentMethod, type PaymentMethod } from '../../core/payment-methods/queries.ts';
import { takeSlug } from '../../core/slugs/take-slug.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId, notFound } from '../../platform/ids.ts';

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
  const customer = await lockCustomer(act.tx, act.merchant.id, wanted.customerId);
  if (!customer) throw notFound('cus');
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
    customer_id: customer.id,
    app_id: wanted.appId,
    slug,
    return_url: wanted.returnUrl,
    status: 'pending',
    page_expires_at: closesAt,
    created_at: now,
  });
}
