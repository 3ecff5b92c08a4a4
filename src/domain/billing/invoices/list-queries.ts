import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import type { Invoice } from './queries.ts';

type InvoiceFilters = {
  readonly status?: Invoice['status'] | undefined;
  readonly customerId?: string | undefined;
};

/** Without their lines; newest first: ids are UUIDv7, so their order is the order of creation. */
export function findInvoices(
  db: Db,
  merchantId: MerchantId,
  { status, customerId }: InvoiceFilters,
  page: WantedRows,
): Promise<Invoice[]> {
  let invoices = db.selectFrom('invoices').selectAll().where('merchant_id', '=', merchantId);
  if (status) invoices = invoices.where('status', '=', status);
  if (customerId !== undefined) invoices = invoices.where('customer_id', '=', customerId);
  if (page.after !== undefined) invoices = invoices.where('id', '<', page.after);
  return invoices.orderBy('id', 'desc').limit(page.rows).execute();
}
