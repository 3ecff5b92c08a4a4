import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { lockUsableMethod } from '../../payers/payment-methods/queries.ts';
import { beginPayment, type PaidWith } from '../../payments/attempts/begin/make-attempt.ts';
import { isAmountRefusal } from '../../payments/checkouts/gateway-for.ts';
import { type OwnedCheckout, openOwnedCheckout } from '../../payments/checkouts/open-owned-checkout.ts';
import { findInvoice, type Invoice } from '../invoices/queries.ts';
import { type Cycle, countTry } from '../subscriptions/cycle-queries.ts';
import type { Subscription } from '../subscriptions/queries.ts';
import { insertTry } from './queries.ts';

/** How long a try may take: a wallet prompt waits this long for the PIN, and a card payment for its answer. */
const tryMs = 120 * 1000;

type Begun = 'begun' | 'page' | 'refused';

/**
 * Begins a try to collect the money of a cycle: it opens a checkout with one attempt, and queues the job that asks the
 * gateway once this is committed. The invoice is reserved for the checkout, so the customer cannot pay twice.
 *
 * @returns `page`    there is no wallet or usable card: the customer has to pay on the page of the invoice
 *          `refused` no gateway can be asked any more: the limits have changed, or the route or the card's gateway is gone. The try
 *                    counts, and nobody is asked
 *
 * Spec: "Subscription". Decision 0024.
 */
export async function beginTry(act: Act, subscription: Subscription, cycle: Cycle): Promise<Begun> {
  const paid = await paidWith(act, subscription);
  if (paid === undefined) return 'page';
  const invoice = await findInvoice(act.tx, act.merchant.id, cycle.invoice_id);
  assert(invoice, 'a cycle has its invoice');
  const period = { subscriptionId: cycle.subscription_id, periodStart: cycle.period_start };
  const checkoutId = await openCheckout(act, subscription, { paid, invoice });
  const { tries } = await countTry(act.tx, act.merchant.id, period, { tries: 1, failures: 0 });
  if (checkoutId === undefined) return 'refused';
  const at = act.ctx.now(act.merchant);
  await insertTry(act.tx, act.merchant.id, { ...period, number: tries, checkoutId, at });
  const { id: paymentId } = await beginPayment(act, { checkoutId, ...paid });
  await enqueue(act, 'subscriptions.charge', { key: paymentId, payload: { paymentId } });
  return 'begun';
}

/** Undefined also for a card that was deleted or has expired: the customer pays on the page instead. */
async function paidWith(act: Act, subscription: Subscription): Promise<PaidWith | undefined> {
  const { wallet_type: wallet, wallet_phone: phone, payment_method_id: id, customer_id } = subscription;
  if (wallet !== null && phone !== null) return { instrument: { type: 'wallet', wallet, phone } };
  if (id === null || customer_id === null) return undefined;
  const now = act.ctx.now(act.merchant);
  const saved = await lockUsableMethod(act.tx, act.merchant.id, { id, customerId: customer_id, now });
  return saved && { saved };
}

type Paying = { readonly paid: PaidWith; readonly invoice: Invoice };

/** Undefined if no gateway can be asked. That is found before anything is written, so the transaction goes on. */
async function openCheckout(
  act: Act,
  subscription: Subscription,
  paying: Paying,
): Promise<string | undefined> {
  const id = newId();
  const { paid } = paying;
  const keeper = 'saved' in paid ? act.ctx.gateways.byName(paid.saved.gateway) : undefined;
  try {
    // Only the gateway that keeps a card can charge it.
    if ('saved' in paid && !keeper) throw new ApiError('GATEWAY_NOT_CONFIGURED');
    const checkout = await openOwnedCheckout(act, { ...wantedFor(id, subscription, paying), keeper });
    assert(checkout, 'a checkout with a new id is always opened');
    return id;
  } catch (error) {
    if (!(error instanceof ApiError) || !isOfGateways(error.code)) throw error;
    act.ctx.log.warn(
      { subscription: showId('sub', subscription.id), code: error.code },
      'no gateway can collect the money of a subscription',
    );
    return undefined;
  }
}

/** Whether a refusal says that no gateway takes the payment now. The operator may change that before the next try. */
function isOfGateways(code: string): boolean {
  return isAmountRefusal(code) || code === 'GATEWAY_NOT_CONFIGURED' || code === 'WALLET_NOT_AVAILABLE';
}

/** The invoice says how much: the subscription may have another plan by now. */
function wantedFor(id: string, subscription: Subscription, { paid, invoice }: Paying): OwnedCheckout {
  return {
    id,
    owner: { type: 'subscription', id: subscription.id },
    appId: subscription.app_id,
    amount: amountOf(invoice.total),
    currency: subscription.currency,
    method: 'saved' in paid ? paid.saved.type : subscription.wallet_type,
    pushed: subscription.wallet_type,
    customer: {
      name: subscription.customer_name,
      email: subscription.customer_email,
      phone: subscription.customer_phone,
    },
    description: null,
    metadata: invoice.metadata,
    splitId: null,
    lifetimeMs: tryMs,
  };
}
