import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Shares } from './shares.ts';

export type Refund = Selectable<ModeTables['refunds']>;
/** A refund when it begins. */
export type NewRefund = Omit<Refund, 'merchant_id' | keyof typeof untold> & Partial<typeof untold>;

const untold = {
  unwanted: false as boolean,
  reserve_released: 0n,
  failure: null,
  completed_at: null as Date | null,
};

/**
 * Inserts a refund, and does not wait for the answer.
 *
 * @returns the row; it is not read back, because we wrote every column
 */
export function insertRefund(tx: Tx, merchantId: MerchantId, refund: NewRefund): Refund {
  const written: Refund = { ...untold, ...refund, merchant_id: merchantId };
  tx.goOnWithout(tx.insertInto('refunds').values(written).execute());
  return written;
}

export function findRefund(db: Db, merchantId: MerchantId, id: string): Promise<Refund | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The refunds of a payment, oldest first. */
export function findRefundsOf(
  db: Db,
  merchantId: MerchantId,
  paymentId: string,
  most: number,
): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .limit(most)
    .execute();
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

/** What a payment's payer has back: the sum of its completed refunds and of its lost disputes. */
export async function findGivenBack(tx: Tx, merchantId: MerchantId, paymentId: string): Promise<bigint> {
  const { rows } = await sql<{ given: bigint }>`
    SELECT coalesce(sum(amount), 0)::bigint AS given FROM (
      SELECT amount FROM refunds
      WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId} AND status = 'completed' AND NOT unwanted
      UNION ALL
      SELECT amount FROM disputes
      WHERE merchant_id = ${merchantId} AND transaction_id = ${paymentId} AND status = 'lost') back`.execute(
    tx,
  );
  return rows[0]?.given ?? 0n;
}

/** The sum of the shares of a payment's refunds that did not fail, and of its disputes that are open or lost. */
export async function findGivenShares(tx: Tx, merchantId: MerchantId, paymentId: string): Promise<Shares> {
  const { rows } = await sql<Shares>`
    SELECT coalesce(sum(fee_share), 0)::bigint AS fee, coalesce(sum(reserve_share), 0)::bigint AS reserve FROM (
      SELECT fee_share, reserve_share FROM refunds
      WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId} AND status <> 'failed'
      UNION ALL
      SELECT fee_share, reserve_share FROM disputes
      WHERE merchant_id = ${merchantId} AND transaction_id = ${paymentId}
        AND status NOT IN ('warning', 'warning_closed', 'won')) shares`.execute(tx);
  return rows[0] ?? { fee: 0n, reserve: 0n };
}

/** The dispute that a payment has now, or the warning of one. There is at most one. */
export function findOpenDispute(
  db: Db,
  merchantId: MerchantId,
  paymentId: string,
): Promise<Selectable<ModeTables['disputes']> | undefined> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', paymentId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
}
