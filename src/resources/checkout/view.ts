import type { components } from '../../../generated/openapi.d.ts';
import { checkoutUrl } from '../../core/checkouts/open-checkout.ts';
import type { Checkout } from '../../core/checkouts/queries.ts';
import type { Context } from '../../core/context.ts';
import { readGatewayName } from '../../core/gateways/names.ts';
import { formatMoney2 } from '../../core/money/amount.ts';
import { failureInfo } from '../../core/transactions/failures.ts';
import { showId } from '../../platform/ids.ts';
import type { CheckoutWithMethod } from './queries.ts';

type Schemas = components['schemas'];

export function checkoutView(ctx: Context, checkout: Checkout): Schemas['Checkout'] {
  return {
    checkout_id: showId('chk', checkout.id),
    payment_url: checkoutUrl(ctx, checkout.id),
    gateway_name: readGatewayName(checkout.gateway),
    requires_polling: checkout.wallet_type !== null,
  };
}

export function checkoutStatusView(ctx: Context, checkout: CheckoutWithMethod): Schemas['CheckoutStatus'] {
  return {
    checkout_id: showId('chk', checkout.id),
    status: checkout.status,
    ...(checkout.transaction_id && { transaction_id: showId('txn', checkout.transaction_id) }),
    merchantTransactionId: checkout.reference,
    amount: formatMoney2(checkout.amount),
    currency: checkout.currency,
    payment_url: checkoutUrl(ctx, checkout.id),
    payment_method: checkout.method_type,
    failure: failureInfo(checkout.failure),
    late: checkout.late,
    expires_at: checkout.expires_at.toISOString(),
    created_at: checkout.created_at.toISOString(),
  };
}

export function abortedCheckoutView(checkout: Checkout): Schemas['AbortedCheckout'] {
  return { checkout_id: showId('chk', checkout.id), status: 'failed', aborted: true };
}
