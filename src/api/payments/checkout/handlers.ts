import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import type { ChargeOutcome } from '../../../domain/money/gateways/port.ts';
import { normalisePhone } from '../../../domain/money/wallets/phone.ts';
import type { BegunCharge } from '../../../domain/payments/attempts/ask-gateway.ts';
import { pushWallet } from '../../../domain/payments/attempts/ask-gateway.ts';
import { beginCheckout, endPush, resumePush } from '../../../domain/payments/attempts/push-wallet.ts';
import { abortCheckout as abort } from '../../../domain/payments/attempts/stop-waiting.ts';
import type { WantedCheckout } from '../../../domain/payments/checkouts/open-checkout.ts';
import { findCheckoutWithMethod } from '../../../domain/payments/checkouts/queries.ts';
import { type Handler, phased } from '../../../engine/calls/handler.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { abortedCheckoutView, checkoutStatusView, checkoutView } from './view.ts';

export const createCheckout = phased<'createCheckout', BegunCharge, ChargeOutcome>({
  shared: true,
  begin: async (call) => {
    const { checkout, push } = await beginCheckout(call, wantedCheckout(call.principal.appId, call.body));
    return push ?? call.reply(201, checkoutView(call.ctx, checkout));
  },
  resume: resumePush,
  ask: pushWallet,
  finish: async (call, { payment }, outcome) => {
    const ended = await endPush(call, payment, outcome);
    return typeof ended === 'string' ? call.refuse(ended) : call.reply(201, checkoutView(call.ctx, ended));
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
  const { customerName = null, customerEmail = null, customerPhone, splitId } = body;
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
    splitId: splitId && readId('spl', splitId),
  };
}
