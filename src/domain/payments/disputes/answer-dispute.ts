import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { troubleOf } from '../../money/gateways/asking.ts';
import type { DisputeAnswer, DisputeAnswerOutcome } from '../../money/gateways/dispute-port.ts';
import { findTransaction, type Transaction } from '../transactions/queries.ts';
import { insertAnswer } from './answer-queries.ts';
import { findFiles } from './file-queries.ts';
import { type Dispute, findDispute, keepEvidence } from './queries.ts';
import { playReports } from './receive-report.ts';
import { lockDispute, loseDispute } from './resolve-dispute.ts';
import { disputeMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The merchant's answer is sent to the gateway for the nth time. */
    'disputes.answer': { disputeId: string; attempt: number };
  }
}

/** `for_operator`: the gateway takes no answers. */
type Outcome = DisputeAnswerOutcome | { readonly kind: 'for_operator'; readonly gateway: string };

type Evidence = { readonly disputeId: string; readonly evidence: string; readonly submit: boolean };

/**
 * Keeps evidence as a draft, or submits it: the customer's bank then decides. A job sends it to the gateway with the files.
 *
 * @param precondition throws if the dispute, which is locked, is not as its caller decided on
 * @throws DISPUTE_CLOSED `details.status` and `details.evidence_due_at`
 *
 * Decision 0073.
 */
export async function submitEvidence(
  act: Act,
  { disputeId, evidence, submit }: Evidence,
  precondition?: (dispute: Dispute) => Promise<void>,
): Promise<Dispute> {
  const { dispute } = await lockAnswerable(act, disputeId);
  await precondition?.(dispute);
  if (!submit) {
    await keepEvidence(act.tx, act.merchant.id, dispute.id, evidence);
    return { ...dispute, evidence };
  }
  const set = { evidence, submitted_at: act.ctx.now(act.merchant) };
  await enqueue(act, 'disputes.answer', { key: dispute.id, payload: { disputeId, attempt: 1 } });
  const submitted = await move(act, 'disputes', dispute.id, disputeMoves.submit, { set });
  assert(submitted, 'the dispute was found open, and its payment is locked');
  await recordEvent(act, 'customer.dispute.updated', submitted);
  return submitted;
}

/**
 * Gives the disputed amount back without a contest.
 *
 * @throws DISPUTE_CLOSED `details.status` and `details.evidence_due_at`
 *
 * Decision 0073.
 */
export async function acceptDispute(act: Act, disputeId: string): Promise<Dispute> {
  const { dispute, payment } = await lockAnswerable(act, disputeId);
  const lost = await loseDispute(act, payment, dispute, 'accepted');
  await enqueue(act, 'disputes.answer', { key: dispute.id, payload: { disputeId, attempt: 1 } });
  return lost;
}

/** A dispute that may be answered now, and its payment, both locked. */
export async function lockAnswerable(
  act: Act,
  id: string,
): Promise<{ readonly dispute: Dispute; readonly payment: Transaction }> {
  const locked = await lockDispute(act, id);
  if (!locked) throw notFound('dsp');
  const { status, evidence_due_at: due } = locked.dispute;
  if (status === 'needs_response' && act.ctx.now(act.merchant) < due) return locked;
  throw new ApiError('DISPUTE_CLOSED', { details: { status, evidence_due_at: due.toISOString() } });
}

const firstPauseMs = 10_000;
const longestPauseMs = 60 * 60 * 1000;

/**
 * Job `disputes.answer`: sends the merchant's answer to the gateway until it has it. The gateway takes one answer for a dispute,
 * so it may be sent again.
 *
 * Decision 0073.
 */
export const sendAnswer: PhasedJob<JobPayloads['disputes.answer'], Outcome> = {
  ask: async (ctx, { id: merchantId }, { disputeId }) => {
    const dispute = await findDispute(ctx.db, merchantId, disputeId);
    const answer = dispute && answerOf(dispute);
    if (!dispute || !answer) return { kind: 'unknown' };
    return await ask(ctx, merchantId, dispute, answer);
  },
  finish: async (act, { disputeId, attempt }, outcome) => {
    const locked = await lockDispute(act, disputeId);
    if (!locked || !answerOf(locked.dispute)) return;
    if (outcome.kind === 'for_operator') {
      await leaveToOperator(act, locked.dispute, outcome.gateway);
      return;
    }
    if (outcome.kind === 'taken') {
      const from = locked.dispute.submitted_at ?? act.ctx.now(act.merchant);
      await playReports(act, locked.payment.id, { from, callbacks: outcome.callbacks });
      return;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
    const at = new Date(act.ctx.now(act.merchant).getTime() + pauseMs);
    await enqueue(act, 'disputes.answer', {
      key: disputeId,
      payload: { disputeId, attempt: attempt + 1 },
      at,
    });
  },
};

/** What the merchant has answered; undefined: nothing that the gateway has to hear. */
function answerOf({ status, resolution }: Dispute): DisputeAnswer['answer'] | undefined {
  if (status === 'under_review') return 'contest';
  return status === 'lost' && resolution === 'accepted' ? 'accept' : undefined;
}

async function ask(
  ctx: Context,
  merchantId: MerchantId,
  dispute: Dispute,
  answer: DisputeAnswer['answer'],
): Promise<Outcome> {
  const payment = await findTransaction(ctx.db, merchantId, dispute.transaction_id);
  try {
    const gateway = payment && ctx.gateways.byName(payment.gateway);
    if (!gateway) throw new Error('no gateway takes the answer to this dispute');
    if (!gateway.answerDispute) return { kind: 'for_operator', gateway: gateway.name };
    return await gateway.answerDispute({
      reference: dispute.id,
      gatewayReference: dispute.gateway_reference,
      answer,
      evidence: answer === 'contest' ? dispute.evidence : null,
      files: answer === 'contest' ? await filesOf(ctx, merchantId, dispute.id) : [],
    });
  } catch (error) {
    ctx.log.error(
      { err: troubleOf(error), gateway: payment?.gateway, dispute: dispute.id },
      'the gateway did not take the answer to a dispute',
    );
    return { kind: 'unknown' };
  }
}

/** Some acquirers take answers on their website only. Operators see what waits with `mps dispute answers`. Decision 0119. */
async function leaveToOperator(act: Act, dispute: Dispute, gateway: string): Promise<void> {
  const answer = answerOf(dispute);
  assert(answer, 'a dispute without an answer is left alone');
  const waitingSince = act.ctx.now(act.merchant);
  const row = { dispute_id: dispute.id, gateway, answer, waiting_since: waitingSince };
  await insertAnswer(act.tx, act.merchant.id, row);
  act.ctx.log.warn({ gateway, dispute: dispute.id }, 'an operator has to pass on the answer to a dispute');
}

async function filesOf(ctx: Context, merchantId: MerchantId, disputeId: string) {
  const files: DisputeAnswer['files'][number][] = [];
  for (const { id, name, media_type: mediaType } of await findFiles(ctx.db, merchantId, [disputeId])) {
    const content = await ctx.files.read(merchantId, id);
    if (!content) throw new Error('a file of the evidence has no content');
    files.push({ name, mediaType, content });
  }
  return files;
}
