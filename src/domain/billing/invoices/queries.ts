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

/**
 * Locks an invoice, and before it the subscription that it bills. Lock order: a change of a subscription locks it before its
 * invoices.
 */
export async function lockInvoiceInOrder(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
): Promise<Invoice | undefined> {
  const invoice = await findInvoice(tx, merchantId, id);
  if (invoice?.subscription_id) await lockSubscriptionOf(tx, merchantId, invoice.subscription_id);
  return invoice && (await lockInvoice(tx, merchantId, id));
}

/** In this file because subscriptions import invoices: importing subscriptions here would be circular. */
async function lockSubscriptionOf(tx: Tx, merchantId: MerchantId, subscriptionId: string): Promise<void> {
  await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', subscriptionId)
    .forUpdate()
    .execute();
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
  | 'reminder_days'
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

/** The merchant's next number. The counter stays locked until the transaction ends, and a rollback returns the number. */
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

/** Notes that the due date has passed; undefined if that was noted before, or the invoice no longer waits for money. */
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

/** Counts a reminder of a locked invoice. */
export function noteReminder(tx: Tx, merchantId: MerchantId, id: string, at: Date): Promise<Invoice> {
  return tx
    .updateTable('invoices')
    .set((eb) => ({ reminders_sent: eb('reminders_sent', '+', 1), last_reminder_at: at }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Reservation = { readonly invoiceId: string; readonly checkoutId: string };

/** Reserves a sent invoice for the attempt of one checkout; false if it cannot be paid, or is reserved already. */
export async function reserveInvoice(
  tx: Tx,
  merchantId: MerchantId,
  { invoiceId, checkoutId }: Reservation,
): Promise<boolean> {
  const reserved = await tx
    .updateTable('invoices')
    .set({ attempt_checkout_id: checkoutId })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', invoiceId)
    .where('status', '=', 'sent')
    .where('attempt_checkout_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return reserved !== undefined;
}

/** Ends the reservation of this checkout. Safe to repeat; the reservation of another checkout stays. */
export async function releaseInvoice(
  tx: Tx,
  merchantId: MerchantId,
  { invoiceId, checkoutId }: Reservation,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ attempt_checkout_id: null })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', invoiceId)
    .where('attempt_checkout_id', '=', checkoutId)
    .execute();
}
