import type { Act } from '../../core/context.ts';
import type { Instrument } from '../../core/gateways/port.ts';
import { beginPayment } from '../../core/payments/begin-payment.ts';
import type { Transaction } from '../../core/transactions/queries.ts';
import { isPhoneOfWallet, isWallet } from '../../core/wallets/wallets.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { notFound } from '../../platform/ids.ts';
import { notPending } from './cancel-session.ts';
import { findSession, type Session } from './queries.ts';

/** The session, and the attempt that was begun; a card is charged on the page, so nothing is begun here. */
export type Charge = { readonly session: Session; readonly payment: Transaction | undefined };

/**
 * Begins to charge a session: for a wallet an attempt, whose prompt is sent after the commit.
 *
 * @param phone `+263…`
 * @throws NOT_FOUND
 * @throws SESSION_NOT_PENDING    `details.status`
 * @throws SESSION_PHONE_REQUIRED no number, or none of the session's wallet
 * @throws CHARGE_IN_PROGRESS     the outcome of an attempt is not known
 *
 * Spec: "Virtual terminal", POST /sessions/{id}/charge.
 */
export async function chargeSession(act: Act, id: string, phone: string | undefined): Promise<Charge> {
  const session = await findSession(act.tx, act.merchant.id, id);
  if (!session) throw notFound('vts');
  if (session.status !== 'pending') throw notPending(session);
  if (session.expires_at <= act.ctx.now(act.merchant)) throw notPending({ status: 'expired' });
  if (!isWallet(session.payment_method)) {
    if (session.attempt_pending) throw new ApiError('CHARGE_IN_PROGRESS');
    return { session, payment: undefined };
  }
  const wallet = session.payment_method;
  if (phone === undefined || !isPhoneOfWallet(phone, wallet)) throw new ApiError('SESSION_PHONE_REQUIRED');
  return { session, payment: await begin(act, session, { type: 'wallet', wallet, phone }) };
}

async function begin(act: Act, session: Session, instrument: Instrument): Promise<Transaction> {
  try {
    return await beginPayment(act, { checkoutId: session.checkout_id, instrument });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CHECKOUT_NOT_PENDING')) throw error;
    // Paid or ended while we waited for it.
    throw notPending((await findSession(act.tx, act.merchant.id, session.id)) ?? session);
  }
}
