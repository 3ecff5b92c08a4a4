import type { Act } from '../../../../engine/context.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { newId, notFound } from '../../../../platform/ids.ts';
import { amountOf } from '../../../money/amounts/amount.ts';
import type { PaymentMethod } from '../../../money/fees/payment-fees.ts';
import { cardBrand, isDomesticSwitch, lastFour } from '../../../money/gateways/card-number.ts';
import type { Gateway, Instrument } from '../../../money/gateways/port.ts';
import type { UsableMethod } from '../../../payers/payment-methods/queries.ts';
import { choose, refuseOutside } from '../../checkouts/gateway-for.ts';
import { ownerOf } from '../../checkouts/owners.ts';
import { type Checkout, lockCheckout } from '../../checkouts/queries.ts';
import { insertTransaction, type Transaction } from '../../transactions/queries.ts';
import { scheduleRequery } from '../learn-outcome.ts';
import { findLatestAttempt, takeOverAttempt } from '../queries.ts';

/** What pays: an instrument that the customer presents now, or a saved card. */
export type PaidWith = { readonly instrument: Instrument } | { readonly saved: UsableMethod };

/**
 * Begins one attempt to pay a checkout: inserts a pending transaction, and the job that finds the outcome if this process dies
 * first.
 *
 * A card number is passed in but never stored, only its brand and last four digits. A saved card has no number here.
 *
 * @throws NOT_FOUND             no such checkout of this merchant
 * @throws CHECKOUT_NOT_PENDING  it was paid, has failed or has expired; or its owner takes no payment now
 * @throws CHARGE_IN_PROGRESS    another attempt is undecided; or the checkout has other `refusals` than the form knows
 * @throws GATEWAY_NOT_CONFIGURED no gateway serves the method, or it cannot hold the amount of this checkout
 * @throws AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE no gateway of the method takes the amount; see choose
 *
 * Spec: "Checkout session", "Transaction".
 */
export async function beginPayment(
  act: Act,
  wanted: { readonly checkoutId: string; readonly refusals?: number } & PaidWith,
): Promise<Transaction> {
  const checkout = await lockPayableCheckout(act, wanted.checkoutId);
  if (wanted.refusals !== undefined && checkout.refusals !== wanted.refusals)
    throw new ApiError('CHARGE_IN_PROGRESS');
  const { method, gateway } =
    'saved' in wanted ? ofSaved(act, wanted.saved, checkout) : ofPresented(act, wanted.instrument, checkout);
  if (!gateway || (checkout.capture === 'manual' && !gateway.holds))
    throw new ApiError('GATEWAY_NOT_CONFIGURED');
  if ((await ownerOf(act.ctx, checkout)?.begins(act, checkout)) === false)
    throw new ApiError('CHECKOUT_NOT_PENDING');
  const now = act.ctx.now(act.merchant);
  const id = newId();
  const payment = insertTransaction(act.tx, act.merchant.id, {
    ...paidFor(checkout),
    ...method,
    id,
    type: 'payment',
    status: 'pending',
    gateway: gateway.name,
    parent_id: null,
    late: false,
    created_at: now,
  });
  await scheduleRequery(act, { id, begun: now, expires: checkout.expires_at }, 1);
  return payment;
}

/**
 * Takes over the attempt that an earlier call began before it died. That call may still run and only have lost its lease. From now on
 * it can neither delete the attempt nor ask another gateway.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS the other call has finished meanwhile and deleted the attempt: a retry begins anew
 *
 * Decisions 0007 and 0049.
 */
export async function resumePayment(act: Act, id: string): Promise<Transaction> {
  const payment = await takeOverAttempt(act.tx, act.merchant.id, id, act.ctx.now(act.merchant));
  if (!payment) throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  return payment;
}

async function lockPayableCheckout(act: Act, id: string): Promise<Checkout> {
  // Pipelined: the attempt is read after the lock is taken.
  const [checkout, latest] = await Promise.all([
    lockCheckout(act.tx, act.merchant.id, id),
    findLatestAttempt(act.tx, act.merchant.id, id),
  ]);
  if (!checkout) throw notFound('chk');
  const over = checkout.status === 'pending' && checkout.expires_at <= act.ctx.now(act.merchant);
  if (checkout.status !== 'pending' || over) {
    throw new ApiError('CHECKOUT_NOT_PENDING', { details: { status: over ? 'expired' : checkout.status } });
  }
  if (latest?.status === 'pending') throw new ApiError('CHARGE_IN_PROGRESS');
  return checkout;
}

function paidFor(checkout: Checkout) {
  return {
    amount: checkout.amount,
    currency: checkout.currency,
    reference: checkout.reference,
    checkout_id: checkout.id,
    source_type: checkout.source_type,
    source_id: checkout.source_id ?? checkout.id,
    app_id: checkout.app_id,
    customer_name: checkout.customer_name,
    customer_email: checkout.customer_email,
    customer_phone: checkout.customer_phone,
    description: checkout.description,
    metadata: checkout.metadata,
    split_id: checkout.split_id,
  };
}

type Paid = Pick<Transaction, 'method_brand' | 'method_last4' | 'method_phone' | 'payment_method_id'> & {
  readonly method_type: PaymentMethod;
};
type Chosen = { readonly method: Paid; readonly gateway: Gateway | undefined };

/** A saved card can be charged only by the gateway that holds it, even if another one serves new cards now. */
function ofSaved({ ctx }: Act, saved: UsableMethod, { amount, currency }: Checkout): Chosen {
  const gateway = ctx.gateways.byName(saved.gateway);
  if (gateway) refuseOutside(gateway, { amount: amountOf(amount), currency });
  const method = {
    method_type: saved.type,
    method_brand: saved.brand,
    method_last4: saved.last4,
    method_phone: null,
    payment_method_id: saved.id,
  };
  return { method, gateway };
}

/** The preferred gateway that takes the amount, and that can hold it if it is to be held. */
function ofPresented({ ctx }: Act, instrument: Instrument, checkout: Checkout): Chosen {
  const method = methodOf(instrument);
  const amount = amountOf(checkout.amount);
  const { currency, capture } = checkout;
  return { method, gateway: choose(ctx, { method: method.method_type, amount, currency, capture }) };
}

function methodOf(instrument: Instrument): Paid {
  if (instrument.type === 'wallet') {
    return {
      method_type: instrument.wallet,
      method_brand: null,
      method_last4: null,
      method_phone: instrument.phone,
      payment_method_id: null,
    };
  }
  return {
    method_type: isDomesticSwitch(instrument.number) ? 'domestic_switch' : 'card',
    method_brand: cardBrand(instrument.number),
    method_last4: lastFour(instrument.number),
    method_phone: null,
    payment_method_id: null,
  };
}
