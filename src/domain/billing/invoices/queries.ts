import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type Invoice = Selectable<ModeTables['invoices']>;

export function insertInvoice(
  tx: Tx,
  merchantId: MerchantId,
  invoice: Omit<Insertable<ModeTables['invoices']>, 'merchant_id'>,
): Promise<Invoice> {
  return tx
    .insertInto('invoices')
    .values({ ...invoice, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findInvoice(db: Db, merchantId: MerchantId, id: string): Promise<Invoice | undefined> {
  return invoicesOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

export function lockInvoice(tx: Tx, merchantId: MerchantId, id: string): Promise<Invoice | undefined> {
  return invoicesOf(tx, merchantId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The invoice that a payment has paid. */
export function findInvoiceOfPayment(
  db: Db,
  merchantId: MerchantId,
  paymentId: string,
): Promise<Invoice | undefined> {
  return invoicesOf(db, merchantId).where('transaction_id', '=', paymentId).executeTakeFirst();
}

function invoicesOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('invoices').selectAll().where('merchant_id', '=', merchantId);
}

type Terms = Pick<
  Invoice,
  | 'customer_id'
  | 'customer_name'
  | 'customer_email'
  | 'customer_phone'
  | 'currency'
  | 'subtotal'
  | 'tax'
  | 'total'
  | 'due_date'
  | 'reference'
  | 'notes'
>;

export function changeInvoice(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  changes: Partial<Terms> & { readonly updated_at: Date },
): Promise<Invoice> {
  return tx
    .updateTable('invoices')
    .set(changes)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The merchant's next number. The counter's row stays locked until the end of the transaction, and goes back with it. */
export async function takeNumber(tx: Tx, merchantId: MerchantId): Promise<number> {
  const { last } = await tx
    .insertInto('invoice_counters')
    .values({ merchant_id: merchantId, last: 1 })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet((eb) => ({ last: eb('invoice_counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Notes once that the due date of an unpaid invoice is over; undefined when it was noted, or does not matter any more. */
export function noteUnpaid(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  at: Date,
): Promise<Invoice | undefined> {
  return tx
    .updateTable('invoices')
    .set({ unpaid_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .where('unpaid_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Locks the subscription that an invoice was made for, by its id: before the invoice, as everywhere. */
export async function lockSubscriptionOf(
  tx: Tx,
  merchantId: MerchantId,
  subscriptionId: string,
): Promise<void> {
  await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', subscriptionId)
    .forUpdate()
    .execute();
}
