import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Row } from '../../../platform/db/row.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import type { Currency } from '../amounts/currency.ts';

export type Offer = Row<'capital_offers'>;
export type Advance = Row<'capital_advances'>;
export type Repayment = Row<'capital_repayments'>;

/** Undefined if there is an offer with this id. */
export function insertOffer(
  tx: Tx,
  merchantId: MerchantId,
  offer: Omit<Offer, 'merchant_id'>,
): Promise<Offer | undefined> {
  return tx
    .insertInto('capital_offers')
    .values({ ...offer, merchant_id: merchantId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function lockOffer(tx: Tx, merchantId: MerchantId, id: string): Promise<Offer | undefined> {
  return tx
    .selectFrom('capital_offers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function findOffer(db: Db, merchantId: MerchantId, id: string): Promise<Offer | undefined> {
  return db
    .selectFrom('capital_offers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findOffers(
  db: Db,
  merchantId: MerchantId,
  { status }: { readonly status?: Offer['status'] | undefined },
  page: WantedRows,
): Promise<Offer[]> {
  let offers = db.selectFrom('capital_offers').selectAll().where('merchant_id', '=', merchantId);
  if (status) offers = offers.where('status', '=', status);
  if (page.after !== undefined) offers = offers.where('id', '<', page.after);
  return offers.orderBy('id', 'desc').limit(page.rows).execute();
}

/** Undefined when another advance in the currency is outstanding, even one that was accepted at the same moment. */
export function insertAdvance(
  tx: Tx,
  merchantId: MerchantId,
  advance: Omit<Advance, 'merchant_id'>,
): Promise<Advance | undefined> {
  return tx
    .insertInto('capital_advances')
    .values({ ...advance, merchant_id: merchantId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findAdvance(db: Db, merchantId: MerchantId, id: string): Promise<Advance | undefined> {
  return db
    .selectFrom('capital_advances')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findAdvances(
  db: Db,
  merchantId: MerchantId,
  { status }: { readonly status?: Advance['status'] | undefined },
  page: WantedRows,
): Promise<Advance[]> {
  let advances = db.selectFrom('capital_advances').selectAll().where('merchant_id', '=', merchantId);
  if (status) advances = advances.where('status', '=', status);
  if (page.after !== undefined) advances = advances.where('id', '<', page.after);
  return advances.orderBy('id', 'desc').limit(page.rows).execute();
}

const advanceLocked = prepared<{ merchantId: MerchantId; id: string }>()((db, p) =>
  db
    .selectFrom('capital_advances')
    .selectAll()
    .where('merchant_id', '=', p.merchantId)
    .where('id', '=', p.id)
    .forUpdate(),
);

export async function lockAdvance(tx: Tx, merchantId: MerchantId, id: string): Promise<Advance | undefined> {
  return (await advanceLocked(tx, { merchantId, id }))[0];
}

const outstandingLocked = prepared<{ merchantId: MerchantId; currency: Currency }>()((db, p) =>
  db
    .selectFrom('capital_advances')
    .selectAll()
    .where('merchant_id', '=', p.merchantId)
    .where('currency', '=', p.currency)
    .where('status', '=', 'outstanding')
    .forUpdate(),
);

/** The advance that is repaid by settlements in a currency. Every settlement asks, so it is one prepared statement. */
export async function lockOutstandingAdvance(
  tx: Tx,
  merchantId: MerchantId,
  currency: Currency,
): Promise<Advance | undefined> {
  return (await outstandingLocked(tx, { merchantId, currency }))[0];
}

/** Adds a repayment to its advance, which the caller has locked. */
export async function insertRepayment(tx: Tx, merchantId: MerchantId, repayment: Repayment): Promise<void> {
  await tx
    .updateTable('capital_advances')
    .set((eb) => ({ amount_repaid: eb('amount_repaid', '+', repayment.amount) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', repayment.advance_id)
    .execute();
  await tx.insertInto('capital_repayments').values(repayment).execute();
}
