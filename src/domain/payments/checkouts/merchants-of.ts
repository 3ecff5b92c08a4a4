import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Recent } from '../../../platform/recent.ts';

const known = new WeakMap<Db, Recent<MerchantId>>();
const mostKnown = 10_000;

/**
 * Whose the checkouts are that this process opened or showed a page of. The address of a page names no merchant, and to look for the
 * checkout among those of all merchants takes a turn of its own, and where they are distributed it asks every node. A checkout never
 * changes its merchant.
 */
export function merchantsOfCheckouts(db: Db): Recent<MerchantId> {
  const ofDb = known.get(db) ?? new Recent<MerchantId>(mostKnown);
  known.set(db, ofDb);
  return ofDb;
}
