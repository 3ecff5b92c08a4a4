import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import type { HoldOutcome } from '../../../domain/money/gateways/hold-port.ts';
import type { ChargeOutcome } from '../../../domain/money/gateways/port.ts';
import { normalisePhone } from '../../../domain/money/wallets/phone.ts';
import type { BegunCharge } from '../../../domain/payments/attempts/ask-gateway.ts';
import { pushWallet } from '../../../domain/payments/attempts/ask-gateway.ts';
import { beginCheckout, endPush, resumePush } from '../../../domain/payments/attempts/begin/push-wallet.ts';
import {
  beginCapture,
  beginVoid,
  endHold,
  resumeHold,
} from '../../../domain/payments/attempts/capture-hold.ts';
import { askHold } from '../../../domain/payments/attempts/settle-hold.ts';
import { abortCheckout as abort } from '../../../domain/payments/attempts/stop-waiting.ts';
import {
  type Authorization,
  findAuthorizationOfCheckout,
} from '../../../domain/payments/checkouts/authorization-queries.ts';
import { storedMetadata } from '../../../domain/payments/checkouts/metadata.ts';
import type { WantedCheckout } from '../../../domain/payments/checkouts/open-checkout.ts';
import { findCheckoutWithAttempt } from '../../../domain/payments/checkouts/queries.ts';
import { refuseEndingOthers } from '../../../domain/payments/checkouts/refuse-ending-others.ts';
import { notThere } from '../../../domain/payments/transactions/archived.ts';
import { type Handler, phased } from '../../../engine/calls/handler.ts';
import type { Merchant } from '../../../engine/principal.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import { readId } from '../../../platform/ids.ts';
import { abortedCheckoutView, authorizationView, checkoutStatusView, checkoutView } from './view.ts';

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
  const id = readId('chk', call.params.id);
  const checkout = await findCheckoutWithAttempt(call.db, call.merchant.id, id);
  if (!checkout) throw await notThere(call.db, call.merchant.id, { prefix: 'chk', id });
  const authorization =
    checkout.capture === 'manual'
      ? await findAuthorizationOfCheckout(call.db, call.merchant.id, checkout.id)
      : undefined;
  return call.reply(200, checkoutStatusView(call.ctx, checkout, authorization));
};

export const abortCheckout: Handler<'abortCheckout'> = async (call) => {
  const id = readId('chk', call.params.id);
  await refuseEndingOthers(call.tx, call.principal, id);
  return call.reply(200, abortedCheckoutView(await abort(call, id)));
};

/** What was begun, and its merchant, whose clock gives the time of the question to the gateway. */
type BegunHold = Authorization & { readonly merchant: Merchant };

export const captureCheckout = phased<'captureCheckout', BegunHold, HoldOutcome>({
  begin: async (call) => {
    const wanted = { checkoutId: readId('chk', call.params.id), amount: call.body?.amount };
    return { ...(await beginCapture(call, wanted)), merchant: call.merchant };
  },
  resume: async (call, id) => ({ ...(await resumeHold(call, id)), merchant: call.merchant }),
  ask: (ctx, { merchant, id }) => askHold(ctx, merchant, id),
  finish: async (call, { id }, outcome) =>
    call.reply(200, authorizationView(await endHold(call, id, outcome))),
});

export const voidAuthorization = phased<'voidAuthorization', BegunHold, HoldOutcome>({
  begin: async (call) => ({
    ...(await beginVoid(call, readId('chk', call.params.id))),
    merchant: call.merchant,
  }),
  resume: async (call, id) => ({ ...(await resumeHold(call, id)), merchant: call.merchant }),
  ask: (ctx, { merchant, id }) => askHold(ctx, merchant, id),
  finish: async (call, { id }, outcome) =>
    call.reply(200, authorizationView(await endHold(call, id, outcome))),
});

function wantedCheckout(appId: string, body: RequestOf<'createCheckout'>['body']): WantedCheckout {
  const { amount, currency, merchantTransactionId, returnUrl, notificationUrl, walletType, description } =
    body;
  const { customerName = null, customerEmail = null, customerPhone, splitId, capture = 'automatic' } = body;
  const phone = customerPhone === undefined ? null : normalisePhone(customerPhone);
  return {
    appId,
    reference: merchantTransactionId,
    amount: parseAmount(amount, currency),
    currency,
    returnUrl,
    notificationUrl,
    wallet: walletType,
    capture,
    customer: { name: customerName, email: customerEmail, phone },
    description: description ?? null,
    metadata: storedMetadata(body.metadata ?? {}),
    splitId: splitId && readId('spl', splitId),
  };
}
