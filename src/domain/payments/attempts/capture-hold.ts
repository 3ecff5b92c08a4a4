import type { MoneyInput } from '../../../../generated/openapi.d.ts';
import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { cancel, enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { formatMoney2, parseAmount } from '../../money/amounts/amount.ts';
import { nextQuestionDue } from '../../money/gateways/asking.ts';
import type { HoldOutcome } from '../../money/gateways/hold-port.ts';
import {
  type Authorization,
  findAuthorization,
  findAuthorizationOfCheckout,
} from '../checkouts/authorization-queries.ts';
import { findCheckout } from '../checkouts/queries.ts';
import { authorizationMoves } from '../checkouts/states.ts';
import { notThere } from '../transactions/archived.ts';
import { lockTransaction } from '../transactions/queries.ts';
import { settleHold, tellCapturing } from './settle-hold.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The seven days of a held amount are over. */
    'authorizations.expire': { paymentId: string };
  }
}

/**
 * Begins to capture the held amount of a checkout, or a part of it. An amount is captured once: of a capture, a release and the
 * expiry at the same moment, the first one counts.
 *
 * @param wanted.amount in the currency of the checkout; absent: all of it
 * @returns `endHold` settles it when the gateway has answered
 * @throws NOT_FOUND
 * @throws AUTHORIZATION_NOT_HELD `details.status`
 * @throws CAPTURE_EXCEEDS_HELD   `details.maximum`
 * @throws INVALID_AMOUNT         part of a unit, see parseAmount
 * @throws GATEWAY_NOT_CONFIGURED the gateway that holds the amount is no longer configured
 *
 * Decision 0078.
 */
export async function beginCapture(
  act: Act,
  wanted: { readonly checkoutId: string; readonly amount: MoneyInput | undefined },
): Promise<Authorization> {
  const held = await lockOfCheckout(act, wanted.checkoutId);
  if (isOver(act, held)) throw notHeld('expired');
  if (held.status !== 'held') throw notHeld(held.status);
  const amount = wanted.amount === undefined ? held.amount : parseAmount(wanted.amount, held.currency);
  if (amount > held.amount)
    throw new ApiError('CAPTURE_EXCEEDS_HELD', { details: { maximum: formatMoney2(held.amount) } });
  return await begin(act, held, authorizationMoves.capture, { captured_amount: amount });
}

/**
 * Begins to release the held amount of a checkout. Releasing twice has the effect of releasing once.
 *
 * @throws NOT_FOUND
 * @throws AUTHORIZATION_NOT_HELD `details.status`
 * @throws GATEWAY_NOT_CONFIGURED the gateway that holds the amount is no longer configured
 *
 * Decision 0078.
 */
export async function beginVoid(act: Act, checkoutId: string): Promise<Authorization> {
  const held = await lockOfCheckout(act, checkoutId);
  if (held.void_reason === 'requested') return held;
  if (held.status !== 'held') throw notHeld(held.status);
  return await begin(act, held, authorizationMoves.void, { void_reason: 'requested' });
}

/**
 * Finds what an earlier call began before it died.
 *
 * @throws NOT_FOUND the sandbox was reset meanwhile
 *
 * Decision 0007.
 */
export async function resumeHold(act: Act, id: string): Promise<Authorization> {
  const authorization = await findAuthorization(act.tx, act.merchant.id, id);
  if (!authorization) throw notFound('chk');
  return authorization;
}

/**
 * Settles a capture or a release with the gateway's answer. Records `payment.capture.pending` if the gateway has not decided.
 *
 * @throws NOT_FOUND the sandbox was reset meanwhile
 *
 * Decision 0078.
 */
export async function endHold(act: Act, id: string, outcome: HoldOutcome): Promise<Authorization> {
  const settled = await settleHold(act, id, outcome);
  if (!settled) throw notFound('chk');
  await tellCapturing(act, settled);
  return settled.authorization;
}

/**
 * Job `authorizations.expire`: releases an amount that was not captured within seven days. A capture that was asked for in time is
 * finished.
 *
 * Decision 0078.
 */
export const expireHold: Job<JobPayloads['authorizations.expire']> = async (act, { paymentId }) => {
  if (!(await lockTransaction(act.tx, act.merchant.id, paymentId))) return;
  const held = await findAuthorization(act.tx, act.merchant.id, paymentId);
  if (held?.status !== 'held') return;
  const set = { void_reason: 'expired', asked_at: act.ctx.now(act.merchant) } as const;
  await move(act, 'authorizations', paymentId, authorizationMoves.void, { set });
  await enqueue(act, 'authorizations.finish', { key: paymentId, payload: { paymentId, attempt: 1 } });
};

/** Lock order: the attempt before its checkout. The row of the attempt stands for its authorization too. */
async function lockOfCheckout(act: Act, checkoutId: string): Promise<Authorization> {
  const { tx, merchant } = act;
  const checkout = await findCheckout(tx, merchant.id, checkoutId);
  if (!checkout) throw await notThere(tx, merchant.id, { prefix: 'chk', id: checkoutId });
  const known = await findAuthorizationOfCheckout(tx, merchant.id, checkoutId);
  if (!known) throw notHeld(checkout.status);
  const payment = await lockTransaction(tx, merchant.id, known.id);
  const authorization = await findAuthorization(tx, merchant.id, known.id);
  assert(payment && authorization, 'what was held is never deleted');
  if (!act.ctx.gateways.byName(payment.gateway)?.holds) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  return authorization;
}

/** The request asks the gateway itself; the job does so only if the request died, or the gateway has not decided. */
async function begin(
  act: Act,
  { id }: Authorization,
  edge: typeof authorizationMoves.capture | typeof authorizationMoves.void,
  asked: Pick<Authorization, 'captured_amount'> | Pick<Authorization, 'void_reason'>,
): Promise<Authorization> {
  const now = act.ctx.now(act.merchant);
  await cancel(act, 'authorizations.expire', id);
  const at = nextQuestionDue(now, 1, now);
  await enqueue(act, 'authorizations.finish', { key: id, payload: { paymentId: id, attempt: 1 }, at });
  const begun = await move(act, 'authorizations', id, edge, { set: { ...asked, asked_at: now } });
  assert(begun, 'the authorization is locked, and held');
  return begun;
}

/** The job that releases it may run a moment later. */
function isOver(act: Act, { status, expires_at }: Authorization): boolean {
  return status === 'held' && expires_at <= act.ctx.now(act.merchant);
}

function notHeld(status: string): ApiError {
  return new ApiError('AUTHORIZATION_NOT_HELD', { details: { status } });
}
