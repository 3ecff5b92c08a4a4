import { deleteCheckout } from '../../core/checkouts/queries.ts';
import type { Act, Context } from '../../core/context.ts';
import type { ChargeOutcome } from '../../core/gateways/port.ts';
import { cancel } from '../../core/jobs/enqueue.ts';
import { askGateway } from '../../core/payments/ask-gateway.ts';
import { deleteAttempt } from '../../core/payments/queries.ts';
import { settlePayment } from '../../core/payments/settle-payment.ts';
import { lockTransaction, type Transaction } from '../../core/transactions/queries.ts';
import { assert } from '../../platform/assert.ts';

/**
 * Asks the wallet to prompt the customer. No transaction is open. The attempt names its wallet and number,
 * so the same question can be put again after a crash, with the same reference.
 *
 * Spec: "POST /v1/checkout/create", rule 3.
 */
export async function pushWallet(ctx: Context, payment: Transaction): Promise<ChargeOutcome> {
  const { method_type: wallet, method_phone: phone } = payment;
  assert(
    wallet && wallet !== 'card' && wallet !== 'domestic_switch' && phone,
    'a push goes to a wallet number',
  );
  return await askGateway(ctx, payment, { type: 'wallet', wallet, phone });
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
  if (outcome.kind !== 'refused' && outcome.kind !== 'unavailable') {
    await settlePayment(act, payment.id, outcome);
    return undefined;
  }
  assert(payment.checkout_id, 'a push belongs to a checkout');
  // Asked late, or again after a crash: the attempt may have been decided meanwhile, and the merchant told.
  const attempt = await lockTransaction(act.tx, act.merchant.id, payment.id);
  if (attempt?.status !== 'pending') return undefined;
  await cancel(act, 'payments.requery', payment.id);
  await cancel(act, 'checkout.expire', payment.checkout_id);
  await deleteAttempt(act.tx, act.merchant.id, payment.id);
  await deleteCheckout(act.tx, act.merchant.id, payment.checkout_id);
  return outcome.kind === 'refused' ? 'WALLET_INIT_FAILED' : 'PROVIDER_UNAVAILABLE';
}
