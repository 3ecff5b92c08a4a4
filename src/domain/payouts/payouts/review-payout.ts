import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { newId } from '../../../platform/ids.ts';
import type { PayoutGateway } from '../../money/gateways/payout-port.ts';
import { findTransaction } from '../../payments/transactions/queries.ts';
import { awaitOutcome } from './await-outcome.ts';
import { giveBack } from './give-back.ts';
import { insertReview, lockPayout, type Payout } from './queries.ts';
import { payoutMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Does what an operator would do; the sandbox plays one for some payouts. */
    'payouts.review': { payoutId: string; verdict: Verdict };
  }
}

export type Verdict = 'held' | 'released' | 'blocked';

export type Review = {
  readonly payoutId: string;
  readonly verdict: Verdict;
  /** Who decides: a user of the machine that runs the command. */
  readonly by: string;
  readonly reason?: string | undefined;
};

/** The gateway of a payout is not known here, so nobody knows when it answers. Nothing may be kept of the transaction. */
export class NoGatewayHere extends Error {
  override name = 'NoGatewayHere';
}

/**
 * An operator holds a payout that is under way, or ends the review of a held one. A released payout goes to its gateway as if it
 * had just been requested, and its code may be tried five times more. A blocked one gives the money back, with the fee.
 *
 * @returns false if there is no such payout, its status does not allow it, or it has gone to its gateway: nothing is changed
 * @throws NoGatewayHere only if it is released
 *
 * Spec: "Events", payment.payout-item.held and .blocked. Decision 0076.
 */
export async function reviewPayout(act: Act, { payoutId, verdict, by, reason }: Review): Promise<boolean> {
  const payout = await lockPayout(act.tx, act.merchant.id, payoutId);
  if (payout?.status !== (verdict === 'held' ? 'processing' : 'held') || payout.sent_at !== null)
    return false;
  await insertReview(act.tx, act.merchant.id, {
    id: newId(),
    payout_id: payoutId,
    verdict,
    operator: by,
    reason: reason ?? null,
    created_at: act.ctx.now(act.merchant),
  });
  if (verdict === 'held')
    await move(act, 'payouts', payoutId, payoutMoves.hold, { set: { held_for: 'review' } });
  else if (verdict === 'blocked') await giveBack(act, payout, payoutMoves.block, 'COMPLIANCE_BLOCKED');
  else await release(act, payout);
  return true;
}

async function release(act: Act, { id, transaction_id }: Payout): Promise<void> {
  const gateway = await gatewayOf(act, transaction_id);
  if (!gateway) throw new NoGatewayHere();
  await move(act, 'payouts', id, payoutMoves.release, {
    set: { held_for: null, otp_tries: 0 },
    effect: (row) => awaitOutcome(act, row, { gateway, since: act.ctx.now(act.merchant) }),
  });
}

async function gatewayOf(act: Act, transactionId: string): Promise<PayoutGateway | undefined> {
  const row = await findTransaction(act.tx, act.merchant.id, transactionId);
  return row && act.ctx.gateways.payoutByName(row.gateway);
}

/** Job `payouts.review`: the sandbox holds a payout a minute after the request, and ends its review nine minutes later. */
export const playReview: Job<JobPayloads['payouts.review']> = async (act, { payoutId, verdict }) => {
  const done = await reviewPayout(act, { payoutId, verdict, by: 'sandbox' });
  const payout = await lockPayout(act.tx, act.merchant.id, payoutId);
  const gateway = payout && (await gatewayOf(act, payout.transaction_id));
  const next = payout && gateway?.review?.(payout);
  if (!done || verdict !== 'held' || !next) return;
  const at = new Date(payout.created_at.getTime() + next.endsAfterMs);
  await enqueue(act, 'payouts.review', { key: payoutId, payload: { payoutId, verdict: next.verdict }, at });
};
