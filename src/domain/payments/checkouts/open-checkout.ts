import type { Act, Context } from '../../../engine/context.ts';
import { jobRow } from '../../../engine/jobs/enqueue.ts';
import { recordEvent, recordFirstEvent } from '../../../engine/recording/record.ts';
import { ApiError } from '../../../platform/errors.ts';
import { addressNotAllowed } from '../../../platform/http/egress/egress.ts';
import { newId, showId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { namedSplit } from '../../money/splits/create-split.ts';
import type { Wallet } from '../../money/wallets/wallets.ts';
import { isReferenceArchived } from '../transactions/archive-queries.ts';
import { findTransactionByReference, type Transaction } from '../transactions/queries.ts';
import { gatewayFor } from './gateway-for.ts';
import { merchantsOfCheckouts } from './merchants-of.ts';
import { type Checkout, findByReference, insertCheckout, lockCheckout, openedCheckout } from './queries.ts';

export type WantedCheckout = {
  readonly appId: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly returnUrl: string;
  readonly notificationUrl: string;
  /** The wallet to prompt; absent: the customer chooses on the hosted page. */
  readonly wallet: Wallet | undefined;
  /** `manual`: the amount is only held. Not with a wallet. */
  readonly capture: Checkout['capture'];
  readonly customer: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
  };
  readonly description: string | null;
  /** The integrator's own texts by their names, as JSON; null without any. */
  readonly metadata: string | null;
  /** Who gets which share of the payment. */
  readonly splitId: string | undefined;
};

/** How long the customer has on a hosted page. */
export const hostedMs = 30 * 60 * 1000;
const pushMs = 120 * 1000;

/**
 * Opens a checkout for the API. It takes the merchant's reference and schedules the checkout's expiry.
 *
 * @throws WALLET_NOT_AVAILABLE, GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see gatewayFor
 * @throws NOT_FOUND, SPLIT_CURRENCY_MISMATCH see namedSplit
 * @throws ADDRESS_NOT_ALLOWED    the service may not call or redirect to an address: `details.field`
 * @throws DUPLICATE_REQUEST      the reference was used before: `details.existing`
 *
 * Spec: "POST /v1/checkout/create".
 */
export async function openCheckout(act: Act, wanted: WantedCheckout): Promise<Checkout> {
  const split_id = await namedSplit(act, wanted.splitId, wanted.currency);
  const gateway = gatewayFor(act.ctx, { ...wanted, method: wanted.wallet });
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
    capture: wanted.capture,
    customer_name: wanted.customer.name,
    customer_email: wanted.customer.email,
    customer_phone: wanted.customer.phone,
    description: wanted.description,
    metadata: wanted.metadata,
    return_url: wanted.returnUrl,
    notification_url: wanted.notificationUrl,
    split_id,
    expires_at: expiresAt,
    created_at: now,
  } as const;
  const checkout = openedCheckout(act.merchant.id, row);
  // Pipelined: if the reference is taken, the event is rolled back with everything else.
  const inserting = insertCheckout(act.tx, act.merchant.id, { row, expiry });
  const recording = recordOpened(act, checkout);
  await Promise.allSettled([inserting, recording]);
  if (!(await inserting)) throw await duplicate(act, wanted.reference);
  await recording;
  merchantsOfCheckouts(act.ctx.db).set(id, act.merchant.id);
  return checkout;
}

/** The hosted page where the customer pays. */
export function checkoutUrl(ctx: Context, checkoutId: string): string {
  return `${ctx.addresses.checkout}/${showId('chk', checkoutId)}`;
}

function refuseAddresses(ctx: Context, { returnUrl, notificationUrl }: WantedCheckout): void {
  if (ctx.egress.judge(returnUrl, 'return') === 'refused') throw addressNotAllowed('returnUrl');
  if (ctx.egress.judge(notificationUrl) === 'refused') throw addressNotAllowed('notificationUrl');
}

/** The refusal when a checkout or a reader payment already uses the reference. Decision 0017. */
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

/** A reader payment has no checkout, so its reference names the transaction. */
async function duplicateOfPayment(act: Act, reference: string): Promise<ApiError> {
  const first = await findTransactionByReference(act.tx, act.merchant.id, reference);
  if (!first && (await isReferenceArchived(act.tx, act.merchant.id, reference)))
    return new ApiError('DUPLICATE_REQUEST', { details: { archived: true } });
  if (!first) return new ApiError('DUPLICATE_REQUEST');
  return new ApiError('DUPLICATE_REQUEST', { details: { existing: existingPayment(first) } });
}

/** `details.existing` of a reader payment. */
export function existingPayment({
  id,
  status,
  created_at,
}: Pick<Transaction, 'id' | 'status' | 'created_at'>) {
  return { transaction_id: showId('txn', id), status, created_at: created_at.toISOString() };
}

/** True for a push and for a subscription's charge: nobody is on a page to try again, so there is one attempt. */
export function isAskedOnce({ wallet_type, source_type }: Checkout): boolean {
  return wallet_type !== null || source_type === 'subscription';
}

/**
 * Records that a checkout was opened. A checkout with a single attempt is recorded later, by `recordOpenedOnBegun`: if the
 * gateway refuses to begin that attempt, both are deleted and no event may exist.
 *
 * Spec: "Events", payment.order.created.
 */
export async function recordOpened(act: Act, checkout: Checkout): Promise<void> {
  if (!isAskedOnce(checkout)) await recordEvent(act, 'payment.order.created', checkout);
}

/** Records that a single-attempt checkout was opened, once its attempt has begun. The event shows it as it was when opened. */
export async function recordOpenedOnBegun(act: Act, checkoutId: string): Promise<void> {
  const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
  if (!checkout || !isAskedOnce(checkout)) return;
  await recordFirstEvent(act, 'payment.order.created', { ...checkout, status: 'pending', failure: null });
}
