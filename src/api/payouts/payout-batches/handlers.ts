import { createBatch } from '../../../domain/payouts/batches/create-batch.ts';
import {
  type Batch,
  countItems,
  findBatch,
  findBatches,
  findItems,
} from '../../../domain/payouts/batches/queries.ts';
import { itemsInCsv, wantedItem } from '../../../domain/payouts/batches/wanted-items.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { batchItemView, batchView } from './view.ts';

export const createPayoutBatch: Handler<'createPayoutBatch'> = async (call) => {
  const { items, csv } = call.body;
  const wanted = items ? items.map(wantedItem) : itemsInCsv(csv ?? '');
  const batch = await createBatch(call, { appId: call.principal.appId, items: wanted });
  return call.reply(201, await shown(call.tx, call.merchant.id, batch));
};

export const listPayoutBatches: Handler<'listPayoutBatches'> = async (call) => {
  const { db, merchant } = call;
  const batches = await findPage(call.query, (page) => findBatches(db, merchant.id, page));
  const ids = batches.rows.map(({ id }) => id);
  const counts = await countItems(db, merchant.id, ids);
  return call.reply(
    200,
    showPage(batches, (batch) => batchView(batch, counts.get(batch.id))),
  );
};

export const getPayoutBatch: Handler<'getPayoutBatch'> = async (call) => {
  const batch = await known(call.db, call.merchant.id, call.params.id);
  return call.reply(200, await shown(call.db, call.merchant.id, batch));
};

export const listPayoutBatchItems: Handler<'listPayoutBatchItems'> = async (call) => {
  const { id } = await known(call.db, call.merchant.id, call.params.id);
  const items = await findPage(call.query, (page) => findItems(call.db, call.merchant.id, id, page));
  return call.reply(200, showPage(items, batchItemView));
};

async function known(db: Db, merchantId: MerchantId, id: string): Promise<Batch> {
  const batch = await findBatch(db, merchantId, readId('pob', id));
  if (!batch) throw notFound('pob');
  return batch;
}

async function shown(db: Db, merchantId: MerchantId, batch: Batch) {
  return batchView(batch, (await countItems(db, merchantId, [batch.id])).get(batch.id));
}
