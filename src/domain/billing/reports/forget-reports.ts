import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { move } from '../../../engine/states/moves.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { deleteChunks, findExpiredAcrossMerchants } from './queries.ts';
import { reportMoves } from './states.ts';

const batch = 100;

/**
 * Daily job `reports.forget`, for one mode: deletes the content of reports that are past their time. The report itself stays in the
 * list. It may run again at any time.
 *
 * Decision 0084.
 */
export async function forgetReports(ctx: Context, signal: AbortSignal): Promise<void> {
  for (;;) {
    const expired = await findExpiredAcrossMerchants(ctx.db, batch);
    for (const { merchant_id, id } of expired) {
      signal.throwIfAborted();
      await forget(ctx, merchant_id, id);
    }
    if (expired.length < batch) return;
  }
}

function forget(ctx: Context, owner: string, id: string): Promise<void> {
  const merchant = merchantId(owner);
  return inTransaction(ctx.db, merchant, async (tx, clockOffsetMs) => {
    await move({ ctx, tx, merchant: { id: merchant, clockOffsetMs } }, 'reports', id, reportMoves.expire);
    await deleteChunks(tx, merchant, id);
  });
}
