import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type DocumentRow = Selectable<ModeTables['kyc_documents']>;

/** Does nothing if the submission has the same file already as a document of the same kind. */
export async function insertDocument(
  tx: Tx,
  merchantId: MerchantId,
  document: Omit<Insertable<ModeTables['kyc_documents']>, 'merchant_id'>,
): Promise<void> {
  await tx
    .insertInto('kyc_documents')
    .values({ ...document, merchant_id: merchantId })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'submission_id', 'sha256']).doNothing())
    .execute();
}

/** What each document of a submission is, and the hash of its kind and file. */
export function findKept(
  tx: Tx,
  merchantId: MerchantId,
  submissionId: string,
): Promise<readonly Pick<DocumentRow, 'kind' | 'sha256'>[]> {
  return tx
    .selectFrom('kyc_documents')
    .select(['kind', 'sha256'])
    .where('merchant_id', '=', merchantId)
    .where('submission_id', '=', submissionId)
    .execute();
}

export async function deleteDocuments(tx: Tx, merchantId: MerchantId, submissionId: string): Promise<void> {
  await tx
    .deleteFrom('kyc_documents')
    .where('merchant_id', '=', merchantId)
    .where('submission_id', '=', submissionId)
    .execute();
}

/** The documents of a submission in the order in which they came, without their content. */
export function findDocuments(db: Db, merchantId: MerchantId, submissionId: string) {
  return db
    .selectFrom('kyc_documents')
    .select(['id', 'kind', 'media_type', 'size', 'name_sealed', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('submission_id', '=', submissionId)
    .orderBy('id')
    .execute();
}

export function findDocumentContent(db: Db, merchantId: MerchantId, id: string) {
  return db
    .selectFrom('kyc_documents')
    .select('content_sealed')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}
