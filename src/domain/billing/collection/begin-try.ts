import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { newId } from '../../../platform/ids.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { lockUsableMethod } from '../../payers/payment-methods/queries.ts';
import { beginPayment, type PaidWith } from '../../payments/attempts/begin/make-attempt.ts';
import { openOwnedCheckout } from '../../payments/checkouts/open-owned-checkout.ts';
import { findInvoice } from '../invoices/queries.ts';
import { type Cycle, countTry, type Subscription } from '../subscriptions/queries.ts';
import { insertTry } from './queries.ts';

/** How long a try may take: a wallet prompt waits this long for the PIN, and a card payment for its answer. */
const tryMs = 120 * 1000;

/**
 * Begins a try to collect the money of a cycle: it opens a checkout with one attempt, and queues the job that asks the
 * gateway once this is committed. The invoice is reserved for the checkout, so the customer cannot pay twice.
 *
 * @returns false when there is no wallet or usable card: the customer has to pay on the page of the invoice
 *
 * Spec: "Subscription". Decision 0024.
 */
export async function beginTry(act: Act, subscription: Subscription, cycle: Cycle): Promise<boolean> {
  const paid = await paidWith(act, subscription);
  if (paid === undefined) return false;
  const invoice = await findInvoice(act.tx, act.merchant.id, cycle.invoice_id);
  assert(invoice, 'a cycle has its invoice');
  const checkoutId = await openCheckout(act, subscription, { paid, total: invoice.total });
  const period = { subscriptionId: cycle.subscription_id, periodStart: cycle.period_start };
  const { tries } = await countTry(act.tx, act.merchant.id, period, { tries: 1, failures: 0 });
  const at = act.ctx.now(act.merchant);
  await insertTry(act.tx, act.merchant.id, { ...period, number: tries, checkoutId, at });
  const { id: paymentId } = await beginPayment(act, { checkoutId, ...paid });
  await enqueue(act, 'subscriptions.charge', { key: paymentId, payload: { paymentId } });
  return true;
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

/** The invoice says how much: the subscription may have another plan by now. */
async function openCheckout(
  act: Act,
  subscription: Subscription,
  { paid, total }: { readonly paid: PaidWith; readonly total: bigint },
): Promise<string> {
  const checkout = await openOwnedCheckout(act, {
    id: newId(),
    owner: { type: 'subscription', id: subscription.id },
    appId: subscription.app_id,
    amount: amountOf(total),
    currency: subscription.currency,
    method: 'saved' in paid ? paid.saved.type : subscription.wallet_type,
    pushed: subscription.wallet_type,
    customer: {
      name: subscription.customer_name,
      email: subscription.customer_email,
      phone: subscription.customer_phone,
    },
    description: null,
    splitId: null,
    lifetimeMs: tryMs,
  });
  assert(checkout, 'a checkout with a new id is always opened');
  return checkout.id;
}
