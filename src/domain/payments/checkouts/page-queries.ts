import { type MerchantId, merchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { Recent } from '../../../platform/recent.ts';
import { type Checkout, findCheckout } from './queries.ts';

const checkoutOfPage = prepared<{ id: string }>()((db, p) =>
  db.selectFrom('checkouts').selectAll().where('id', '=', p.id),
);

/** Whose checkouts are: that never changes. */
const owners = new WeakMap<Db, Recent<MerchantId>>();
const mostOwners = 10_000;

/**
 * For hosted pages: they have no API key, so the checkout in the address names the merchant. Where merchants are distributed, only
 * the first look asks every node.
 */
export async function findCheckoutAcrossMerchants(db: Db, id: string): Promise<Checkout | undefined> {
  const known = owners.get(db) ?? new Recent<MerchantId>(mostOwners);
  owners.set(db, known);
  const owner = known.get(id);
  if (owner) return await findCheckout(db, owner, id);
  const [found] = await checkoutOfPage(db, { id });
  if (found) known.set(id, merchantId(found.merchant_id));
  return found;
}
