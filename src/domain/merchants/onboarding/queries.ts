import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** Sets the KYC tier that counts here. It overrides the merchant's own. */
export async function overrideKycTier(tx: Tx, merchantId: MerchantId, tier: number): Promise<void> {
  await tx
    .insertInto('merchant_states')
    .values({ merchant_id: merchantId, kyc_tier_override: tier })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ kyc_tier_override: tier }))
    .execute();
}

export type KycSubmission = Selectable<ModeTables['kyc_submissions']>;

/** The merchant's last submission. */
export function findNewestSubmission(db: Db, merchantId: MerchantId): Promise<KycSubmission | undefined> {
  return db
    .selectFrom('kyc_submissions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

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
