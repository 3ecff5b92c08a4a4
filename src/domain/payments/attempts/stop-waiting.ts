import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { endCheckout } from '../checkouts/end-checkout.ts';
import { recordOpenedOnBegun } from '../checkouts/open-checkout.ts';
import { ownerOf } from '../checkouts/owners.ts';
import { type Checkout, findCheckout, lockCheckout } from '../checkouts/queries.ts';
import { checkoutMoves, failureOfExpired, isStopped, type Stop } from '../checkouts/states.ts';
import { notThere } from '../transactions/archived.ts';
import { lockTransaction, type Transaction } from '../transactions/queries.ts';
import { queryGateway } from './ask-gateway.ts';
import { begunAt, unanswered, waitsForAnswer } from './challenge.ts';
import { findLatestAttempt } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    'checkout.expire': { checkoutId: string };
  }
}

/**
 * The merchant, or the customer on the page, stops waiting. A prompt on a phone cannot be recalled: the service still asks
 * what became of the attempt, and returns money that arrives. A challenge can: its attempt fails. Aborting twice has the
 * effect of aborting once.
 *
 * @throws NOT_FOUND
 * @throws CHECKOUT_NOT_PENDING it was paid, has failed or has expired: `details.status`
 *
 * Spec: "States and transitions", DELETE /v1/checkout/{id}.
 */
export async function abortCheckout(
  act: Act,
  checkoutId: string,
  failure: Stop = 'CHECKOUT_ABORTED',
): Promise<Checkout> {
  // Lock order: the attempt before its checkout.
  const attempt = await findLatestAttempt(act.tx, act.merchant.id, checkoutId);
  if (attempt) await lockTransaction(act.tx, act.merchant.id, attempt.id);
  const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
  if (!checkout) throw await notThere(act.tx, act.merchant.id, { prefix: 'chk', id: checkoutId });
  if (isStopped(checkout.failure)) return checkout;
  const set = { failure, completed_at: act.ctx.now(act.merchant) };
  await recordOpenedOnBegun(act, checkoutId);
  const aborted = await endCheckout(act, checkoutId, checkoutMoves.abort, set);
  if (attempt) await dropChallenge(act, attempt.id);
  await recordUndecided(act, checkoutId);
  return aborted ?? checkout;
}

/** The attempt that the gateway was asked about, and its answer. */
type Asked = { readonly attempt: string; readonly outcome: ChargeOutcome } | undefined;

/** An attempt on the hosted page may stay undecided this long before its checkout expires regardless. */
const attemptMs = 120 * 1000;
const againMs = 10 * 1000;

/**
 * Job `checkout.expire`: ends a checkout that was not paid in time. It first asks the gateway about an undecided attempt:
 * - approved: the checkout completes
 * - authorized: its amount is held
 * - declined: the attempt fails and the checkout expires
 * - undecided: the checkout expires; the attempt stays pending, and its own job keeps asking
 * - waiting for the answer to a challenge: the checkout expires and the attempt fails
 *
 * Spec: "States and transitions", checkout session. Decision 0017.
 */
export const expireCheckout: PhasedJob<JobPayloads['checkout.expire'], Asked> = {
  ask: async (ctx, merchant, { checkoutId }) => {
    const attempt = await findLatestAttempt(ctx.db, merchant.id, checkoutId);
    if (attempt?.status !== 'pending') return undefined;
    return { attempt: attempt.id, outcome: await queryGateway(ctx, attempt, ctx.now(merchant)) };
  },
  finish: async (act, { checkoutId }, asked) => {
    // Lock order: the attempt before its checkout.
    if (asked) await lockTransaction(act.tx, act.merchant.id, asked.attempt);
    const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
    if (checkout?.status !== 'pending') return;
    if (asked && isGood(asked.outcome) && (await isOver(act, checkoutId, asked))) return;
    const undecided = await undecidedAttempt(act, checkoutId, asked);
    if (mustWait(act, checkout, undecided)) await lookAgain(act, checkoutId);
    else await expire(act, checkout, asked, undecided);
  },
};

function isGood({ kind }: ChargeOutcome): boolean {
  return kind === 'approved' || kind === 'authorized';
}

/** Settles an approval. The checkout may stay open: money for an attempt that had just failed goes back. */
async function isOver(act: Act, checkoutId: string, asked: NonNullable<Asked>): Promise<boolean> {
  await settlePayment(act, asked.attempt, asked.outcome);
  return (await findCheckout(act.tx, act.merchant.id, checkoutId))?.status !== 'pending';
}

/** The newest attempt, if it may still be paid once the checkout has expired. The checkout is locked, so nobody decides it meanwhile. */
async function undecidedAttempt(
  act: Act,
  checkoutId: string,
  asked: Asked,
): Promise<Transaction | undefined> {
  // Read again: the attempt that was asked about may be over, and the customer may have begun another.
  const attempt = await findLatestAttempt(act.tx, act.merchant.id, checkoutId);
  if (attempt?.status !== 'pending' || waitsForAnswer(attempt)) return undefined;
  return attempt.id === asked?.attempt && asked.outcome.kind === 'declined' ? undefined : attempt;
}

/** The hosted page gives an undecided attempt extra time. A push has no extra time: its checkout lasts as long as its prompt. */
function mustWait(act: Act, checkout: Checkout, undecided: Transaction | undefined): boolean {
  if (!undecided || checkout.wallet_type !== null) return false;
  return act.ctx.now(act.merchant).getTime() < begunAt(undecided).getTime() + attemptMs;
}

async function lookAgain(act: Act, checkoutId: string): Promise<void> {
  const at = new Date(act.ctx.now(act.merchant).getTime() + againMs);
  await enqueue(act, 'checkout.expire', { key: checkoutId, payload: { checkoutId }, at });
}

async function expire(
  act: Act,
  checkout: Checkout,
  asked: Asked,
  undecided: Transaction | undefined,
): Promise<void> {
  const refused = asked?.outcome.kind === 'declined' ? asked.outcome.reason : undefined;
  // Done before the checkout ends: settlePayment does not call the owner of an ended checkout.
  if (refused) await ownerOf(act.ctx, checkout)?.attemptOver(act, checkout, refused);
  const failure = failureOfExpired(undecided?.status);
  const set = { failure, completed_at: act.ctx.now(act.merchant) };
  await recordOpenedOnBegun(act, checkout.id);
  await endCheckout(act, checkout.id, checkoutMoves.expire, set, refused);
  if (asked?.outcome.kind === 'declined') await settlePayment(act, asked.attempt, asked.outcome);
  if (asked) await dropChallenge(act, asked.attempt);
  if (undecided) await recordEvent(act, 'payment.capture.expired', undecided);
}

/** Fails an attempt that waits for the answer to a challenge, once its checkout has ended: nobody can answer any more. */
async function dropChallenge(act: Act, attemptId: string): Promise<void> {
  const attempt = await lockTransaction(act.tx, act.merchant.id, attemptId);
  if (attempt && waitsForAnswer(attempt))
    await settlePayment(act, attempt.id, unanswered(attempt.gateway_reference));
}

/**
 * Records that a checkout was stopped while its newest attempt is undecided. An attempt that was declined has its event already. The
 * checkout is locked, so an outcome that arrives at this moment is recorded afterwards.
 *
 * Spec: "Events".
 */
async function recordUndecided(act: Act, checkoutId: string): Promise<void> {
  const attempt = await findLatestAttempt(act.tx, act.merchant.id, checkoutId);
  if (attempt?.status === 'pending') await recordEvent(act, 'payment.capture.cancelled', attempt);
}
