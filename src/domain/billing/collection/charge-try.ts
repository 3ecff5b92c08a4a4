import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { assert } from '../../../platform/assert.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { findPaymentMethod } from '../../payers/payment-methods/queries.ts';
import { askSavedCharge, doubted, pushWallet } from '../../payments/attempts/ask-gateway.ts';
import { endAttempt, failUnasked, type NeverBegan } from '../../payments/attempts/begin/end-attempt.ts';
import { takeOverAttempt } from '../../payments/attempts/queries.ts';
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

/** `unasked`: no gateway was asked for the attempt, and none will be. */
type Asked = ChargeOutcome | { readonly kind: 'unasked' };

/**
 * Job `subscriptions.charge`: asks the gateway to charge an attempt that `beginTry` has committed. The gateway charges once,
 * however often the job runs. The checkout and its owner act on the answer.
 *
 * An attempt that nobody is asked for fails, since no gateway would ever decide it. The job notes the question before it asks:
 * without the note nobody has asked, and with it a worker that died may have charged.
 *
 * Spec: "Subscription". Decisions 0024 and 0042.
 */
export const chargeTry: PhasedJob<JobPayloads['subscriptions.charge'], Asked> = {
  ask: async (ctx, merchant, { paymentId }) => {
    const payment = await findTransaction(ctx.db, merchant.id, paymentId);
    if (payment?.status !== 'pending') return { kind: 'unknown' };
    if (!(await isStillWanted(ctx, merchant, payment)) || !(await canBeAsked(ctx, merchant, payment)))
      return { kind: payment.resumed_at === null ? 'unasked' : 'unknown' };
    if (!(await noteQuestion(ctx, merchant, payment))) return { kind: 'unknown' };
    // A worker that died may have charged already, so an unavailable gateway leaves the outcome open.
    if (payment.payment_method_id === null)
      return await pushWallet(ctx, { id: payment.id, payment, awaited: true, isResumed: true });
    return doubted(await askSavedCharge(ctx, merchant.id, paymentId));
  },
  finish: async (act, { paymentId }, outcome) => {
    const payment = await findTransaction(act.tx, act.merchant.id, paymentId);
    if (!payment) return;
    if (outcome.kind === 'unasked') return await failUnasked(act, paymentId);
    const code = await endAttempt(act, payment, outcome);
    if (code !== undefined) await forgetTry(act, payment, code);
  },
};

/** Notes, for a worker that runs this job again, that the gateway may have been asked. False if the attempt was decided meanwhile. */
async function noteQuestion(ctx: Context, merchant: Merchant, payment: Transaction): Promise<boolean> {
  if (payment.resumed_at !== null) return true;
  const at = ctx.now(merchant);
  const noted = await inTransaction(ctx.db, merchant.id, (tx) =>
    takeOverAttempt(tx, merchant.id, payment.id, at),
  );
  return noted?.status === 'pending';
}

/** False if the saved card was deleted, or the gateway is gone. */
async function canBeAsked(ctx: Context, merchant: Merchant, payment: Transaction): Promise<boolean> {
  if (!ctx.gateways.byName(payment.gateway)) return false;
  if (payment.payment_method_id === null) return true;
  const method = await findPaymentMethod(ctx.db, merchant.id, payment.payment_method_id);
  return Boolean(method?.token_sealed);
}

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
async function forgetTry(
  act: Act,
  { checkout_id: checkoutId }: Transaction,
  code: NeverBegan,
): Promise<void> {
  assert(checkoutId, 'the attempt of a try has its checkout');
  const cycle = await findCycleOfCheckout(act.tx, act.merchant.id, checkoutId);
  assert(cycle, 'the checkout of a try has its cycle');
  await cancel(act, 'checkout.expire', checkoutId);
  await deleteTry(act.tx, act.merchant.id, checkoutId);
  await deleteCheckout(act.tx, act.merchant.id, checkoutId);
  const subscription = await lockSubscription(act.tx, act.merchant.id, cycle.subscription_id);
  assert(subscription, 'a cycle has its subscription');
  // A provider that is away says nothing about the customer.
  await failTry(act, subscription, cycle, code === 'WALLET_INIT_FAILED' ? code : null);
}
