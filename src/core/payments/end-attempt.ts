import { ownerOf } from '../checkouts/owners.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import type { Act } from '../context.ts';
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
  // Asked late, or again after a crash: the attempt may have been decided meanwhile, and the merchant told.
  const attempt = await lockTransaction(act.tx, act.merchant.id, payment.id);
  if (attempt?.status !== 'pending') return undefined;
  await cancel(act, 'payments.requery', payment.id);
  await deleteAttempt(act.tx, act.merchant.id, payment.id);
  if (payment.checkout_id !== null) await freeCheckout(act, payment.checkout_id);
  return outcome.kind === 'refused' ? 'WALLET_INIT_FAILED' : 'PROVIDER_UNAVAILABLE';
}

async function freeCheckout(act: Act, id: string): Promise<void> {
  const checkout = await lockCheckout(act.tx, act.merchant.id, id);
  if (checkout) await ownerOf(act.ctx, checkout)?.attemptOver(act, checkout, null);
}
