import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import type { Invoice } from './queries.ts';
import type { Totals } from './totals.ts';

/** A line of an invoice with its amount and tax, in ten-thousandths. */
export type InvoiceItem = Pick<
  Selectable<ModeTables['invoice_items']>,
  'description' | 'quantity' | 'unit_amount' | 'tax_basis_points' | 'amount' | 'tax'
>;

/** The period of its subscription that an invoice bills, up to its end; null: it bills none. */
export type BilledPeriod = { readonly period_start: Date | null; readonly period_end: Date | null };

/**
 * An invoice, its lines and its period, read by one statement, so that the lines add up to the total even while the draft changes.
 */
export type WholeInvoice = {
  readonly invoice: Invoice;
  readonly items: readonly InvoiceItem[];
  readonly period: BilledPeriod;
};

/** Replaces the lines of an invoice. */
export async function writeItems(
  tx: Tx,
  merchantId: MerchantId,
  invoiceId: string,
  lines: Totals['lines'],
): Promise<void> {
  await tx
    .deleteFrom('invoice_items')
    .where('merchant_id', '=', merchantId)
    .where('invoice_id', '=', invoiceId)
    .execute();
  const rows = lines.map((line, index) => ({
    merchant_id: merchantId,
    invoice_id: invoiceId,
    position: index + 1,
    description: line.description,
    quantity: line.quantity,
    unit_amount: line.unitAmount,
    tax_basis_points: line.taxBasisPoints,
    amount: line.amount,
    tax: line.tax,
  }));
  await tx.insertInto('invoice_items').values(rows).execute();
}

/** The lines, in order, of an invoice that this transaction has locked or inserted. */
export function findItems(tx: Tx, merchantId: MerchantId, invoiceId: string): Promise<InvoiceItem[]> {
  return tx
    .selectFrom('invoice_items')
    .select(['description', 'quantity', 'unit_amount', 'tax_basis_points', 'amount', 'tax'])
    .where('merchant_id', '=', merchantId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute();
}

/** Of an invoice that this transaction has locked or inserted. */
export async function findBilledPeriod(
  tx: Tx,
  merchantId: MerchantId,
  { id, subscription_id }: Pick<Invoice, 'id' | 'subscription_id'>,
): Promise<BilledPeriod> {
  const none = { period_start: null, period_end: null };
  if (subscription_id === null) return none;
  const cycle = await tx
    .selectFrom('subscription_cycles')
    .select(['period_start', 'period_end'])
    .where('merchant_id', '=', merchantId)
    .where('invoice_id', '=', id)
    .executeTakeFirst();
  return cycle ?? none;
}

export async function findWholeInvoice(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<WholeInvoice | undefined> {
  const row = await wholesOf(db, merchantId).where('i.id', '=', id).executeTakeFirst();
  return row && wholeOf(row);
}

type WholeFilters = {
  readonly status: Invoice['status'] | undefined;
  readonly customerId: string | undefined;
  readonly subscriptionId: string | undefined;
};

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export async function findWholeInvoices(
  db: Db,
  merchantId: MerchantId,
  { status, customerId, subscriptionId }: WholeFilters,
  page: WantedRows,
): Promise<WholeInvoice[]> {
  let invoices = wholesOf(db, merchantId);
  if (status) invoices = invoices.where('i.status', '=', status);
  if (customerId !== undefined) invoices = invoices.where('i.customer_id', '=', customerId);
  if (subscriptionId !== undefined) invoices = invoices.where('i.subscription_id', '=', subscriptionId);
  if (page.after !== undefined) invoices = invoices.where('i.id', '<', page.after);
  const rows = await invoices.orderBy('i.id', 'desc').limit(page.rows).execute();
  return rows.map(wholeOf);
}

/** Amounts come as text: a JSON number would lose digits. */
type ItemText = Pick<InvoiceItem, 'description' | 'quantity' | 'tax_basis_points'> &
  Record<'unit_amount' | 'amount' | 'tax', string>;

function wholesOf(db: Db, merchantId: MerchantId) {
  const items = sql<
    readonly ItemText[]
  >`(SELECT json_agg(json_build_object('description', t.description, 'quantity', t.quantity,
      'unit_amount', t.unit_amount::text, 'tax_basis_points', t.tax_basis_points, 'amount', t.amount::text, 'tax', t.tax::text)
      ORDER BY t.position)
    FROM invoice_items t WHERE t.merchant_id = ${merchantId} AND t.invoice_id = i.id)`;
  // Looked up for each row, like the lines: a join might read all periods of a merchant for one page.
  const period = (of: 'start' | 'end') =>
    sql<Date | null>`(SELECT c.${sql.ref(`period_${of}`)} FROM subscription_cycles c
      WHERE c.merchant_id = ${merchantId} AND c.invoice_id = i.id AND i.subscription_id IS NOT NULL)`;
  return db
    .selectFrom('invoices as i')
    .selectAll('i')
    .select([items.as('items'), period('start').as('period_start'), period('end').as('period_end')])
    .where('i.merchant_id', '=', merchantId);
}

type WholeRow = Invoice & BilledPeriod & { readonly items: readonly ItemText[] };

function wholeOf({ items, period_start, period_end, ...invoice }: WholeRow): WholeInvoice {
  const read = items.map((item) => ({
    ...item,
    unit_amount: BigInt(item.unit_amount),
    amount: BigInt(item.amount),
    tax: BigInt(item.tax),
  }));
  return { invoice, items: read, period: { period_start, period_end } };
}
