import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { payoutFailed } from '../../money/ledger/payout-movements.ts';
import { post } from '../../money/ledger/post.ts';
import { transactionMoves } from '../../payments/transactions/states.ts';
import { lockPayout, type Payout } from './queries.ts';
import { payoutMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The code of a payout in cash is over. */
    'payouts.expire': { payoutId: string };
  }
}

type Edge = (typeof payoutMoves)['fail' | 'block' | 'expire'];

/** M9: nothing was paid out. The amount, with the fee, is available again; the transaction then shows a fee of zero. */
export async function giveBack(act: Act, payout: Payout, edge: Edge, failure: string): Promise<void> {
  const set = { failure, completed_at: act.ctx.now(act.merchant) };
  await move(act, 'transactions', payout.transaction_id, transactionMoves.fail, { set: { ...set, fee: 0n } });
  await move(act, 'payouts', payout.id, edge, {
    set: { ...set, held_for: null },
    effect: (row) => post(act, payoutFailed(row)),
  });
}

/**
 * Job `payouts.expire`: nobody collected the cash within 72 hours, so the merchant has the money again.
 *
 * Spec: "Events", payment.payout-item.unclaimed. Decision 0076.
 */
export async function expirePayout(act: Act, { payoutId }: { payoutId: string }): Promise<void> {
  const payout = await lockPayout(act.tx, act.merchant.id, payoutId);
  if (payout?.status !== 'processing') return;
  await giveBack(act, payout, payoutMoves.expire, 'PAYOUT_UNCLAIMED');
}
