import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { MerchantId } from '../merchants/principal.ts';

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

const insertOne = prepared<NewTransaction & { merchantId: MerchantId; fee: bigint }>()((db, p) =>
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
      customer_name: p.customer_name,
      customer_email: p.customer_email,
      customer_phone: p.customer_phone,
      description: p.description,
      late: p.late,
      created_at: p.created_at,
    })
    .returningAll(),
);

export async function insertTransaction(
  tx: Tx,
  merchantId: MerchantId,
  row: NewTransaction,
): Promise<Transaction> {
  const [inserted] = await insertOne(tx, { ...row, fee: row.fee ?? 0n, merchantId });
  if (!inserted) throw new Error('An insert without a conflict clause returns its row.');
  return inserted;
}
