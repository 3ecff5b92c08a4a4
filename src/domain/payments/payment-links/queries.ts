import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type PaymentLink = Selectable<ModeTables['payment_links']>;

export function insertLink(
  tx: Tx,
  merchantId: MerchantId,
  link: Omit<Insertable<ModeTables['payment_links']>, 'merchant_id'>,
): Promise<PaymentLink> {
  return tx
    .insertInto('payment_links')
    .values({ ...link, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findLink(db: Db, merchantId: MerchantId, id: string): Promise<PaymentLink | undefined> {
  return linkOf(db, merchantId, id).executeTakeFirst();
}

export function lockLink(tx: Tx, merchantId: MerchantId, id: string): Promise<PaymentLink | undefined> {
  return linkOf(tx, merchantId, id).forUpdate().executeTakeFirst();
}

/** The link as it is until the transaction ends. */
export function findLinkUnchanged(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
): Promise<PaymentLink | undefined> {
  return linkOf(tx, merchantId, id).forShare().executeTakeFirst();
}

function linkOf(db: Db, merchantId: MerchantId, id: string) {
  return db
    .selectFrom('payment_links')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id);
}

type Changes = Partial<Pick<PaymentLink, 'title' | 'amount' | 'expires_at' | 'metadata'>> & {
  readonly updated_at: Date;
};

export async function changeLink(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  changes: Changes,
): Promise<void> {
  await tx
    .updateTable('payment_links')
    .set(changes)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

type Use = { readonly linkId: string; readonly checkoutId: string };

/** A use is free. Safe in an `UPDATE`: it re-reads the row after waiting for its lock, so no two take the last use. */
const free = sql<boolean>`(max_uses IS NULL OR uses_completed + uses_reserved < max_uses)`;

/**
 * Reserves one use for a checkout; false when none is free.
 *
 * @param openAt the link must also be open at this moment; null: a free use is enough
 */
export async function reserveUse(
  tx: Tx,
  merchantId: MerchantId,
  { linkId, checkoutId, openAt }: Use & { readonly openAt: Date | null },
): Promise<boolean> {
  const open =
    openAt === null
      ? sql<boolean>`true`
      : sql<boolean>`status = 'active' AND (expires_at IS NULL OR expires_at > ${openAt})`;
  const reserved = await tx
    .updateTable('payment_links')
    .set((eb) => ({ uses_reserved: eb('uses_reserved', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', linkId)
    .where(free)
    .where(open)
    .returning('id')
    .executeTakeFirst();
  if (reserved) await mark(tx, merchantId, { checkoutId, holds: true });
  return reserved !== undefined;
}

/** Gives back the use that a checkout holds, if it holds one. */
export async function freeUse(tx: Tx, merchantId: MerchantId, use: Use): Promise<void> {
  if (!(await mark(tx, merchantId, { checkoutId: use.checkoutId, holds: false }))) return;
  await tx
    .updateTable('payment_links')
    .set((eb) => ({ uses_reserved: eb('uses_reserved', '-', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', use.linkId)
    .execute();
}

/** Counts the reserved use of a checkout as paid; false when it holds none. */
export async function completeUse(
  tx: Tx,
  merchantId: MerchantId,
  use: Use & { readonly amount: bigint },
): Promise<boolean> {
  if (!(await mark(tx, merchantId, { checkoutId: use.checkoutId, holds: false }))) return false;
  await tx
    .updateTable('payment_links')
    .set((eb) => ({
      uses_reserved: eb('uses_reserved', '-', 1),
      uses_completed: eb('uses_completed', '+', 1),
      amount_collected: eb('amount_collected', '+', use.amount),
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', use.linkId)
    .execute();
  return true;
}

/** Marks whether a checkout holds a use; false if it was marked so already. */
async function mark(
  tx: Tx,
  merchantId: MerchantId,
  { checkoutId, holds }: { readonly checkoutId: string; readonly holds: boolean },
): Promise<boolean> {
  const marked = await tx
    .updateTable('checkouts')
    .set({ holds_use: holds })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', checkoutId)
    .where('holds_use', '=', !holds)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

type LinkFilters = {
  readonly active?: boolean | undefined;
  readonly status?: PaymentLink['status'] | undefined;
  readonly currency?: PaymentLink['currency'] | undefined;
};

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findLinks(
  db: Db,
  merchantId: MerchantId,
  { active, status, currency }: LinkFilters,
  page: WantedRows,
): Promise<PaymentLink[]> {
  let links = db.selectFrom('payment_links').selectAll().where('merchant_id', '=', merchantId);
  if (active !== undefined) links = links.where('status', active ? '=' : '<>', 'active');
  if (status) links = links.where('status', '=', status);
  if (currency) links = links.where('currency', '=', currency);
  if (page.after !== undefined) links = links.where('id', '<', page.after);
  return links.orderBy('id', 'desc').limit(page.rows).execute();
}
