import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { Authorized } from '../../money/gateways/port.ts';
import { insertAuthorization } from '../checkouts/authorization-queries.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import type { Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';

/** A held amount that is not captured is released after this time. */
const heldMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Turns an attempt whose amount the gateway holds into an authorized payment. No money moves, so nothing is booked. If the
 * checkout has ended meanwhile, the amount is released.
 *
 * @param payment locked, and pending or failed
 *
 * Spec: "States and transitions". Decision 0078.
 */
export async function holdAmount(act: Act, payment: Transaction, held: Authorized): Promise<Transaction> {
  const { id, checkout_id: checkoutId } = payment;
  const checkout = checkoutId === null ? undefined : await lockCheckout(act.tx, act.merchant.id, checkoutId);
  const isWanted =
    payment.status === 'pending' && checkout?.status === 'pending' && checkout.capture === 'manual';
  if (!isWanted) return await dropHold(act, payment, held);
  const now = act.ctx.now(act.merchant);
  const expires_at = new Date(now.getTime() + heldMs);
  const row = { ...rowOf(payment, held), status: 'held', expires_at, created_at: now } as const;
  await recordEvent(
    act,
    'payment.authorization.created',
    await insertAuthorization(act.tx, act.merchant.id, row),
  );
  await enqueue(act, 'authorizations.expire', { key: id, payload: { paymentId: id }, at: expires_at });
  const set = namesOf(held);
  const authorized = await move(act, 'transactions', id, transactionMoves.authorize, { set });
  assert(authorized, 'the attempt is locked and pending');
  return authorized;
}

/** The amount is held too late: the attempt had failed, or its checkout had ended. */
async function dropHold(act: Act, payment: Transaction, held: Authorized): Promise<Transaction> {
  await releaseUnwanted(act, payment, held);
  const set = { ...namesOf(held), late: true, completed_at: act.ctx.now(act.merchant) };
  const dropped = await move(act, 'transactions', payment.id, transactionMoves.dropHold, { set });
  assert(dropped, 'the attempt is locked, and was pending or failed');
  return dropped;
}

/**
 * Notes an amount that nobody wants held, and has the job `authorizations.finish` release it. The amount may differ from what was
 * asked for.
 *
 * Decision 0078.
 */
export async function releaseUnwanted(act: Act, payment: Transaction, held: Authorized): Promise<void> {
  const now = act.ctx.now(act.merchant);
  await insertAuthorization(act.tx, act.merchant.id, {
    ...rowOf(payment, held),
    status: 'voiding',
    void_reason: 'unwanted',
    expires_at: now,
    created_at: now,
    asked_at: now,
  });
  const { id: paymentId } = payment;
  await enqueue(act, 'authorizations.finish', { key: paymentId, payload: { paymentId, attempt: 1 } });
}

function rowOf({ id, checkout_id, reference }: Transaction, { amount, currency }: Authorized) {
  assert(checkout_id, 'only the payment of a checkout is held');
  return { id, checkout_id, reference, amount, currency };
}

function namesOf({ gatewayReference, gatewayStatus }: Authorized) {
  return { gateway_reference: gatewayReference, gateway_status: gatewayStatus };
}
