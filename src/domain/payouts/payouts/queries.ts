import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import { withinPeriod } from '../../../platform/http/period-queries.ts';

export type Payout = Selectable<ModeTables['payouts']>;

export function insertPayout(
  tx: Tx,
  merchantId: MerchantId,
  payout: Omit<Insertable<ModeTables['payouts']>, 'merchant_id'>,
): Promise<Payout> {
  return tx
    .insertInto('payouts')
    .values({ ...payout, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findPayout(db: Db, merchantId: MerchantId, id: string): Promise<Payout | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Like findPayout, but locks: lock the payout before its transaction and before the ledger. */
export function lockPayout(tx: Tx, merchantId: MerchantId, id: string): Promise<Payout | undefined> {
  return tx
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Notes that a payout goes to its gateway, so that it is no longer held or blocked.
 *
 * @returns undefined if it is not under way any more
 */
export function markSent(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  sentAt: Date,
): Promise<Payout | undefined> {
  return tx
    .updateTable('payouts')
    .set({ sent_at: sentAt })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returningAll()
    .executeTakeFirst();
}

/** Counts a wrong code. */
export async function writeTries(tx: Tx, merchantId: MerchantId, id: string, tries: number): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ otp_tries: tries })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

type Review = Omit<Insertable<ModeTables['payout_reviews']>, 'merchant_id'>;

export async function insertReview(tx: Tx, merchantId: MerchantId, review: Review): Promise<void> {
  await tx
    .insertInto('payout_reviews')
    .values({ ...review, merchant_id: merchantId })
    .execute();
}

export type PayoutFilters = {
  readonly status?: Payout['status'] | undefined;
  readonly method?: Payout['method'] | undefined;
  readonly currency?: Payout['currency'] | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
};

const listed = { table: 'payouts', id: 'id' };

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export async function findPayouts(
  db: Db,
  merchantId: MerchantId,
  { status, method, currency, ...period }: PayoutFilters,
  asked: WantedRows,
): Promise<Payout[]> {
  const { page, above } = await withinPeriod(db, merchantId, listed, { period, page: asked });
  let payouts = db.selectFrom('payouts').selectAll().where('merchant_id', '=', merchantId);
  if (status) payouts = payouts.where('status', '=', status);
  if (method) payouts = payouts.where('method', '=', method);
  if (currency) payouts = payouts.where('currency', '=', currency);
  if (period.from) payouts = payouts.where('created_at', '>=', period.from);
  if (period.before) payouts = payouts.where('created_at', '<', period.before);
  if (above !== undefined) payouts = payouts.where('id', '>', above);
  if (page.after !== undefined) payouts = payouts.where('id', '<', page.after);
  return payouts.orderBy('id', 'desc').limit(page.rows).execute();
}
