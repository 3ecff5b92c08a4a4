import type { Selectable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Db } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { MerchantId } from '../principal.ts';

const stateById = prepared<{ merchantId: MerchantId }>()((db, p) =>
  db.selectFrom('merchant_states').selectAll().where('merchant_id', '=', p.merchantId),
);

export type MerchantState = Selectable<ModeTables['merchant_states']>;

/** A merchant's clock offset, and the KYC tier that overrides the merchant's own. Undefined: neither was ever set. */
export async function findMerchantState(db: Db, merchantId: MerchantId): Promise<MerchantState | undefined> {
  return (await stateById(db, { merchantId }))[0];
}
