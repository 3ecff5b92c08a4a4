import { type Insertable, type Selectable, sql } from 'kysely';
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

/** Locks what is known here of the merchant, so that submissions and decisions are made one after the other. */
export async function lockKyc(tx: Tx, merchantId: MerchantId): Promise<void> {
  await tx
    .insertInto('merchant_states')
    .values({ merchant_id: merchantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .selectFrom('merchant_states')
    .select('merchant_id')
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .execute();
}

/** The submission that is not decided. */
export function findOpenSubmission(tx: Tx, merchantId: MerchantId): Promise<KycSubmission | undefined> {
  return tx
    .selectFrom('kyc_submissions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('status', 'in', ['submitted', 'document_requested'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function writeTier(tx: Tx, merchantId: MerchantId, id: string, tier: number): Promise<void> {
  await tx
    .updateTable('kyc_submissions')
    .set({ tier })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** Takes the answers out of a decided submission that still may have them; undefined if there is no such one. */
export function eraseForm(
  tx: Tx,
  merchantId: MerchantId,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<KycSubmission | undefined> {
  return tx
    .updateTable('kyc_submissions')
    .set({ form_sealed: null, erased_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', 'in', ['approved', 'rejected'])
    .where('erased_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** A submission by its id, whoever the merchant is. For operators. */
export function findSubmissionAcrossMerchants(db: Db, id: string): Promise<KycSubmission | undefined> {
  return db.selectFrom('kyc_submissions').selectAll().where('id', '=', id).executeTakeFirst();
}

type Listed = {
  readonly status?: KycSubmission['status'] | undefined;
  readonly of?: MerchantId | undefined;
  /** Only those after this id. */
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Submissions, oldest first, so that the one that has waited longest comes first. For operators. */
export function listSubmissionsAcrossMerchants(db: Db, { status, of, after, limit }: Listed) {
  let submissions = db
    .selectFrom('kyc_submissions as s')
    .select(['s.merchant_id', 's.id', 's.tier', 's.status', 's.created_at', 's.decided_at'])
    .select(
      sql<bigint>`(SELECT count(*) FROM kyc_documents d WHERE d.merchant_id = s.merchant_id AND d.submission_id = s.id)`.as(
        'documents',
      ),
    );
  if (status !== undefined) submissions = submissions.where('s.status', '=', status);
  if (of !== undefined) submissions = submissions.where('s.merchant_id', '=', of);
  if (after !== undefined) submissions = submissions.where('s.id', '>', after);
  return submissions.orderBy('s.id').limit(limit).execute();
}
