import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { CheckoutOwner } from '../../payments/checkouts/owners.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import { invoiceAsOwner } from '../invoices/invoice-payment.ts';
import type { Cycle } from '../subscriptions/cycle-queries.ts';
import { lockSubscription } from '../subscriptions/queries.ts';
import { failTry } from './fail-try.ts';
import { findCycleOfCheckout } from './queries.ts';

/**
 * What the checkout of a try means to its subscription. It reserves, pays and releases the invoice of its cycle, as a
 * checkout of that invoice would. If it ends unpaid, the try has failed.
 *
 * Spec: "Subscription". Decision 0024.
 */
export const subscriptionAsOwner: CheckoutOwner = {
  begins: async (act, checkout) =>
    await invoiceAsOwner.begins(act, forInvoice(checkout, await cycleOf(act, checkout))),
  claim: async (act, checkout) =>
    await invoiceAsOwner.claim(act, forInvoice(checkout, await cycleOf(act, checkout))),
  attemptOver: async (act, checkout, failure) => {
    const cycle = await cycleOf(act, checkout);
    // Lock order: the checkout may end next, which locks the subscription after the invoice is changed.
    await lockSubscription(act.tx, act.merchant.id, cycle.subscription_id);
    await invoiceAsOwner.attemptOver(act, forInvoice(checkout, cycle), failure);
  },
  ended: async (act, checkout, refused) => {
    const cycle = await cycleOf(act, checkout);
    if (checkout.status === 'completed')
      return await invoiceAsOwner.ended(act, forInvoice(checkout, cycle), refused);
    const subscription = await lockSubscription(act.tx, act.merchant.id, cycle.subscription_id);
    assert(subscription, 'a cycle has its subscription');
    await invoiceAsOwner.ended(act, forInvoice(checkout, cycle), refused);
    // The attempt says more than its checkout, which only expires when nobody answers.
    await failTry(act, subscription, cycle, refused ?? checkout.failure);
  },
};

/** The checkout as its invoice sees it. */
function forInvoice(checkout: Checkout, { invoice_id }: Cycle): Checkout {
  return { ...checkout, source_id: invoice_id };
}

async function cycleOf(act: Act, { id }: Checkout): Promise<Cycle> {
  const cycle = await findCycleOfCheckout(act.tx, act.merchant.id, id);
  assert(cycle, 'the checkout of a try has its cycle');
  return cycle;
}
