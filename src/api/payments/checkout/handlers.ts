import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import type { ChargeOutcome } from '../../../domain/money/gateways/port.ts';
import { normalisePhone } from '../../../domain/money/wallets/phone.ts';
import { abortCheckout as abort } from '../../../domain/payments/attempts/abort-checkout.ts';
import { beginPayment } from '../../../domain/payments/attempts/begin-payment.ts';
import { endPush } from '../../../domain/payments/attempts/end-attempt.ts';
import { type BegunPush, pushWallet } from '../../../domain/payments/attempts/push-wallet.ts';
import { openCheckout, type WantedCheckout } from '../../../domain/payments/checkouts/open-checkout.ts';
import { findCheckout } from '../../../domain/payments/checkouts/queries.ts';
import { findCheckoutWithMethod } from '../../../domain/payments/checkouts/status-queries.ts';
import { findTransaction } from '../../../domain/payments/transactions/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { phased } from '../../../engine/calls/phases.ts';
import { assert } from '../../../platform/assert.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { abortedCheckoutView, checkoutStatusView, checkoutView } from './view.ts';

export const createCheckout = phased<'createCheckout', BegunPush, ChargeOutcome>({
  shared: true,
  begin: async (call) => {
    const checkout = await openCheckout(call, wantedCheckout(call.principal.appId, call.body));
    const { wallet_type: wallet, customer_phone: phone } = checkout;
    if (wallet === null || phone === null) return call.reply(201, checkoutView(call.ctx, checkout));
    const instrument = { type: 'wallet', wallet, phone } as const;
    const payment = await beginPayment(call, { checkoutId: checkout.id, instrument });
    return { id: payment.id, payment, awaited: true, isResumed: false };
  },
  resume: async (call, id) => {
    const payment = await findTransaction(call.tx, call.merchant.id, id);
    if (!payment) throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
    assert(payment.checkout_id, 'a push belongs to a checkout');
    const checkout = await findCheckout(call.tx, call.merchant.id, payment.checkout_id);
    const isOpen = checkout?.status === 'pending' && checkout.expires_at > call.ctx.now(call.merchant);
    return { id, payment, awaited: payment.status === 'pending' && isOpen, isResumed: true };
  },
  ask: pushWallet,
  finish: async (call, { payment }, outcome) => {
    assert(payment.checkout_id, 'a push belongs to a checkout');
    const checkout = await findCheckout(call.tx, call.merchant.id, payment.checkout_id);
    // The sandbox was emptied meanwhile: the same call makes the checkout anew.
    if (!checkout) throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
    const refusal = await endPush(call, payment, outcome);
    return refusal ? call.refuse(refusal) : call.reply(201, checkoutView(call.ctx, checkout));
  },
});

export const getCheckoutStatus: Handler<'getCheckoutStatus'> = async (call) => {
  const checkout = await findCheckoutWithMethod(call.db, call.merchant.id, readId('chk', call.params.id));
  if (!checkout) throw notFound('chk');
  return call.reply(200, checkoutStatusView(call.ctx, checkout));
};

export const abortCheckout: Handler<'abortCheckout'> = async (call) => {
  return call.reply(200, abortedCheckoutView(await abort(call, readId('chk', call.params.id))));
};

function wantedCheckout(appId: string, body: RequestOf<'createCheckout'>['body']): WantedCheckout {
  const { amount, currency, merchantTransactionId, returnUrl, notificationUrl, walletType, description } =
    body;
  const { customerName = null, customerEmail = null, customerPhone } = body;
  const phone = customerPhone === undefined ? null : normalisePhone(customerPhone);
  return {
    appId,
    reference: merchantTransactionId,
    amount: parseAmount(amount, currency),
    currency,
    returnUrl,
    notificationUrl,
    wallet: walletType,
    customer: { name: customerName, email: customerEmail, phone },
    description: description ?? null,
  };
}
