import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { cancel, enqueue } from '../../../engine/jobs/enqueue.ts';
import { type Merchant, merchantId } from '../../../engine/principal.ts';
import { hasEventOf } from '../../../engine/recording/known-queries.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { showId } from '../../../platform/ids.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import {
  answerInTime,
  leftOut,
  nextQuestionDue,
  questionAfterADay,
  troubleOf,
  undecidedForADay,
} from '../../money/gateways/asking.ts';
import type { HoldOutcome, HoldRequest } from '../../money/gateways/hold-port.ts';
import type { Holds } from '../../money/gateways/port.ts';
import { type Authorization, findAuthorization } from '../checkouts/authorization-queries.ts';
import { endCheckout } from '../checkouts/end-checkout.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import { authorizationMoves, checkoutMoves } from '../checkouts/states.ts';
import { findTransaction, lockTransaction, type Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';
import { capturePayment } from './capture-payment.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The gateway is asked to capture or release a held amount for the nth time. */
    'authorizations.finish': { paymentId: string; attempt: number };
  }
}

/**
 * Job `authorizations.finish`: asks the gateway until a capture or a release is decided. Each question carries the payment's id, so
 * the gateway never captures twice.
 *
 * Decision 0078.
 */
export const finishHold: PhasedJob<JobPayloads['authorizations.finish'], HoldOutcome> = {
  ask: (ctx, merchant, { paymentId }) => askHold(ctx, merchant, paymentId),
  finish: async (act, { paymentId, attempt }, outcome) => {
    const settled = await settleHold(act, paymentId, outcome);
    const { status, asked_at } = settled?.authorization ?? {};
    if (!settled || !asked_at || (status !== 'capturing' && status !== 'voiding')) return;
    // The request would tell of it, but has died or still waits.
    if (attempt === 1) await tellCapturing(act, settled);
    if (attempt === questionAfterADay) askForPerson(act, settled);
    const at = nextQuestionDue(asked_at, attempt + 1, act.ctx.now(act.merchant));
    const payload = { paymentId, attempt: attempt + 1 };
    await enqueue(act, 'authorizations.finish', { key: paymentId, payload, at });
  },
};

/** The ids are those that a person types to settle the payment. Decision 0138. */
function askForPerson(act: Act, { authorization: { status }, payment: { id, gateway } }: Settled): void {
  const ids = { merchant_id: showId('mer', act.merchant.id), transaction_id: showId('txn', id) };
  act.ctx.log.error({ ...ids, gateway, status }, undecidedForADay);
}

/**
 * Records `payment.capture.pending` if the gateway has not decided a capture, once for a capture. An event from before the amount
 * was held does not count. The caller has locked the payment.
 *
 * Spec: "Events".
 */
export async function tellCapturing(act: Act, { authorization, payment }: Settled): Promise<void> {
  if (authorization.status !== 'capturing') return;
  const type = 'payment.capture.pending';
  const known = { type, resourceId: payment.id, after: 'payment.capture.authorized' } as const;
  if (await hasEventOf(act.tx, act.merchant.id, known)) return;
  await recordEvent(act, type, payment);
}

/** Less than the 10 seconds after which the job asks. */
const answerMs = 8000;

/**
 * Asks the gateway for the capture or the release that was begun. Call it with no transaction open. An error or a late answer is the
 * outcome `unknown`: the job asks again.
 *
 * Decision 0078.
 */
export async function askHold(ctx: Context, merchant: Merchant, paymentId: string): Promise<HoldOutcome> {
  const payment = await findTransaction(ctx.db, merchant.id, paymentId);
  const authorization = await findAuthorization(ctx.db, merchant.id, paymentId);
  if (!payment || !authorization) return { kind: 'unknown' };
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return leftOut(ctx.log, { gateway: payment.gateway, transaction: paymentId });
  const ask = gateway.holds && questionOf(gateway.holds, authorization.status);
  if (!ask) return { kind: 'unknown' };
  const request = requestOf(payment, authorization, ctx.now(merchant));
  try {
    return await answerInTime<HoldOutcome>(ask(request), { timeoutMs: answerMs, late: { kind: 'unknown' } });
  } catch (error) {
    ctx.log.error(
      { err: troubleOf(error), gateway: payment.gateway, transaction: paymentId },
      'the gateway did not answer about a held amount',
    );
    return { kind: 'unknown' };
  }
}

function questionOf(holds: Holds, status: Authorization['status']) {
  if (status === 'capturing') return holds.capture;
  return status === 'voiding' ? holds.release : undefined;
}

function requestOf(payment: Transaction, authorization: Authorization, now: Date): HoldRequest {
  const { amount, captured_amount, currency, asked_at } = authorization;
  assert(payment.gateway_reference && asked_at, 'the gateway has named what it holds, and is asked for it');
  return {
    merchantId: merchantId(payment.merchant_id),
    reference: payment.id,
    gatewayReference: payment.gateway_reference,
    amount: amountOf(captured_amount ?? amount),
    heldAmount: amountOf(amount),
    currency,
    startedAt: asked_at,
    now,
  };
}

type Settled = { readonly authorization: Authorization; readonly payment: Transaction };

/**
 * Writes what the gateway said of a capture or a release. Safe to run twice and concurrently: the payment is locked, and an answer to
 * another question than the one that was asked changes nothing.
 *
 * - captured: the payment is captured, with the fee, reserve and settlement of this moment
 * - rejected: the payment fails
 * - voided: the payment is voided
 *
 * @returns undefined when the sandbox was reset meanwhile
 *
 * Spec: "States and transitions". Decision 0078.
 */
export async function settleHold(act: Act, id: string, outcome: HoldOutcome): Promise<Settled | undefined> {
  const payment = await lockTransaction(act.tx, act.merchant.id, id);
  const authorization = await findAuthorization(act.tx, act.merchant.id, id);
  if (!payment || !authorization) return undefined;
  const settled = { authorization, payment };
  const isCapturing = authorization.status === 'capturing';
  if (isCapturing && outcome.kind === 'captured') return await complete(act, settled, outcome);
  if (isCapturing && outcome.kind === 'rejected') return await refuse(act, settled, outcome);
  if (authorization.status === 'voiding' && outcome.kind === 'voided')
    return await release(act, settled, outcome);
  return settled;
}

type Said = { readonly gatewayStatus: string };

async function complete(
  act: Act,
  { authorization, payment }: Settled,
  { gatewayStatus, disputes = [] }: Extract<HoldOutcome, { kind: 'captured' }>,
): Promise<Settled> {
  const { captured_amount: amount, checkout_id } = authorization;
  assert(amount && payment.gateway_reference, 'a capture has its amount, and its hold a name');
  // Lock order: the checkout before the ledger.
  await lockCheckout(act.tx, act.merchant.id, checkout_id);
  const paid = { gatewayReference: payment.gateway_reference, gatewayStatus, disputes };
  const captured = await capturePayment(act, { ...payment, amount }, paid, payment.late);
  return await end(act, captured, authorizationMoves.complete);
}

async function refuse(act: Act, { payment }: Settled, { gatewayStatus }: Said): Promise<Settled> {
  const failure = 'CAPTURE_REJECTED';
  const set = { failure, gateway_status: gatewayStatus, completed_at: act.ctx.now(act.merchant) };
  const failed = await move(act, 'transactions', payment.id, transactionMoves.decline, { set });
  return await end(act, failed ?? payment, authorizationMoves.refuse, { failure });
}

/** An amount that nobody wanted held has left its payment voided or failed already, and its checkout may have another payment. */
async function release(act: Act, { payment }: Settled, { gatewayStatus }: Said): Promise<Settled> {
  const set = { gateway_status: gatewayStatus, completed_at: act.ctx.now(act.merchant) };
  const voided = await move(act, 'transactions', payment.id, transactionMoves.void, { set });
  const settled = await end(act, voided ?? payment, authorizationMoves.release);
  if (voided?.checkout_id)
    await endCheckout(act, voided.checkout_id, checkoutMoves.release, { completed_at: set.completed_at });
  return settled;
}

async function end(
  act: Act,
  payment: Transaction,
  edge: (typeof authorizationMoves)['complete' | 'refuse' | 'release'],
  also: Pick<Partial<Authorization>, 'failure'> = {},
): Promise<Settled> {
  await cancel(act, 'authorizations.finish', payment.id);
  const set = { ...also, ended_at: payment.completed_at };
  const authorization = await move(act, 'authorizations', payment.id, edge, { set });
  assert(authorization, 'the authorization is locked, and being captured or released');
  return { authorization, payment };
}
