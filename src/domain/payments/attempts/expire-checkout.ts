import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { endCheckout } from '../checkouts/end-checkout.ts';
import { ownerOf } from '../checkouts/owners.ts';
import { type Checkout, findCheckout, lockCheckout } from '../checkouts/queries.ts';
import { checkoutMoves } from '../checkouts/states.ts';
import { tellBegun } from '../checkouts/tell-opened.ts';
import { lockTransaction } from '../transactions/queries.ts';
import { queryGateway } from './ask-gateway.ts';
import { findLatestAttempt } from './queries.ts';
import { settlePayment } from './settle-payment.ts';
import { tellUnpaid } from './tell-unpaid.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    'checkout.expire': { checkoutId: string };
  }
}

type Asked = { readonly attempt: string; readonly outcome: ChargeOutcome } | undefined;

/** An attempt on the hosted page has this long to be decided before its checkout expires all the same. */
const attemptMs = 120 * 1000;
const againMs = 10 * 1000;

/**
 * Job `checkout.expire`: ends a checkout that was not paid in time, after the gateway was asked about an undecided attempt.
 * Paid after all: completed. Refused: both end. Undecided: the attempt stays pending and is asked for on.
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
    // The attempt is locked before its checkout, as everywhere.
    if (asked) await lockTransaction(act.tx, act.merchant.id, asked.attempt);
    const checkout = await lockCheckout(act.tx, act.merchant.id, checkoutId);
    if (checkout?.status !== 'pending') return;
    if (asked?.outcome.kind === 'approved' && (await isOver(act, checkoutId, asked))) return;
    if (await mustWait(act, checkout, asked)) await lookAgain(act, checkoutId);
    else await expire(act, checkout, asked);
  },
};

/** Money for an attempt that was refused a moment before goes back: it is not the end of the checkout. */
async function isOver(act: Act, checkoutId: string, asked: NonNullable<Asked>): Promise<boolean> {
  await settlePayment(act, asked.attempt, asked.outcome);
  return (await findCheckout(act.tx, act.merchant.id, checkoutId))?.status !== 'pending';
}

/** On the hosted page an attempt that is under way comes first; a push has had its whole time. */
async function mustWait(act: Act, checkout: Checkout, asked: Asked): Promise<boolean> {
  // The newest: the one that was asked about may be over, and the customer may have begun another.
  const attempt = await findLatestAttempt(act.tx, act.merchant.id, checkout.id);
  if (attempt?.status !== 'pending' || checkout.wallet_type !== null) return false;
  if (attempt.id === asked?.attempt && asked.outcome.kind === 'declined') return false;
  return act.ctx.now(act.merchant).getTime() < attempt.created_at.getTime() + attemptMs;
}

async function lookAgain(act: Act, checkoutId: string): Promise<void> {
  const at = new Date(act.ctx.now(act.merchant).getTime() + againMs);
  await enqueue(act, 'checkout.expire', { key: checkoutId, payload: { checkoutId }, at });
}

async function expire(act: Act, checkout: Checkout, asked: Asked): Promise<void> {
  const refused = asked?.outcome.kind === 'declined' ? asked.outcome.reason : undefined;
  // While it is pending: afterwards nobody is told why an attempt came to nothing.
  if (refused) await ownerOf(act.ctx, checkout)?.attemptOver(act, checkout, refused);
  const set = { failure: 'CHECKOUT_EXPIRED', completed_at: act.ctx.now(act.merchant) };
  await tellBegun(act, checkout.id);
  await endCheckout(act, checkout.id, checkoutMoves.expire, set);
  if (asked?.outcome.kind === 'declined') await settlePayment(act, asked.attempt, asked.outcome);
  await tellUnpaid(act, checkout.id, 'payment.capture.expired');
}
