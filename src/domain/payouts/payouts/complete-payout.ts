import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { payoutCompleted } from '../../money/ledger/payout-movements.ts';
import { post } from '../../money/ledger/post.ts';
import { transactionMoves } from '../../payments/transactions/states.ts';
import { giveBack } from './give-back.ts';
import { lockPayout, type Payout } from './queries.ts';
import { payoutMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Asks the gateway for the outcome of a payout. */
    'payouts.complete': { payoutId: string };
  }
}

/**
 * Job `payouts.complete`: completes or fails a payout, as its gateway answers; in the sandbox five minutes after the request.
 *
 * Spec: "States and transitions", payout; "Limits", sandbox payout completion.
 */
export const completePayout: Job<JobPayloads['payouts.complete']> = async (act, { payoutId }) => {
  const payout = await lockPayout(act.tx, act.merchant.id, payoutId);
  if (payout?.status !== 'processing') return;
  const gateway = act.ctx.gateways.forPayouts;
  assert(gateway, 'a payout is only requested if there is a gateway');
  const outcome = gateway.answer(payout);
  if (outcome.kind === 'uncollected') return;
  if (outcome.kind === 'rejected')
    return await giveBack(act, payout, payoutMoves.fail, 'DESTINATION_REJECTED');
  await complete(act, payout);
  if (outcome.returnedAfterMs === undefined) return;
  const at = new Date(act.ctx.now(act.merchant).getTime() + outcome.returnedAfterMs);
  await enqueue(act, 'payouts.return', { key: payoutId, payload: { payoutId }, at });
};

async function complete(act: Act, payout: Payout): Promise<void> {
  const completed_at = act.ctx.now(act.merchant);
  await move(act, 'transactions', payout.transaction_id, transactionMoves.finish, { set: { completed_at } });
  await move(act, 'payouts', payout.id, payoutMoves.complete, {
    set: { completed_at },
    effect: (row) => post(act, payoutCompleted(row)),
  });
}
