import { errorCatalogue } from '../../../../generated/error-catalogue.ts';
import type { components } from '../../../../generated/openapi.d.ts';
import { amountOf, formatMoney2 } from '../../../domain/money/amounts/amount.ts';
import {
  type Batch,
  type Counts,
  countItems,
  type ShownItem,
} from '../../../domain/payouts/batches/queries.ts';
import type { Act, EventData } from '../../../engine/context.ts';
import { isErrorCode } from '../../../platform/errors.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function batchView(batch: Batch, counts: Counts | undefined): Schemas['PayoutBatch'] {
  if (!counts) throw new Error('a batch has items');
  return {
    id: showId('pob', batch.id),
    status: batch.status,
    counts,
    created_at: batch.created_at.toISOString(),
    completed_at: batch.completed_at && batch.completed_at.toISOString(),
  };
}

/** A batch as its events show it, when they happen. */
export async function batchData(
  batch: Batch,
  { tx, merchant }: Act,
): Promise<EventData<'payment.payout-batch.processing'>> {
  const { id, status, counts } = batchView(
    batch,
    (await countItems(tx, merchant.id, [batch.id])).get(batch.id),
  );
  return { id, status, counts };
}

export function batchItemView(item: ShownItem): Schemas['PayoutBatchItem'] {
  return {
    position: item.position,
    status: item.payout_status ?? (item.refusal === null ? 'waiting' : 'refused'),
    method: item.method,
    amount: item.amount === null ? null : formatMoney2(amountOf(item.amount)),
    currency: item.currency,
    payout_id: item.payout_id && showId('po', item.payout_id),
    refusal: refusalView(item),
  };
}

function refusalView({ refusal: code, refusal_errors }: ShownItem): Schemas['PayoutRefusal'] | null {
  if (code === null) return null;
  if (!isErrorCode(code)) throw new Error(`unknown code ${code}`);
  const errors = refusal_errors.map((error) => ({ ...error }));
  return { code, message: errorCatalogue[code].message, ...(errors.length > 0 && { errors }) };
}
