import { type MerchantId, merchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertOperatorChange } from '../changes/queries.ts';
import { insertBareMerchantAcrossMerchants } from './queries.ts';

type Wanted = { readonly businessName: string; readonly email: string; readonly by: string };

/** Inserts a merchant without KYC and without an app; run it in a transaction. They create their apps themselves. */
export async function insertBareMerchant(
  tx: PlatformDb,
  { businessName, email, by }: Wanted,
): Promise<MerchantId> {
  const id = merchantId(newId());
  await insertBareMerchantAcrossMerchants(tx, {
    id,
    business_name: businessName,
    email,
    country: 'ZW',
    kyc_tier: 0,
  });
  const details = { kyc_tier: 0 };
  await insertOperatorChange(tx, id, { changeId: newId(), action: 'merchant.created', details, by });
  return id;
}
