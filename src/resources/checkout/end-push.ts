import { deleteCheckout } from '../../core/checkouts/queries.ts';
import type { Act } from '../../core/context.ts';
import type { ChargeOutcome } from '../../core/gateways/port.ts';
import { cancel } from '../../core/jobs/enqueue.ts';
import { endAttempt } from '../../core/payments/end-attempt.ts';
import type { Transaction } from '../../core/transactions/queries.ts';
import { assert } from '../../platform/assert.ts';

/**
 * Writes what the wallet said of the push.
 *
 * @returns the code of a push that never began: nothing is kept of it and the merchant's reference is free again
 *
 * Spec: "Errors", WALLET_INIT_FAILED.
 */
export async function endPush(
  act: Act,
  payment: Transaction,
  outcome: ChargeOutcome,
): Promise<'WALLET_INIT_FAILED' | 'PROVIDER_UNAVAILABLE' | undefined> {
  const refusal = await endAttempt(act, payment, outcome);
  if (refusal === undefined) return undefined;
  assert(payment.checkout_id, 'a push belongs to a checkout');
  await cancel(act, 'checkout.expire', payment.checkout_id);
  await deleteCheckout(act.tx, act.merchant.id, payment.checkout_id);
  return refusal;
}
