import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import type { PaymentMethod } from '../../money/fees/payment-fees.ts';
import { cardBrand, isDomesticSwitch, lastFour } from '../../money/gateways/card-number.ts';
import type { Gateway, Instrument } from '../../money/gateways/port.ts';
import type { UsableMethod } from '../../payers/payment-methods/queries.ts';
import { ownerOf } from '../checkouts/owners.ts';
import { type Checkout, lockCheckout } from '../checkouts/queries.ts';
import { insertTransaction, type Transaction } from '../transactions/queries.ts';
import { findLatestAttempt } from './queries.ts';
import { requeryDue } from './requery-schedule.ts';

/** What pays: an instrument that somebody has in their hand, or a card that was saved. */
export type PaidWith = { readonly instrument: Instrument } | { readonly saved: UsableMethod };

/**
 * Begins one attempt to pay a checkout: a pending transaction, and the job that will find out if we die.
 *
 * The card number is an argument only: its brand and last four digits are kept. Of a saved card it is never known.
 *
 * @throws NOT_FOUND             no such checkout of this merchant
 * @throws CHECKOUT_NOT_PENDING  it was paid, has failed or has expired; or its owner takes no payment now
 * @throws CHARGE_IN_PROGRESS    another attempt is undecided
 * @throws GATEWAY_NOT_CONFIGURED no gateway serves the method
 *
 * Spec: "Checkout session", "Transaction".
 */
export async function beginPayment(
  act: Act,
  wanted: { readonly checkoutId: string } & PaidWith,
): Promise<Transaction> {
  const checkout = await lockPayableCheckout(act, wanted.checkoutId);
  const { method, gateway } = 'saved' in wanted ? ofSaved(act, wanted.saved) : ofHand(act, wanted.instrument);
  if (!gateway) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  if ((await ownerOf(act.ctx, checkout)?.begins(act, checkout)) === false)
    throw new ApiError('CHECKOUT_NOT_PENDING');
  const now = act.ctx.now(act.merchant);
  const id = newId();
  const begun = insertTransaction(act.tx, act.merchant.id, {
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
  const awaited = enqueue(act, 'payments.requery', {
    key: id,
    payload: { paymentId: id, attempt: 1 },
    at: requeryDue({ begun: now, now, expires: checkout.expires_at, attempt: 1 }) ?? now,
  });
  // Sent together: neither needs the other's answer.
  const [payment] = await Promise.all([begun, awaited]);
  return payment;
}

async function lockPayableCheckout(act: Act, id: string): Promise<Checkout> {
  const checkout = await lockCheckout(act.tx, act.merchant.id, id);
  if (!checkout) throw notFound('chk');
  const over = checkout.status === 'pending' && checkout.expires_at <= act.ctx.now(act.merchant);
  if (checkout.status !== 'pending' || over) {
    throw new ApiError('CHECKOUT_NOT_PENDING', { details: { status: over ? 'expired' : checkout.status } });
  }
  const latest = await findLatestAttempt(act.tx, act.merchant.id, id);
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
  };
}

type Paid = Pick<Transaction, 'method_brand' | 'method_last4' | 'method_phone' | 'payment_method_id'> & {
  readonly method_type: PaymentMethod;
};
type Chosen = { readonly method: Paid; readonly gateway: Gateway | undefined };

/** Only the gateway that keeps a card can charge it, whichever serves new ones now. */
function ofSaved(act: Act, saved: UsableMethod): Chosen {
  const method = {
    method_type: saved.type,
    method_brand: saved.brand,
    method_last4: saved.last4,
    method_phone: null,
    payment_method_id: saved.id,
  };
  return { method, gateway: act.ctx.gateways.byName(saved.gateway) };
}

function ofHand(act: Act, instrument: Instrument): Chosen {
  const method = methodOf(instrument);
  return { method, gateway: act.ctx.gateways.forMethod(method.method_type) };
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
