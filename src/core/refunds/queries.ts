import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../merchants/principal.ts';

export type Refund = Selectable<ModeTables['refunds']>;
export type NewRefund = Omit<Insertable<ModeTables['refunds']>, 'merchant_id'>;

export async function insertRefund(tx: Tx, merchantId: MerchantId, refund: NewRefund): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({ ...refund, merchant_id: merchantId })
    .execute();
}

export function findRefund(db: Db, merchantId: MerchantId, id: string): Promise<Refund | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}
