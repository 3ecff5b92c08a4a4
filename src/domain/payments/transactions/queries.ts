import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

/** A movement of money as the list of transactions shows it: a payment attempt, a refund or a payout. */
export type Transaction = Selectable<ModeTables['transactions']>;
export type NewTransaction = Omit<Insertable<ModeTables['transactions']>, 'merchant_id'>;

type Key = { merchantId: MerchantId; id: string };

const transactionById = prepared<Key>()((db, p) =>
  db.selectFrom('transactions').selectAll().where('merchant_id', '=', p.merchantId).where('id', '=', p.id),
);

export async function findTransaction(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<Transaction | undefined> {
  return (await transactionById(db, { merchantId, id }))[0];
}

const transactionByIdLocked = prepared<Key>()((db, p) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', p.merchantId)
    .where('id', '=', p.id)
    .forUpdate(),
);

export async function lockTransaction(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
): Promise<Transaction | undefined> {
  return (await transactionByIdLocked(tx, { merchantId, id }))[0];
}

type Filled = NewTransaction & {
  fee: bigint;
  payment_method_id: string | null;
  split_id: string | null;
};

const insertOne = prepared<Filled & { merchantId: MerchantId }>()((db, p) =>
  db
    .insertInto('transactions')
    .values({
      merchant_id: p.merchantId,
      id: p.id,
      type: p.type,
      status: p.status,
      amount: p.amount,
      fee: p.fee,
      currency: p.currency,
      gateway: p.gateway,
      reference: p.reference,
      checkout_id: p.checkout_id,
      parent_id: p.parent_id,
      source_type: p.source_type,
      source_id: p.source_id,
      app_id: p.app_id,
      method_type: p.method_type,
      method_brand: p.method_brand,
      method_last4: p.method_last4,
      method_phone: p.method_phone,
      payment_method_id: p.payment_method_id,
      customer_name: p.customer_name,
      customer_email: p.customer_email,
      customer_phone: p.customer_phone,
      description: p.description,
      late: p.late,
      split_id: p.split_id,
      created_at: p.created_at,
    })
    .returningAll(),
);

export async function insertTransaction(
  tx: Tx,
  merchantId: MerchantId,
  row: NewTransaction,
): Promise<Transaction> {
  const filled = {
    ...row,
    fee: row.fee ?? 0n,
    payment_method_id: row.payment_method_id ?? null,
    split_id: row.split_id ?? null,
  };
  const [inserted] = await insertOne(tx, { ...filled, merchantId });
  if (!inserted) throw new Error('An insert without a conflict clause returned no row.');
  return inserted;
}

/** All attempts to pay a checkout, and its refunds, oldest first. */
export function findTransactionsOfCheckout(
  db: Db,
  merchantId: MerchantId,
  checkoutId: string,
  most: number,
): Promise<Transaction[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('checkout_id', '=', checkoutId)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Takes a merchant's reference for a payment without a checkout; false when it is already taken. */
export async function takeReference(
  tx: Tx,
  merchantId: MerchantId,
  { id, reference, created_at }: Pick<Transaction, 'id' | 'reference' | 'created_at'>,
): Promise<boolean> {
  const taken = await tx
    .insertInto('merchant_references')
    .values({ merchant_id: merchantId, reference, transaction_id: id, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

/** The payment without a checkout that uses a merchant's reference. */
export function findTransactionByReference(
  db: Db,
  merchantId: MerchantId,
  reference: string,
): Promise<Transaction | undefined> {
  return db
    .selectFrom('merchant_references as r')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.merchant_id', '=', 'r.merchant_id').onRef('t.id', '=', 'r.transaction_id'),
    )
    .selectAll('t')
    .where('r.merchant_id', '=', merchantId)
    .where('r.reference', '=', reference)
    .executeTakeFirst();
}

/** Releases the reference of a deleted payment, so that it may be used again. */
export async function freeReference(tx: Tx, merchantId: MerchantId, id: string): Promise<void> {
  await tx
    .deleteFrom('merchant_references')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', id)
    .execute();
}
