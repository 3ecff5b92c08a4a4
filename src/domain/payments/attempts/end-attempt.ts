import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { hasEvents } from '../../../engine/recording/queries.ts';
import { assert } from '../../../platform/assert.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { ownerOf } from '../checkouts/owners.ts';
import { deleteCheckout, lockCheckout } from '../checkouts/queries.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { deleteAttempt } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Writes what a gateway said to a charge. Of an attempt that it never began nothing is kept.
 *
 * @returns the code of an attempt that never began
 *
 * Spec: "Errors", WALLET_INIT_FAILED.
 */
export async function endAttempt(
  act: Act,
  payment: Transaction,
  outcome: ChargeOutcome,
): Promise<'WALLET_INIT_FAILED' | 'PROVIDER_UNAVAILABLE' | undefined> {
  if (outcome.kind !== 'refused' && outcome.kind !== 'unavailable') {
    await settlePayment(act, payment.id, outcome);
    return undefined;
  }
  const attempt = await lockTransaction(act.tx, act.merchant.id, payment.id);
  if (attempt?.status !== 'pending') return undefined;
  const checkout = payment.checkout_id
    ? await lockCheckout(act.tx, act.merchant.id, payment.checkout_id)
    : undefined;
  // Asked late, or again after a crash: what the merchant was told of is asked for on.
  if (await hasEvents(act.tx, act.merchant.id, payment.id)) return undefined;
  await cancel(act, 'payments.requery', payment.id);
  await deleteAttempt(act.tx, act.merchant.id, payment.id);
  if (checkout) await ownerOf(act.ctx, checkout)?.attemptOver(act, checkout, null);
  return outcome.kind === 'refused' ? 'WALLET_INIT_FAILED' : 'PROVIDER_UNAVAILABLE';
}

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
