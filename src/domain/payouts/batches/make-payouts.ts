import type { Act, Job, JobPayloads } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { requestPayout } from '../payouts/request-payout.ts';
import { endBatch } from './end-batch.ts';
import { type BatchItem, findBatch, findWaiting, writeResult } from './queries.ts';
import { itemPurpose, readItem } from './sealed-item.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Makes the next payouts of a batch. */
    'payout-batches.run': { batchId: string };
  }
}

/** How many payouts one transaction makes: the merchant's ledger is locked meanwhile. */
const atOnce = 20;

/**
 * Job `payout-batches.run`: makes the next payouts of a batch, in the order of the items. What is left is made by the same job
 * again, so a process that dies loses at most one transaction.
 *
 * Decision 0080.
 */
export const makePayouts: Job<JobPayloads['payout-batches.run']> = async (act, { batchId }) => {
  const batch = await findBatch(act.tx, act.merchant.id, batchId);
  if (batch?.status !== 'processing') return;
  const [items, isLast] = await next(act, batchId);
  for (const item of items)
    await writeResult(act.tx, act.merchant.id, item.id, await resultOf(act, batch.app_id, item));
  if (isLast) await endBatch(act, batchId);
  else await enqueue(act, 'payout-batches.run', { key: batchId, payload: { batchId } });
};

/** The items of one transaction, and whether they are the last ones. */
async function next(act: Act, batchId: string): Promise<readonly [readonly BatchItem[], boolean]> {
  const items = await findWaiting(act.tx, act.merchant.id, batchId, atOnce + 1);
  return [items.slice(0, atOnce), items.length <= atOnce];
}

/** A refused payout has written nothing: all that refuses it comes before what it writes. */
async function resultOf(
  act: Act,
  appId: string,
  item: BatchItem,
): Promise<Pick<BatchItem, 'payout_id' | 'refusal'>> {
  try {
    const { payout } = await requestPayout(
      { ...act, confirm: confirmedBefore },
      wantedPayout(act, appId, item),
    );
    return { payout_id: payout.id, refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { payout_id: null, refusal: error.code };
  }
}

/** The second factor was asked for once, when the batch was requested. */
async function confirmedBefore(): Promise<void> {}

function wantedPayout({ ctx }: Act, appId: string, item: BatchItem) {
  const { method, amount, currency, request_sealed: sealed } = item;
  assert(method && amount !== null && currency && sealed, 'a waiting item has its request');
  const kept = readItem(ctx.secrets.open(sealed, itemPurpose));
  return { appId, method, amount: amountOf(amount), currency, ...kept };
}
