import type { Act } from '../../../../engine/context.ts';
import { cancel } from '../../../../engine/jobs/enqueue.ts';
import { assert } from '../../../../platform/assert.ts';
import { ApiError } from '../../../../platform/errors.ts';
import type { ChargeOutcome } from '../../../money/gateways/port.ts';
import { openCheckout, type WantedCheckout } from '../../checkouts/open-checkout.ts';
import { type Checkout, deleteCheckout, findCheckout } from '../../checkouts/queries.ts';
import type { Transaction } from '../../transactions/queries.ts';
import type { BegunCharge } from '../ask-gateway.ts';
import { endAttempt, type NeverBegan } from './end-attempt.ts';
import { beginPayment, resumePayment } from './make-attempt.ts';

type Begun = { readonly checkout: Checkout; readonly push: BegunCharge | undefined };

/**
 * Opens a checkout and, if it names a wallet and a phone, begins the attempt whose prompt is sent after the commit.
 *
 * @throws see openCheckout
 *
 * Spec: "POST /v1/checkout/create".
 */
export async function beginCheckout(act: Act, wanted: WantedCheckout): Promise<Begun> {
  const checkout = await openCheckout(act, wanted);
  const { wallet_type: wallet, customer_phone: phone } = checkout;
  if (wallet === null || phone === null) return { checkout, push: undefined };
  const instrument = { type: 'wallet', wallet, phone } as const;
  const payment = await beginPayment(act, { checkoutId: checkout.id, instrument });
  return { checkout, push: { id: payment.id, payment, awaited: true, isResumed: false } };
}

/**
 * Finds the push that an earlier call began before it died.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS see resumePayment
 *
 * Spec: "POST /v1/checkout/create". Decision 0007.
 */
export async function resumePush(act: Act, id: string): Promise<BegunCharge> {
  const payment = await resumePayment(act, id);
  const checkout = await findCheckout(act.tx, act.merchant.id, checkoutOf(payment));
  const isOpen = checkout?.status === 'pending' && checkout.expires_at > act.ctx.now(act.merchant);
  return { id, payment, awaited: payment.status === 'pending' && isOpen, isResumed: true };
}

/**
 * Writes what the wallet said of the push. If the wallet never began it, the checkout is deleted too, and the merchant may
 * use the reference again.
 *
 * @returns the checkout as it was opened; or the code of a push that never began
 * @throws IDEMPOTENCY_IN_PROGRESS the sandbox was reset meanwhile: a retry opens the checkout anew
 *
 * Spec: "Errors", WALLET_INIT_FAILED.
 */
export async function endPush(
  act: Act,
  payment: Transaction,
  outcome: ChargeOutcome,
): Promise<Checkout | NeverBegan> {
  const checkoutId = checkoutOf(payment);
  const checkout = await findCheckout(act.tx, act.merchant.id, checkoutId);
  if (!checkout) throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  const refusal = await endAttempt(act, payment, outcome);
  if (refusal === undefined) return checkout;
  await cancel(act, 'checkout.expire', checkoutId);
  await deleteCheckout(act.tx, act.merchant.id, checkoutId);
  return refusal;
}

function checkoutOf({ checkout_id: id }: Transaction): string {
  assert(id, 'a push belongs to a checkout');
  return id;
}
