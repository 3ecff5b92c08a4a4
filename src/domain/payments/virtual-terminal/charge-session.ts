import type { Act, Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { isPhoneOfWallet, isWallet } from '../../money/wallets/wallets.ts';
import { findPaymentMethod, lockUsableMethod } from '../../payers/payment-methods/queries.ts';
import { askSavedCharge, type BegunCharge, doubted, pushWallet } from '../attempts/ask-gateway.ts';
import { endAttempt, type NeverBegan } from '../attempts/begin/end-attempt.ts';
import { beginPayment, type PaidWith, resumePayment } from '../attempts/begin/make-attempt.ts';
import { findTransaction, type Transaction } from '../transactions/queries.ts';
import { notPending } from './cancel-session.ts';
import { findSession, type Session } from './queries.ts';

/** What to charge; the session's payment method decides which of the two is needed. */
export type ChargeWith = {
  /** `+263…` */
  readonly phone: string | undefined;
  /** Id of a saved card. */
  readonly methodId: string | undefined;
};

/** The session and its attempt. No attempt: a card that is not saved is charged on the hosted page. */
export type Charge = { readonly session: Session; readonly payment: Transaction | undefined };

/**
 * Begins to charge a session, by wallet or by a saved card. The gateway is asked after the commit.
 *
 * @throws NOT_FOUND                 the session, or the saved card
 * @throws SESSION_NOT_PENDING       `details.status`
 * @throws PAYMENT_METHOD_NOT_USABLE the saved card may not be charged, or is not of the session's method
 * @throws SESSION_PHONE_REQUIRED    no number, or not a number of the session's wallet
 * @throws CHARGE_IN_PROGRESS        another attempt is undecided
 *
 * Spec: "Virtual terminal", POST /sessions/{id}/charge.
 */
export async function beginCharge(act: Act, id: string, charge: ChargeWith): Promise<Charge> {
  const session = await findSession(act.tx, act.merchant.id, id);
  if (!session) throw notFound('vts');
  if (session.status !== 'pending') throw notPending(session);
  if (session.expires_at <= act.ctx.now(act.merchant)) throw notPending({ status: 'expired' });
  const paidWith = await paidWithFor(act, session, charge);
  if (paidWith) return { session, payment: await begin(act, session, paidWith) };
  if (session.attempt_pending) throw new ApiError('CHARGE_IN_PROGRESS');
  return { session, payment: undefined };
}

/**
 * Finds the charge that an earlier call began before it died.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS see resumePayment
 *
 * Spec: "Virtual terminal", POST /sessions/{id}/charge. Decision 0007.
 */
export async function resumeCharge(act: Act, sessionId: string, id: string): Promise<BegunCharge> {
  const payment = await resumePayment(act, id);
  const session = await findSession(act.tx, act.merchant.id, sessionId);
  const isOpen = session?.status === 'pending' && session.expires_at > act.ctx.now(act.merchant);
  return { id, payment, awaited: payment.status === 'pending' && isOpen, isResumed: true };
}

/**
 * Asks for the money: the wallet on the customer's phone, or the gateway that holds the card. No transaction is open.
 *
 * Spec: "Virtual terminal", POST /sessions/{id}/charge.
 */
export async function askCharge(ctx: Context, begun: BegunCharge): Promise<ChargeOutcome> {
  const { payment, awaited, isResumed } = begun;
  if (payment.payment_method_id === null) return await pushWallet(ctx, begun);
  if (!awaited) return { kind: 'unknown' };
  const outcome = await askSavedCharge(ctx, merchantId(payment.merchant_id), payment.id);
  return isResumed ? doubted(outcome) : outcome;
}

/**
 * Writes what the wallet or the gateway said of the charge.
 *
 * @returns the session and the attempt as they are now; or the code of an attempt that never began
 * @throws NOT_FOUND the sandbox was reset meanwhile
 *
 * Spec: "Virtual terminal", POST /sessions/{id}/charge.
 */
export async function endCharge(
  act: Act,
  sessionId: string,
  { id, payment: begun }: BegunCharge,
  outcome: ChargeOutcome,
): Promise<Charge | NeverBegan> {
  const refusal = await endAttempt(act, begun, outcome);
  if (refusal) return refusal;
  const session = await findSession(act.tx, act.merchant.id, sessionId);
  const payment = await findTransaction(act.tx, act.merchant.id, id);
  if (!session || !payment) throw notFound('vts');
  return { session, payment };
}

/** Undefined when the customer pays on the hosted page. */
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
    // Paid or ended while this call waited for the lock.
    throw notPending((await findSession(act.tx, act.merchant.id, session.id)) ?? session);
  }
}
