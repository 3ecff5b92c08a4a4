import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { PayoutOutcome } from '../../money/gateways/payout-port.ts';
import { completePayout } from './complete-payout.ts';
import { findPayout } from './queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** A gateway has called back about a payout: it is asked what became of it. */
    'payouts.confirm': { payoutId: string };
  }
}

/**
 * A gateway has called back about a payout. Nothing that it says is believed: a job asks it. It has a kind of its own, because the
 * payout's job may be waiting for the gateway's answer, and would then replace it.
 *
 * @returns false if there is no such payout
 *
 * Decision 0104.
 */
export async function hearOfPayout(act: Act, payoutId: string): Promise<boolean> {
  const payout = await findPayout(act.tx, act.merchant.id, payoutId);
  if (!payout) return false;
  // Before it is sent no gateway has anything to say, and an operator may still hold it.
  if (payout.status === 'processing' && payout.sent_at !== null)
    await enqueue(act, 'payouts.confirm', { key: payoutId, payload: { payoutId } });
  return true;
}

/** Job `payouts.confirm`: asks the gateway that has called back. If it has not decided, the payout's job asks again. Decision 0104. */
export const confirmPayout: PhasedJob<JobPayloads['payouts.confirm'], PayoutOutcome> = {
  ask: (ctx, merchant, { payoutId }) => completePayout.ask(ctx, merchant, { payoutId }),
  finish: async (act, { payoutId }, outcome) => {
    if (outcome.kind === 'completed' || outcome.kind === 'rejected')
      await completePayout.finish(act, { payoutId }, outcome);
  },
};
