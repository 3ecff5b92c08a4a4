import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';

/** Whether a checkout or transaction left the database for an archive. Decision 0132. */
export async function isArchived(db: Db, merchantId: MerchantId, id: string): Promise<boolean> {
  const archived = await db
    .selectFrom('archived_resources')
    .select('archive_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return archived !== undefined;
}

/** Whether the payment with a merchant's reference is in an archive. */
export async function isReferenceArchived(
  db: Db,
  merchantId: MerchantId,
  reference: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('merchant_references')
    .select('archived')
    .where('merchant_id', '=', merchantId)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.archived === true;
}

/** The day from which on all payments are in the database, in UTC. Undefined: nothing was ever archived. */
export async function completeSinceAcrossMerchants(db: Db): Promise<string | undefined> {
  const { since } = await db
    .selectFrom('archives')
    .select(({ fn }) => fn.max('before').as('since'))
    .executeTakeFirstOrThrow();
  return since?.toISOString().slice(0, 10);
}
