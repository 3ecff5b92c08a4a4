import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Row } from '../../../platform/db/row.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type Split = Row<'splits'>;
type SplitShare = Pick<Row<'split_shares'>, 'split_id' | 'subaccount_id' | 'basis_points'>;
export type SplitSettlement = Row<'split_settlements'>;

/** A split with its shares, in the order in which they were given. */
export type WholeSplit = {
  readonly id: string;
  readonly split: Split;
  readonly shares: readonly SplitShare[];
};

export async function insertSplit(
  tx: Tx,
  merchantId: MerchantId,
  split: Omit<Split, 'merchant_id'>,
  shares: readonly Omit<SplitShare, 'split_id'>[],
): Promise<WholeSplit> {
  const { id: split_id } = split;
  const merchant_id = merchantId;
  const rows = shares.map((share, index) => ({ ...share, merchant_id, split_id, place: index + 1 }));
  const inserted = await tx
    .insertInto('splits')
    .values({ ...split, merchant_id })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.insertInto('split_shares').values(rows).execute();
  return { id: split_id, split: inserted, shares: rows };
}

export function findSplit(db: Db, merchantId: MerchantId, id: string): Promise<Split | undefined> {
  return db
    .selectFrom('splits')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

type SplitFilters = {
  readonly status?: Split['status'] | undefined;
  readonly currency?: Split['currency'] | undefined;
};

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export async function findWholeSplits(
  db: Db,
  merchantId: MerchantId,
  { status, currency }: SplitFilters,
  page: WantedRows,
): Promise<WholeSplit[]> {
  let splits = db.selectFrom('splits').selectAll().where('merchant_id', '=', merchantId);
  if (status) splits = splits.where('status', '=', status);
  if (currency) splits = splits.where('currency', '=', currency);
  if (page.after !== undefined) splits = splits.where('id', '<', page.after);
  return await withShares(db, merchantId, await splits.orderBy('id', 'desc').limit(page.rows).execute());
}

export async function withShares(
  db: Db,
  merchantId: MerchantId,
  splits: readonly Split[],
): Promise<WholeSplit[]> {
  if (splits.length === 0) return [];
  const ids = splits.map(({ id }) => id);
  const shares = await db
    .selectFrom('split_shares')
    .select(['split_id', 'subaccount_id', 'basis_points'])
    .where('merchant_id', '=', merchantId)
    .where('split_id', 'in', ids)
    .orderBy('split_id')
    .orderBy('place')
    .execute();
  const bySplit = Map.groupBy(shares, ({ split_id: id }) => id);
  return splits.map((split) => ({ id: split.id, split, shares: bySplit.get(split.id) ?? [] }));
}

const sharesOfSplit = prepared<{ merchantId: MerchantId; splitId: string }>()((db, p) =>
  db
    .selectFrom('split_shares')
    .select(['split_id', 'subaccount_id', 'basis_points'])
    .where('merchant_id', '=', p.merchantId)
    .where('split_id', '=', p.splitId)
    .orderBy('place'),
);

export function findShares(tx: Tx, merchantId: MerchantId, splitId: string): Promise<readonly SplitShare[]> {
  return sharesOfSplit(tx, { merchantId, splitId });
}

/** What a partner gets of a payment. `amount` is what was credited to them so far. */
export type PartnersShare = Pick<SplitShare, 'subaccount_id' | 'basis_points'> & {
  readonly name: string;
  readonly amount: bigint;
};

/** The shares of a payment that names this split, in the order in which they were given. */
export async function findPartnersShares(
  db: Db,
  merchantId: MerchantId,
  { splitId, paymentId }: { readonly splitId: string; readonly paymentId: string },
): Promise<readonly PartnersShare[]> {
  const { rows } = await sql<PartnersShare>`
    SELECT h.subaccount_id, a.name, h.basis_points, coalesce(sum(s.amount), 0)::bigint AS amount
    FROM split_shares h
    JOIN subaccounts a ON a.merchant_id = ${merchantId} AND a.id = h.subaccount_id
    LEFT JOIN split_settlements s
      ON s.merchant_id = ${merchantId} AND s.transaction_id = ${paymentId} AND s.subaccount_id = h.subaccount_id
    WHERE h.merchant_id = ${merchantId} AND h.split_id = ${splitId}
    GROUP BY h.subaccount_id, a.name, h.basis_points, h.place
    ORDER BY h.place`.execute(db);
  return rows;
}

export async function insertSettlements(
  tx: Tx,
  merchantId: MerchantId,
  settlements: readonly SplitSettlement[],
): Promise<void> {
  if (settlements.length === 0) return;
  const rows = settlements.map((settlement) => ({ ...settlement, merchant_id: merchantId }));
  await tx.insertInto('split_settlements').values(rows).execute();
}
