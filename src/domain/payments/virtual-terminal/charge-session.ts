import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { isPhoneOfWallet, isWallet } from '../../money/wallets/wallets.ts';
import { findPaymentMethod, lockUsableMethod } from '../../payers/payment-methods/queries.ts';
import { beginPayment, type PaidWith } from '../attempts/begin-payment.ts';
import type { Transaction } from '../transactions/queries.ts';
import { notPending } from './cancel-session.ts';
import { findSession, type Session } from './queries.ts';

/** What to charge; the session decides which of the two it needs. */
export type ChargeWith = {
  /** `+263…` */
  readonly phone: string | undefined;
  /** Of a saved card. */
  readonly methodId: string | undefined;
};

/** The session, and the attempt that was begun; a card that is not saved is charged on the page, so nothing is begun here. */
export type Charge = { readonly session: Session; readonly payment: Transaction | undefined };

/**
 * Begins to charge a session: an attempt by wallet, whose prompt is sent after the commit, or by a saved card.
 *
 * @throws NOT_FOUND                 the session, or the saved card
 * @throws SESSION_NOT_PENDING       `details.status`
 * @throws PAYMENT_METHOD_NOT_USABLE the saved card may not be charged, or is of another kind than the session
 * @throws SESSION_PHONE_REQUIRED    no number, or none of the session's wallet
 * @throws CHARGE_IN_PROGRESS        the outcome of an attempt is not known
 *
 * Spec: "Virtual terminal", POST /sessions/{id}/charge.
 */
export async function chargeSession(act: Act, id: string, charge: ChargeWith): Promise<Charge> {
  const session = await findSession(act.tx, act.merchant.id, id);
  if (!session) throw notFound('vts');
  if (session.status !== 'pending') throw notPending(session);
  if (session.expires_at <= act.ctx.now(act.merchant)) throw notPending({ status: 'expired' });
  const paidWith = await paidWithFor(act, session, charge);
  if (paidWith) return { session, payment: await begin(act, session, paidWith) };
  if (session.attempt_pending) throw new ApiError('CHARGE_IN_PROGRESS');
  return { session, payment: undefined };
}

/** Undefined: the customer pays at the link. */
async function paidWithFor(
  act: Act,
  { payment_method: method }: Session,
  { phone, methodId }: ChargeWith,
): Promise<PaidWith | undefined> {
  if (methodId !== undefined) return { saved: await usableCard(act, methodId, method) };
  if (!isWallet(method)) return undefined;
  if (phone === undefined || !isPhoneOfWallet(phone, method)) throw new ApiError('SESSION_PHONE_REQUIRED');
  return { instrument: { type: 'wallet', wallet: method, phone } };
}

async function usableCard(act: Act, id: string, kind: Session['payment_method']) {
  if (!(await findPaymentMethod(act.tx, act.merchant.id, id))) throw notFound('pm');
  const card = await lockUsableMethod(act.tx, act.merchant.id, { id, now: act.ctx.now(act.merchant) });
  if (card?.type !== kind) throw new ApiError('PAYMENT_METHOD_NOT_USABLE');
  return card;
}

async function begin(act: Act, session: Session, paidWith: PaidWith): Promise<Transaction> {
  try {
    return await beginPayment(act, { checkoutId: session.checkout_id, ...paidWith });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CHECKOUT_NOT_PENDING')) throw error;
    // Paid or ended while we waited for it.
    throw notPending((await findSession(act.tx, act.merchant.id, session.id)) ?? session);
  }
}
