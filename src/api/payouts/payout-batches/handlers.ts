import type { ErrorObject } from 'ajv';
import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import { createBatch, type WantedItem } from '../../../domain/payouts/batches/create-batch.ts';
import { type CsvLine, linesIn } from '../../../domain/payouts/batches/csv.ts';
import {
  type Batch,
  countItems,
  findBatch,
  findBatches,
  findItems,
} from '../../../domain/payouts/batches/queries.ts';
import { wantedDestination } from '../../../domain/payouts/payouts/payout-destination.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { newest, requestErrors } from '../../../platform/contract/contract.ts';
import { refusal } from '../../../platform/contract/problems.ts';
import type { RequestOf, Schemas } from '../../../platform/contract/types.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { batchItemView, batchView } from './view.ts';

export const createPayoutBatch: Handler<'createPayoutBatch'> = async (call) => {
  const items = itemsIn(call.body);
  const batch = await createBatch(call, { appId: call.principal.appId, items });
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

type Body = RequestOf<'createPayoutBatch'>['body'];
type Item = Schemas['PayoutBatchItemInput'];

function itemsIn({ items, csv }: Body): readonly WantedItem[] {
  return items ? items.map(wantedItem) : linesIn(csv ?? '').map(judgedItem);
}

/** A line of CSV is judged as an item of JSON is. */
function judgedItem(line: CsvLine): WantedItem {
  if ('error' in line) return { refusal: { code: 'VALIDATION_ERROR', errors: [line.error] } };
  const errors = errorsOf(line.values);
  if (fits(line.values, errors)) return wantedItem(line.values);
  const { code, errors: found = [] } = refusal('createPayoutBatch', errors);
  return { refusal: { code, errors: found.map(ofItem) } };
}

/** `/items/0/amount`, where the line was judged, becomes `/amount`. */
function ofItem(error: FieldError): FieldError {
  return { ...error, instancePath: error.instancePath.replace(/^\/items\/0/, '') };
}

/** The request has no parameters, so only the errors of its body count. */
function errorsOf(line: object): readonly ErrorObject[] {
  const errors = requestErrors(newest, 'createPayoutBatch', { requestBody: { items: [line] } });
  return errors.filter(({ instancePath }) => instancePath.startsWith('/requestBody/'));
}

function fits(_line: object, errors: readonly ErrorObject[]): _line is Item {
  return errors.length === 0;
}

function wantedItem(item: Item): WantedItem {
  const { method, currency, subaccount_id: subaccountId } = item;
  return {
    method,
    amount: parseAmount(item.amount, currency),
    currency,
    destination: wantedDestination(item),
    subaccountId: subaccountId && readId('sac', subaccountId),
  };
}
