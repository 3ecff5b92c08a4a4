import type { Db } from '../../../platform/db/database.ts';
import { preparedById } from '../../../platform/db/prepared.ts';
import type { Checkout } from './queries.ts';

const checkoutOfPage = preparedById<{ id: string }>()((db, p) =>
  db.selectFrom('checkouts').selectAll().where('id', '=', p.id),
);

/**
 * For hosted pages: they have no API key, so the checkout in the address names the merchant. Where merchants are distributed, it
 * asks every node.
 */
export async function findCheckoutAcrossMerchants(db: Db, id: string): Promise<Checkout | undefined> {
  return await checkoutOfPage(db, { id });
}
