import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Shares } from './shares.ts';

export type Refund = Selectable<ModeTables['refunds']>;
export type NewRefund = Omit<Insertable<ModeTables['refunds']>, 'merchant_id'>;

export function insertRefund(tx: Tx, merchantId: MerchantId, refund: NewRefund): Promise<Refund> {
  return tx
    .insertInto('refunds')
    .values({ ...refund, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findRefund(db: Db, merchantId: MerchantId, id: string): Promise<Refund | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds a refund to its payment's `refunded`, or subtracts one that failed. The caller has locked the payment. */
export async function countRefunded(
  tx: Tx,
  merchantId: MerchantId,
  paymentId: string,
  amount: bigint,
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set((eb) => ({ refunded: eb('refunded', '+', amount) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', paymentId)
    .execute();
}

/** The sum of a payment's completed refunds. */
export async function findGivenBack(tx: Tx, merchantId: MerchantId, paymentId: string): Promise<bigint> {
  const { given } = await tx
    .selectFrom('refunds')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('given'))
    .where('merchant_id', '=', merchantId)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'completed')
    .where('unwanted', '=', false)
    .executeTakeFirstOrThrow();
  return given;
}

/** The sum of the shares of a payment's refunds, without the failed ones. */
export async function findGivenShares(tx: Tx, merchantId: MerchantId, paymentId: string): Promise<Shares> {
  return await tx
    .selectFrom('refunds')
    .select([
      sql<bigint>`coalesce(sum(fee_share), 0)::bigint`.as('fee'),
      sql<bigint>`coalesce(sum(reserve_share), 0)::bigint`.as('reserve'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('payment_id', '=', paymentId)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
}
