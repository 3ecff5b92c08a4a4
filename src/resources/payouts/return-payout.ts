import type { Job, JobPayloads } from '../../core/jobs/jobs.ts';
import { payoutReturned } from '../../core/ledger/accounts.ts';
import { post } from '../../core/ledger/post.ts';
import { move } from '../../core/states/moves.ts';
import { transactionMoves } from '../../core/transactions/states.ts';
import { findPayout } from './queries.ts';
import { payoutMoves } from './states.ts';

/**
 * Job `payouts.return`: the bank sends a completed payout back. What it got is available again; the fee stays.
 *
 * Spec: "Events", payment.payout-item.returned. Decision 0017.
 */
export const returnPayout: Job<JobPayloads['payouts.return']> = async (act, { payoutId }) => {
  const payout = await findPayout(act.tx, act.merchant.id, payoutId);
  if (payout?.status !== 'completed') return;
  const set = { failure: 'PAYOUT_RETURNED' };
  await move(act, 'transactions', payout.transaction_id, transactionMoves.bringBack, { set });
  await move(act, 'payouts', payoutId, payoutMoves.bringBack, {
    set,
    effect: (row) => post(act, payoutReturned(row)),
  });
};
