import type { Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared, preparedById } from '../../../platform/db/prepared.ts';

/** A movement of money as the list of transactions shows it: a payment attempt, a refund or a payout. */
export type Transaction = Selectable<ModeTables['transactions']>;
/** A transaction when it begins. What is left out is null, and its fee zero. */
type NewTransaction = Omit<Transaction, 'merchant_id' | keyof typeof untold | keyof typeof optional> &
  Partial<Pick<Transaction, keyof typeof optional>>;

type Key = { merchantId: MerchantId; id: string };

const transactionById = preparedById<Key>()((db, p) =>
  db.selectFrom('transactions').selectAll().where('merchant_id', '=', p.merchantId).where('id', '=', p.id),
);

export async function findTransaction(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<Transaction | undefined> {
  return await transactionById(db, { merchantId, id });
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

const insertOne = prepared<Transaction & { merchantId: MerchantId }>()((db, p) =>
  db.insertInto('transactions').values({
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
    metadata: p.metadata,
    late: p.late,
    split_id: p.split_id,
    created_at: p.created_at,
  }),
);

/** What a transaction has not known from its beginning. */
const untold = {
  gateway_reference: null,
  gateway_status: null,
  failure: null,
  refunded: 0n,
  disputed: 0n,
  reserve_amount: 0n,
  reserve_release_at: null,
  available_on: null,
  completed_at: null,
  challenged_at: null,
  challenge_answered_at: null,
  resumed_at: null,
} as const;

const optional = {
  fee: 0n,
  checkout_id: null,
  parent_id: null,
  app_id: null,
  method_type: null,
  method_brand: null,
  method_last4: null,
  method_phone: null,
  payment_method_id: null,
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  description: null,
  metadata: null,
  split_id: null,
} as const;

/**
 * Inserts a transaction, and does not wait for the answer.
 *
 * @returns the row; it is not read back, because we wrote every column
 */
export function insertTransaction(tx: Tx, merchantId: MerchantId, row: NewTransaction): Transaction {
  const written: Transaction = { ...untold, ...optional, ...row, merchant_id: merchantId };
  tx.goOnWithout(insertOne(tx, { ...written, merchantId }));
  return written;
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
