import { ownerOf } from '../checkouts/owners.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import type { Act } from '../context.ts';
import { hasEvents } from '../events/queries.ts';
import type { ChargeOutcome } from '../gateways/port.ts';
import { cancel } from '../jobs/enqueue.ts';
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
