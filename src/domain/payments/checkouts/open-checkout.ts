import type { Act, Context } from '../../../engine/context.ts';
import { jobRow } from '../../../engine/jobs/enqueue.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, showId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import type { Wallet } from '../../money/wallets/wallets.ts';
import { findTransactionByReference, type Transaction } from '../transactions/queries.ts';
import { gatewayFor } from './gateway-for.ts';
import { type Checkout, findByReference, insertCheckout } from './queries.ts';
import { tellOpened } from './tell-opened.ts';

export type WantedCheckout = {
  readonly appId: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly returnUrl: string;
  readonly notificationUrl: string;
  /** A wallet push; absent: the customer chooses on the hosted page. */
  readonly wallet: Wallet | undefined;
  readonly customer: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
  };
  readonly description: string | null;
};

/** How long the customer has on a hosted page. */
export const hostedMs = 30 * 60 * 1000;
const pushMs = 120 * 1000;

/**
 * Opens a checkout for the API: takes the merchant's reference, and expires by itself.
 *
 * @throws WALLET_NOT_AVAILABLE, GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_LARGE see gatewayFor
 * @throws ADDRESS_NOT_ALLOWED    an address that this installation may not reach or return to
 * @throws DUPLICATE_REQUEST      the reference was used before: `details.existing`
 *
 * Spec: "POST /v1/checkout/create".
 */
export async function openCheckout(act: Act, wanted: WantedCheckout): Promise<Checkout> {
  const gateway = gatewayFor(act.ctx, { ...wanted, method: wanted.wallet ?? 'card' });
  refuseAddresses(act.ctx, wanted);
  const now = act.ctx.now(act.merchant);
  const id = newId();
  const expiresAt = new Date(now.getTime() + (wanted.wallet ? pushMs : hostedMs));
  const expiry = jobRow(act, 'checkout.expire', { key: id, payload: { checkoutId: id }, at: expiresAt });
  const row = {
    id,
    app_id: wanted.appId,
    source_type: 'checkout',
    source_id: null,
    reference: wanted.reference,
    amount: wanted.amount,
    currency: wanted.currency,
    status: 'pending',
    gateway,
    wallet_type: wanted.wallet ?? null,
    method: null,
    customer_name: wanted.customer.name,
    customer_email: wanted.customer.email,
    customer_phone: wanted.customer.phone,
    description: wanted.description,
    return_url: wanted.returnUrl,
    notification_url: wanted.notificationUrl,
    expires_at: expiresAt,
    created_at: now,
  } as const;
  const checkout = await insertCheckout(act.tx, act.merchant.id, { row, expiry });
  if (!checkout) throw await duplicate(act, wanted.reference);
  await tellOpened(act, checkout);
  return checkout;
}

/** Where the customer pays. */
export function checkoutUrl(ctx: Context, checkoutId: string): string {
  return `${ctx.addresses.checkout}/${showId('chk', checkoutId)}`;
}

function refuseAddresses(ctx: Context, { returnUrl, notificationUrl }: WantedCheckout): void {
  const refused =
    ctx.egress.judge(returnUrl, 'return') === 'refused' || ctx.egress.judge(notificationUrl) === 'refused';
  if (refused) throw new ApiError('ADDRESS_NOT_ALLOWED');
}

/** The refusal of a reference that was used before, by a checkout or by a reader payment. Decision 0017. */
export async function duplicate(act: Act, reference: string): Promise<ApiError> {
  const first = await findByReference(act.tx, act.merchant.id, reference);
  if (!first) return await duplicateOfPayment(act, reference);
  const existing = {
    checkout_id: showId('chk', first.id),
    status: first.status,
    payment_url: checkoutUrl(act.ctx, first.id),
    created_at: first.created_at.toISOString(),
  };
  return new ApiError('DUPLICATE_REQUEST', { details: { existing } });
}

/** A reader payment has no checkout: its reference is its own. */
async function duplicateOfPayment(act: Act, reference: string): Promise<ApiError> {
  const first = await findTransactionByReference(act.tx, act.merchant.id, reference);
  if (!first) return new ApiError('DUPLICATE_REQUEST');
  return new ApiError('DUPLICATE_REQUEST', { details: { existing: existingPayment(first) } });
}

/** A reader payment as `details.existing` names it. */
export function existingPayment({
  id,
  status,
  created_at,
}: Pick<Transaction, 'id' | 'status' | 'created_at'>) {
  return { transaction_id: showId('txn', id), status, created_at: created_at.toISOString() };
}
