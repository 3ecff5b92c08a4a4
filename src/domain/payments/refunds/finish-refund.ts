import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { hasEventOf } from '../../../engine/recording/known-queries.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { assert } from '../../../platform/assert.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import {
  leftOut,
  nextQuestionDue,
  questionAfterADay,
  troubleOf,
  undecidedForADay,
} from '../../money/gateways/asking.ts';
import type { RefundOutcome } from '../../money/gateways/refund-port.ts';
import { findTransaction } from '../transactions/queries.ts';
import { findRefund, type Refund } from './queries.ts';
import { askForPerson, settleRefund } from './settle-refund.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The gateway is asked for a refund for the nth time. `isReported`: the log has asked for a person. */
    'refunds.finish': { refundId: string; attempt: number; isReported?: boolean };
  }
}

/**
 * Job `refunds.finish`: asks the gateway until a refund is decided. Each question carries the refund's id, so the gateway
 * never refunds twice.
 *
 * Spec: "Refund", "States and transitions".
 */
export const finishRefund: PhasedJob<JobPayloads['refunds.finish'], RefundOutcome> = {
  ask: async (ctx, merchant, { refundId }) => {
    const refund = await findRefund(ctx.db, merchant.id, refundId);
    if (refund?.status !== 'pending') return { kind: 'unknown' };
    return await askRefund(ctx, merchant, refund);
  },
  finish: async (act, { refundId, attempt, isReported = false }, outcome) => {
    const refund = await settleRefund(act, refundId, outcome);
    if (refund?.status !== 'pending') return;
    const isStuck = outcome.kind === 'rejected';
    const why = whyLook(isStuck, attempt);
    if (why !== undefined && !isReported) {
      const payment = await findTransaction(act.tx, act.merchant.id, refund.payment_id);
      askForPerson(act, refund, why, { gateway: payment?.gateway });
    }
    // The request would tell of it, but has died or still waits.
    if (attempt === 1 && !refund.unwanted) await tellPending(act, refund);
    const at = nextQuestionDue(refund.created_at, attempt + 1, act.ctx.now(act.merchant));
    const payload = { refundId, attempt: attempt + 1, isReported: isReported || isStuck };
    await enqueue(act, 'refunds.finish', { key: refundId, payload, at });
  },
};

/** The money is not the merchant's, so the refund cannot fail: only a person can return it. Decision 0104. */
const stuck = 'unwanted money cannot be given back: a person must look';

function whyLook(isStuck: boolean, attempt: number): string | undefined {
  if (isStuck) return stuck;
  return attempt === questionAfterADay ? undecidedForADay : undefined;
}

/**
 * Records `payment.refund.pending`, once for a refund. The caller has locked its payment.
 *
 * Spec: "Events".
 */
export async function tellPending(act: Act, refund: Refund): Promise<void> {
  const type = 'payment.refund.pending';
  if (await hasEventOf(act.tx, act.merchant.id, { type, resourceId: refund.id })) return;
  await recordEvent(act, type, refund);
}

/**
 * Asks the gateway to refund. Call it with no transaction open. The gateway refunds an id at most once, however often it is
 * asked. An error of the gateway is the outcome `unknown`: the refund stays pending, and its job asks again.
 *
 * Spec: "Refund".
 */
export async function askRefund(ctx: Context, merchant: Merchant, refund: Refund): Promise<RefundOutcome> {
  const payment = await findTransaction(ctx.db, merchant.id, refund.payment_id);
  // The sandbox was reset meanwhile.
  if (!payment) return { kind: 'unknown' };
  assert(payment.gateway_reference, 'what is refunded was paid at a gateway');
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return leftOut(ctx.log, { gateway: payment.gateway, refund: refund.id });
  try {
    return await gateway.refund({
      merchantId: merchant.id,
      reference: refund.id,
      payment: { reference: payment.id, amount: amountOf(payment.amount) },
      gatewayReference: payment.gateway_reference,
      amount: amountOf(refund.amount),
      currency: refund.currency,
      startedAt: refund.created_at,
      now: ctx.now(merchant),
      unwanted: refund.unwanted,
    });
  } catch (error) {
    ctx.log.error(
      { err: troubleOf(error), gateway: payment.gateway, refund: refund.id },
      'the gateway did not answer a refund',
    );
    return { kind: 'unknown' };
  }
}
