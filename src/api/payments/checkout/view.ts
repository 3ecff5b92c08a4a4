import type { components } from '../../../../generated/openapi.d.ts';
import { formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { readGatewayName } from '../../../domain/money/gateways/names.ts';
import type { Authorization } from '../../../domain/payments/checkouts/authorization-queries.ts';
import { metadataView } from '../../../domain/payments/checkouts/metadata.ts';
import { checkoutUrl } from '../../../domain/payments/checkouts/open-checkout.ts';
import type { Checkout, CheckoutWithAttempt } from '../../../domain/payments/checkouts/queries.ts';
import { failureOfExpired } from '../../../domain/payments/checkouts/states.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Context, EventData } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function checkoutView(ctx: Context, checkout: Checkout): Schemas['Checkout'] {
  return {
    checkout_id: showId('chk', checkout.id),
    payment_url: checkoutUrl(ctx, checkout.id),
    gateway_name: readGatewayName(checkout.gateway),
    requires_polling: checkout.wallet_type !== null,
  };
}

export function checkoutStatusView(
  ctx: Context,
  checkout: CheckoutWithAttempt,
  authorization: Authorization | undefined,
): Schemas['CheckoutStatus'] {
  return {
    checkout_id: showId('chk', checkout.id),
    status: checkout.status,
    ...(checkout.transaction_id && { transaction_id: showId('txn', checkout.transaction_id) }),
    merchantTransactionId: checkout.reference,
    amount: formatMoney2(paidOf(checkout, authorization)),
    currency: checkout.currency,
    payment_url: checkoutUrl(ctx, checkout.id),
    payment_method: checkout.method_type,
    failure: failureInfo(failureNow(checkout)),
    late: checkout.late,
    metadata: metadataView(checkout.metadata),
    capture: checkout.capture,
    authorization: authorization ? authorizationView(authorization) : null,
    expires_at: checkout.expires_at.toISOString(),
    created_at: checkout.created_at.toISOString(),
  };
}

/** Of a held amount only a part may have been captured. */
function paidOf({ amount }: Checkout, authorization: Authorization | undefined): bigint {
  return authorization?.status === 'captured' ? (authorization.captured_amount ?? amount) : amount;
}

/** An attempt may be decided after its checkout has expired, so the failure of the row is not enough. */
function failureNow({ status, failure, attempt_status: attempt }: CheckoutWithAttempt): string | null {
  return status === 'expired' ? failureOfExpired(attempt) : failure;
}

export function authorizationView(held: Authorization): Schemas['Authorization'] {
  return {
    checkout_id: showId('chk', held.checkout_id),
    transaction_id: showId('txn', held.id),
    status: held.status,
    amount: formatMoney2(held.amount),
    amount_captured: held.captured_amount === null ? null : formatMoney2(held.captured_amount),
    currency: held.currency,
    void_reason: held.void_reason,
    failure: failureInfo(held.failure),
    expires_at: held.expires_at.toISOString(),
    created_at: held.created_at.toISOString(),
    ended_at: held.ended_at && held.ended_at.toISOString(),
  };
}

/** Spec: "Events", payment.authorization. */
export function authorizationData(held: Authorization): EventData<'payment.authorization.created'> {
  return {
    id: showId('txn', held.id),
    checkout_id: showId('chk', held.checkout_id),
    merchantTransactionId: held.reference,
    status: held.status,
    amount: formatMoney4(held.amount),
    amount_captured: held.captured_amount === null ? null : formatMoney4(held.captured_amount),
    currency: held.currency,
    void_reason: held.void_reason,
    expires_at: held.expires_at.toISOString(),
  };
}

export function abortedCheckoutView(checkout: Checkout): Schemas['AbortedCheckout'] {
  return { checkout_id: showId('chk', checkout.id), status: 'failed', aborted: true };
}

/** A checkout in its events: amounts have four decimals. Spec: "Events", payment.order. */
export function orderData(checkout: Checkout): EventData<'payment.order.created'> {
  return {
    id: showId('chk', checkout.id),
    amount: formatMoney4(checkout.amount),
    currency: checkout.currency,
    status: checkout.status,
    merchantTransactionId: checkout.reference,
    failure: failureInfo(checkout.failure),
  };
}
