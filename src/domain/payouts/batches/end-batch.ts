import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import type { Payout } from '../payouts/queries.ts';
import { countItems, findBatchOf, lockBatch } from './queries.ts';
import { batchMoves } from './states.ts';

/**
 * Ends a batch of which no item waits and no payout is under way. Whoever ends the last payout and whoever refuses the last item
 * both come here. The lock lets the second of them see what the first has done.
 *
 * Decision 0080.
 */
export async function endBatch(act: Act, batchId: string): Promise<void> {
  const batch = await lockBatch(act.tx, act.merchant.id, batchId);
  if (batch?.status !== 'processing') return;
  const counts = (await countItems(act.tx, act.merchant.id, [batchId])).get(batchId);
  if (!counts || counts.waiting > 0 || counts.processing > 0) return;
  const edge = counts.refused === counts.total ? batchMoves.deny : batchMoves.complete;
  await move(act, 'payout_batches', batchId, edge, { set: { completed_at: act.ctx.now(act.merchant) } });
}

/** Reaction to the end of a payout: it may have been the last one of a batch. */
export async function endBatchOf(act: Act, payout: Payout): Promise<void> {
  const batchId = await findBatchOf(act.tx, act.merchant.id, payout.id);
  if (batchId !== undefined) await endBatch(act, batchId);
}
