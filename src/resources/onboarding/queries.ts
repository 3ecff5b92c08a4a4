import type { Insertable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { MerchantId } from '../../core/merchants/principal.ts';
import type { KycSubmission } from '../../core/merchants/queries.ts';
import type { Tx } from '../../platform/db/database.ts';

export function insertSubmission(
  tx: Tx,
  merchantId: MerchantId,
  submission: Omit<Insertable<ModeTables['kyc_submissions']>, 'merchant_id'>,
): Promise<KycSubmission> {
  return tx
    .insertInto('kyc_submissions')
    .values({ ...submission, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}
