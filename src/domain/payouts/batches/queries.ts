import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { FieldError } from '../../../platform/errors.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import type { Payout } from '../payouts/queries.ts';

export type Batch = Selectable<ModeTables['payout_batches']>;
export type BatchItem = Selectable<ModeTables['payout_batch_items']>;
const ofPayout = [
  'held_for',
  'bank_name',
  'account_name',
  'account_last4',
  'provider',
  'number_masked',
] as const;

/** An item with the state and the destination of its payout; null while it has none. */
export type ShownItem = BatchItem & {
  readonly payout_status: ModeTables['payouts']['status'] | null;
  readonly refusal_errors: readonly FieldError[];
} & Pick<{ [Name in keyof Payout]: Payout[Name] | null }, (typeof ofPayout)[number]>;

export function insertBatch(
  tx: Tx,
  merchantId: MerchantId,
  batch: Omit<Insertable<ModeTables['payout_batches']>, 'merchant_id'>,
): Promise<Batch> {
  return tx
    .insertInto('payout_batches')
    .values({ ...batch, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertItems(
  tx: Tx,
  merchantId: MerchantId,
  items: readonly Omit<Insertable<ModeTables['payout_batch_items']>, 'merchant_id'>[],
): Promise<void> {
  await tx
    .insertInto('payout_batch_items')
    .values(items.map((item) => ({ ...item, merchant_id: merchantId })))
    .execute();
}

export function findBatch(db: Db, merchantId: MerchantId, id: string): Promise<Batch | undefined> {
  return batchesOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** Lock the ledger before a batch. */
export function lockBatch(tx: Tx, merchantId: MerchantId, id: string): Promise<Batch | undefined> {
  return batchesOf(tx, merchantId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findBatches(db: Db, merchantId: MerchantId, page: WantedRows): Promise<Batch[]> {
  let batches = batchesOf(db, merchantId);
  if (page.after !== undefined) batches = batches.where('id', '<', page.after);
  return batches.orderBy('id', 'desc').limit(page.rows).execute();
}

function batchesOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('payout_batches').selectAll().where('merchant_id', '=', merchantId);
}

/** The next items that are no payouts yet, in the order of the request. */
export function findWaiting(
  tx: Tx,
  merchantId: MerchantId,
  batchId: string,
  most: number,
): Promise<BatchItem[]> {
  return tx
    .selectFrom('payout_batch_items')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .where('request_sealed', 'is not', null)
    .orderBy('position')
    .limit(most)
    .execute();
}

/** Writes what an item came to, and deletes its request. */
export async function writeResult(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  result: Pick<BatchItem, 'payout_id' | 'refusal'>,
): Promise<void> {
  await tx
    .updateTable('payout_batch_items')
    .set({ ...result, request_sealed: null })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** The batch of a payout, if it was made by one. */
export async function findBatchOf(
  tx: Tx,
  merchantId: MerchantId,
  payoutId: string,
): Promise<string | undefined> {
  const item = await tx
    .selectFrom('payout_batch_items')
    .select('batch_id')
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return item?.batch_id;
}

export type Counts = {
  readonly total: number;
  readonly waiting: number;
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
  readonly refused: number;
};

/** How many items of each batch came to what. */
export async function countItems(
  db: Db,
  merchantId: MerchantId,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts & { batch_id: string }>`
    SELECT i.batch_id, count(*)::int AS total,
      count(*) FILTER (WHERE i.request_sealed IS NOT NULL)::int AS waiting,
      count(*) FILTER (WHERE p.status IN ('processing', 'held'))::int AS processing,
      count(*) FILTER (WHERE p.status = 'completed')::int AS completed,
      count(*) FILTER (WHERE p.status NOT IN ('processing', 'held', 'completed'))::int AS failed,
      count(*) FILTER (WHERE i.refusal IS NOT NULL)::int AS refused
    FROM payout_batch_items i LEFT JOIN payouts p ON p.merchant_id = i.merchant_id AND p.id = i.payout_id
    WHERE i.merchant_id = ${merchantId} AND i.batch_id = ANY (${batchIds}::uuid[]) GROUP BY i.batch_id`.execute(
    db,
  );
  return new Map(rows.map(({ batch_id: id, ...counts }) => [id, counts]));
}

/** In the order of the request: the ids of items grow with their positions. */
export function findItems(
  db: Db,
  merchantId: MerchantId,
  batchId: string,
  page: WantedRows,
): Promise<ShownItem[]> {
  let items = db
    .selectFrom('payout_batch_items as item')
    .leftJoin('payouts', (join) =>
      join.onRef('payouts.merchant_id', '=', 'item.merchant_id').onRef('payouts.id', '=', 'item.payout_id'),
    )
    .selectAll('item')
    .select(['payouts.status as payout_status', ...ofPayout.map((name) => `payouts.${name}` as const)])
    .where('item.merchant_id', '=', merchantId)
    .where('item.batch_id', '=', batchId);
  if (page.after !== undefined) items = items.where('item.id', '>', page.after);
  return items
    .orderBy('item.id')
    .limit(page.rows)
    .$narrowType<{ refusal_errors: readonly FieldError[] }>()
    .execute();
}
