import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type PlatformSubscription = Selectable<ModeTables['platform_subscriptions']>;
export type PlatformInvoice = Selectable<ModeTables['platform_invoices']>;

/** Lock order: the subscription, its invoices, the counter of their numbers, the ledger. */
export function lockPlatformSubscription(
  tx: Tx,
  merchantId: MerchantId,
): Promise<PlatformSubscription | undefined> {
  return tx
    .selectFrom('platform_subscriptions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined before the merchant's first payment in this schema. */
export function findPlatformSubscription(
  db: Db,
  merchantId: MerchantId,
): Promise<PlatformSubscription | undefined> {
  return db
    .selectFrom('platform_subscriptions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** Ends a month: the next one is billed at `nextInvoiceAt`. */
export async function endMonth(
  tx: Tx,
  merchantId: MerchantId,
  { months, nextInvoiceAt }: { readonly months: number; readonly nextInvoiceAt: Date },
): Promise<void> {
  await tx
    .updateTable('platform_subscriptions')
    .set({ months, next_invoice_at: nextInvoiceAt })
    .where('merchant_id', '=', merchantId)
    .execute();
}

/** The next number of the platform in this schema. The counter stays locked until the transaction ends. */
export async function takePlatformNumberAcrossMerchants(tx: Tx): Promise<number> {
  const { last } = await tx
    .insertInto('platform_invoice_counters')
    .values({ last: 1 })
    .onConflict((conflict) =>
      conflict
        .column('only_one')
        .doUpdateSet((eb) => ({ last: eb('platform_invoice_counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export function insertPlatformInvoice(
  tx: Tx,
  merchantId: MerchantId,
  invoice: Omit<Insertable<ModeTables['platform_invoices']>, 'merchant_id'>,
): Promise<PlatformInvoice> {
  return tx
    .insertInto('platform_invoices')
    .values({ ...invoice, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The invoices that are not paid, oldest first, locked. */
export function lockUnpaidInvoices(tx: Tx, merchantId: MerchantId): Promise<PlatformInvoice[]> {
  return tx
    .selectFrom('platform_invoices')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('status', '<>', 'paid')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function countFailedTry(tx: Tx, merchantId: MerchantId, id: string): Promise<PlatformInvoice> {
  return await tx
    .updateTable('platform_invoices')
    .set((eb) => ({ failed_tries: eb('failed_tries', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export function listPlatformInvoices(
  db: Db,
  merchantId: MerchantId,
  status: PlatformInvoice['status'] | undefined,
  { after, rows }: WantedRows,
): Promise<PlatformInvoice[]> {
  const all = db.selectFrom('platform_invoices').selectAll().where('merchant_id', '=', merchantId);
  const wanted = status === undefined ? all : all.where('status', '=', status);
  const page = after === undefined ? wanted : wanted.where('id', '<', after);
  return page.orderBy('id', 'desc').limit(rows).execute();
}
