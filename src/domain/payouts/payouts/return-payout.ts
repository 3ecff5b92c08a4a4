import type { Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { payoutReturned } from '../../money/ledger/payout-movements.ts';
import { post } from '../../money/ledger/post.ts';
import { transactionMoves } from '../../payments/transactions/states.ts';
import { lockPayout } from './queries.ts';
import { payoutMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The bank sends a completed payout back. */
    'payouts.return': { payoutId: string };
  }
}

const pauseMs = 60_000;

/**
 * Job `payouts.return`: the bank sends a completed payout back. What it received is available again; the fee stays charged. A bank
 * may say so before the payout has completed: the job then waits for that.
 *
 * Spec: "Events", payment.payout-item.returned. Decision 0017.
 */
export const returnPayout: Job<JobPayloads['payouts.return']> = async (act, { payoutId }) => {
  const payout = await lockPayout(act.tx, act.merchant.id, payoutId);
  if (payout?.status === 'processing') {
    const at = new Date(act.ctx.now(act.merchant).getTime() + pauseMs);
    return await enqueue(act, 'payouts.return', { key: payoutId, payload: { payoutId }, at });
  }
  if (payout?.status !== 'completed') return;
  const set = { failure: 'PAYOUT_RETURNED' };
  await move(act, 'transactions', payout.transaction_id, transactionMoves.bringBack, { set });
  await move(act, 'payouts', payoutId, payoutMoves.bringBack, {
    set,
    effect: (row) => post(act, payoutReturned(row)),
  });
};
