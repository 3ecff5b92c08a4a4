import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { assert } from '../../../platform/assert.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { askSavedCharge, pushWallet } from '../../payments/attempts/ask-gateway.ts';
import { endAttempt } from '../../payments/attempts/begin/end-attempt.ts';
import { deleteCheckout, findCheckout } from '../../payments/checkouts/queries.ts';
import { findTransaction, type Transaction } from '../../payments/transactions/queries.ts';
import { findInvoice } from '../invoices/queries.ts';
import { lockSubscription } from '../subscriptions/queries.ts';
import { failTry } from './fail-try.ts';
import { deleteTry, findCycleOfCheckout } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Asks the gateway to charge the attempt of a try. */
    'subscriptions.charge': { paymentId: string };
  }
}

/**
 * Job `subscriptions.charge`: asks the gateway to charge an attempt that `beginTry` has committed. The gateway charges once,
 * however often the job runs. The checkout and its owner act on the answer.
 *
 * Spec: "Subscription". Decision 0024.
 */
export const chargeTry: PhasedJob<JobPayloads['subscriptions.charge'], ChargeOutcome> = {
  ask: async (ctx, merchant, { paymentId }) => {
    const payment = await findTransaction(ctx.db, merchant.id, paymentId);
    if (payment?.status !== 'pending' || !(await isStillWanted(ctx, merchant, payment)))
      return { kind: 'unknown' };
    // A worker that died may have charged already, so an unavailable gateway leaves the outcome open.
    if (payment.payment_method_id === null)
      return await pushWallet(ctx, { id: payment.id, payment, awaited: true, isResumed: true });
    const outcome = await askSavedCharge(ctx, merchant.id, paymentId);
    return outcome.kind === 'unavailable' ? { kind: 'unknown' } : outcome;
  },
  finish: async (act, { paymentId }, outcome) => {
    const payment = await findTransaction(act.tx, act.merchant.id, paymentId);
    if (payment && (await endAttempt(act, payment, outcome)) !== undefined) await forgetTry(act, payment);
  },
};

/**
 * False if the checkout has ended, or if the invoice is no longer reserved for it, for example after a pause. Then nobody is
 * charged.
 */
async function isStillWanted(ctx: Context, merchant: Merchant, payment: Transaction): Promise<boolean> {
  if (payment.checkout_id === null) return false;
  const cycle = await findCycleOfCheckout(ctx.db, merchant.id, payment.checkout_id);
  const [checkout, invoice] = await Promise.all([
    findCheckout(ctx.db, merchant.id, payment.checkout_id),
    cycle && findInvoice(ctx.db, merchant.id, cycle.invoice_id),
  ]);
  const isOpen = checkout?.status === 'pending' && checkout.expires_at > ctx.now(merchant);
  return isOpen && invoice?.attempt_checkout_id === payment.checkout_id;
}

/** The attempt never reached the gateway: deletes the try and its checkout, and notes that it failed. */
async function forgetTry(act: Act, { checkout_id: checkoutId }: Transaction): Promise<void> {
  assert(checkoutId, 'the attempt of a try has its checkout');
  const cycle = await findCycleOfCheckout(act.tx, act.merchant.id, checkoutId);
  assert(cycle, 'the checkout of a try has its cycle');
  await cancel(act, 'checkout.expire', checkoutId);
  await deleteTry(act.tx, act.merchant.id, checkoutId);
  await deleteCheckout(act.tx, act.merchant.id, checkoutId);
  const subscription = await lockSubscription(act.tx, act.merchant.id, cycle.subscription_id);
  assert(subscription, 'a cycle has its subscription');
  await failTry(act, subscription, cycle);
}
