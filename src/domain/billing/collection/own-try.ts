import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { CheckoutOwner } from '../../payments/checkouts/owners.ts';
import type { Checkout } from '../../payments/checkouts/queries.ts';
import { claimInvoice } from '../invoices/claim-invoice.ts';
import { freeInvoice } from '../invoices/free-invoice.ts';
import { reserveInvoice } from '../invoices/reserve-invoice.ts';
import { settleInvoice } from '../invoices/settle-invoice.ts';
import { type Cycle, lockSubscription } from '../subscriptions/queries.ts';
import { failTry } from './fail-try.ts';
import { findCycleOfCheckout } from './queries.ts';

/**
 * What the checkout of a try means to its subscription: to begin, its money and its end are those of the invoice of its
 * period, and an end without money is a try that failed.
 *
 * Spec: "Subscription". Decision 0024.
 */
export const ownTry: CheckoutOwner = {
  begins: async (act, checkout) => reserveInvoice(act, await forInvoice(act, checkout)),
  claim: async (act, checkout) => claimInvoice(act, await forInvoice(act, checkout)),
  attemptOver: async (act, checkout) => {
    const cycle = await cycleOf(act, checkout);
    // Before its invoice, as everywhere: the end that may follow concerns it.
    await lockSubscription(act.tx, act.merchant.id, cycle.subscription_id);
    await freeInvoice(act, { ...checkout, source_id: cycle.invoice_id });
  },
  ended: async (act, checkout) => {
    const cycle = await cycleOf(act, checkout);
    const ofInvoice = { ...checkout, source_id: cycle.invoice_id };
    if (checkout.status === 'completed') return await settleInvoice(act, ofInvoice);
    const subscription = await lockSubscription(act.tx, act.merchant.id, cycle.subscription_id);
    assert(subscription, 'a cycle has its subscription');
    await freeInvoice(act, ofInvoice);
    await failTry(act, subscription, cycle);
  },
};

/** The checkout as its invoice sees it. */
async function forInvoice(act: Act, checkout: Checkout): Promise<Checkout> {
  return { ...checkout, source_id: (await cycleOf(act, checkout)).invoice_id };
}

async function cycleOf(act: Act, { id }: Checkout): Promise<Cycle> {
  const cycle = await findCycleOfCheckout(act.tx, act.merchant.id, id);
  assert(cycle, 'a checkout of a try names its cycle');
  return cycle;
}
