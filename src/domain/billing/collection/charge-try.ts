import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { assert } from '../../../platform/assert.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { askSavedCharge, pushWallet } from '../../payments/attempts/ask-gateway.ts';
import { endAttempt } from '../../payments/attempts/make-attempt.ts';
import { deleteCheckout, findCheckout } from '../../payments/checkouts/queries.ts';
import { findTransaction, type Transaction } from '../../payments/transactions/queries.ts';
import { findInvoice } from '../invoices/queries.ts';
import { lockSubscription } from '../subscriptions/queries.ts';
import { failTry } from './fail-try.ts';
import { deleteTry, findCycleOfCheckout } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The gateway is asked to charge the attempt of a try. */
    'subscriptions.charge': { paymentId: string };
  }
}

/**
 * Job `subscriptions.charge`: asks the gateway about an attempt that was begun and committed, once however often it runs.
 * What follows from the answer is the checkout's and its owner's affair.
 *
 * Spec: "Subscription". Decision 0024.
 */
export const chargeTry: PhasedJob<JobPayloads['subscriptions.charge'], ChargeOutcome> = {
  ask: async (ctx, merchant, { paymentId }) => {
    const payment = await findTransaction(ctx.db, merchant.id, paymentId);
    if (payment?.status !== 'pending' || !(await isAwaited(ctx, merchant, payment)))
      return { kind: 'unknown' };
    // A worker that died may have asked before us: only what the gateway itself refuses has not begun.
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

/** Its checkout is open and its invoice is kept for it: who paused, canceled or paid in the meantime is not asked any more. */
async function isAwaited(ctx: Context, merchant: Merchant, payment: Transaction): Promise<boolean> {
  if (payment.checkout_id === null) return false;
  const cycle = await findCycleOfCheckout(ctx.db, merchant.id, payment.checkout_id);
  const [checkout, invoice] = await Promise.all([
    findCheckout(ctx.db, merchant.id, payment.checkout_id),
    cycle && findInvoice(ctx.db, merchant.id, cycle.invoice_id),
  ]);
  const isOpen = checkout?.status === 'pending' && checkout.expires_at > ctx.now(merchant);
  return isOpen && invoice?.attempt_checkout_id === payment.checkout_id;
}

/** Nothing was begun, so nothing is kept but that the try failed. */
async function forgetTry(act: Act, { checkout_id: checkoutId }: Transaction): Promise<void> {
  assert(checkoutId, 'an attempt of a try has its checkout');
  const cycle = await findCycleOfCheckout(act.tx, act.merchant.id, checkoutId);
  assert(cycle, 'a checkout of a try names its cycle');
  await cancel(act, 'checkout.expire', checkoutId);
  await deleteTry(act.tx, act.merchant.id, checkoutId);
  await deleteCheckout(act.tx, act.merchant.id, checkoutId);
  const subscription = await lockSubscription(act.tx, act.merchant.id, cycle.subscription_id);
  assert(subscription, 'a cycle has its subscription');
  await failTry(act, subscription, cycle);
}
