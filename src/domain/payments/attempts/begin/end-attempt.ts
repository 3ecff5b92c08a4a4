import type { Act } from '../../../../engine/context.ts';
import { cancel } from '../../../../engine/jobs/enqueue.ts';
import { hasEvents } from '../../../../engine/recording/known-queries.ts';
import type { ChargeOutcome } from '../../../money/gateways/port.ts';
import { ownerOf } from '../../checkouts/owners.ts';
import { lockCheckout } from '../../checkouts/queries.ts';
import { lockTransaction, type Transaction } from '../../transactions/queries.ts';
import { deleteAttempt } from '../queries.ts';
import { settlePayment } from '../settle-payment.ts';

/** Why the gateway never began an attempt. */
export type NeverBegan = 'WALLET_INIT_FAILED' | 'PROVIDER_UNAVAILABLE';

const neverBegan: Partial<Record<ChargeOutcome['kind'], NeverBegan>> = {
  refused: 'WALLET_INIT_FAILED',
  unavailable: 'PROVIDER_UNAVAILABLE',
};

/**
 * Writes what a gateway answered to a charge. An attempt that the gateway never began is deleted.
 *
 * @returns the code of an attempt that never began
 *
 * Spec: "Errors", WALLET_INIT_FAILED.
 */
export async function endAttempt(
  act: Act,
  payment: Transaction,
  outcome: ChargeOutcome,
): Promise<NeverBegan | undefined> {
  const code = neverBegan[outcome.kind];
  if (code !== undefined) return (await endUnbegun(act, payment)) ? code : undefined;
  await settlePayment(act, payment.id, outcome, paidCheckout(payment, outcome));
  return undefined;
}

/** @returns false if the attempt is kept: it may have begun, or was told of, and then it has failed */
async function endUnbegun(act: Act, payment: Transaction): Promise<boolean> {
  const attempt = await lockTransaction(act.tx, act.merchant.id, payment.id);
  if (attempt?.status !== 'pending') return false;
  if (attempt.resumed_at?.getTime() !== payment.resumed_at?.getTime()) {
    // A retry has taken it over since, and its question may have prompted the customer.
    await settlePayment(act, payment.id, { kind: 'unknown' });
    return false;
  }
  const checkout = payment.checkout_id
    ? await lockCheckout(act.tx, act.merchant.id, payment.checkout_id)
    : undefined;
  if (await hasEvents(act.tx, act.merchant.id, payment.id)) return await endTold(act, attempt);
  await cancel(act, 'payments.requery', payment.id);
  await deleteAttempt(act.tx, act.merchant.id, payment.id);
  if (checkout) await ownerOf(act.ctx, checkout)?.attemptOver(act, checkout, null);
  return true;
}

/**
 * Fails an attempt whose job has decided to ask no gateway. Nothing happens if it was decided meanwhile, or if another worker asks
 * after all.
 *
 * Decision 0042.
 */
export async function failUnasked(act: Act, paymentId: string): Promise<void> {
  const attempt = await lockTransaction(act.tx, act.merchant.id, paymentId);
  if (attempt?.status === 'pending' && attempt.resumed_at === null) await endTold(act, attempt);
}

/**
 * An attempt that events may be about is never deleted: its job told of it, or the checkout was aborted. No gateway knows the attempt,
 * so none would ever end it.
 */
async function endTold(act: Act, attempt: Transaction): Promise<false> {
  const { id, gateway_reference: known, method_phone: phone } = attempt;
  const reason = phone === null ? 'GATEWAY_TIMEOUT' : 'WALLET_TIMEOUT';
  const never = { kind: 'declined', reason, gatewayReference: null, gatewayStatus: 'NOT_BEGUN' } as const;
  if (known === null) await settlePayment(act, id, never);
  return false;
}

/** Only an approval is about the checkout, too. */
const paidCheckout = ({ checkout_id: id }: Transaction, { kind }: ChargeOutcome) =>
  kind === 'approved' ? id : null;
