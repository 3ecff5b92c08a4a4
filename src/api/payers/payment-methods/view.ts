import type { components } from '../../../../generated/openapi.d.ts';
import type { PaymentMethod } from '../../../domain/payers/payment-methods/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function setupView(ctx: Context, method: PaymentMethod): Schemas['PaymentMethodSetup'] {
  return {
    payment_method_id: showId('pm', method.id),
    setup_url: `${ctx.addresses.pay}/${method.slug}`,
    status: 'pending',
  };
}

/** A payment method as answers and events show it: never with its token. */
export function paymentMethodView(method: PaymentMethod): Schemas['PaymentMethod'] {
  return {
    id: showId('pm', method.id),
    customer_id: showId('cus', method.customer_id),
    type: method.type,
    brand: method.brand,
    last4: method.last4,
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    status: method.status,
    created_at: method.created_at.toISOString(),
  };
}
