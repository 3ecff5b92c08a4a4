import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import { cardEndsAt } from '../../money/gateways/card-number.ts';

export type PaymentMethod = Selectable<ModeTables['payment_methods']>;

type Kept = 'type' | 'last4' | 'exp_month' | 'exp_year' | 'gateway' | 'token_sealed';

/** A payment method that may be charged: its card and the gateway's token are known. */
export type UsableMethod = PaymentMethod & {
  readonly [Column in Kept]: NonNullable<PaymentMethod[Column]>;
};

type Wanted = {
  readonly id: string;
  /** The customer it must belong to; undefined: any. */
  readonly customerId?: string | undefined;
  /** By the merchant's clock: an expired card is not charged, even before the job has marked it as expired. */
  readonly now: Date;
};

/**
 * The saved card, if it may be charged now: it is active, not past its last month, and belongs to this customer. Undefined
 * also if there is no such card; `findPaymentMethod` tells the two apart.
 */
export async function findUsableMethod(
  db: Db,
  merchantId: MerchantId,
  wanted: Wanted,
): Promise<UsableMethod | undefined> {
  return usable(await findPaymentMethod(db, merchantId, wanted.id), wanted);
}

/** Like findUsableMethod, but locks: the method cannot be deleted before this transaction ends. */
export async function lockUsableMethod(
  tx: Tx,
  merchantId: MerchantId,
  wanted: Wanted,
): Promise<UsableMethod | undefined> {
  return usable(await lockPaymentMethod(tx, merchantId, wanted.id), wanted);
}

function usable(method: PaymentMethod | undefined, { customerId, now }: Wanted): UsableMethod | undefined {
  if (method === undefined || !isCharged(method)) return undefined;
  if (customerId !== undefined && method.customer_id !== customerId) return undefined;
  return cardEndsAt({ month: method.exp_month, year: method.exp_year }) > now ? method : undefined;
}

function isCharged(method: PaymentMethod): method is UsableMethod {
  return method.status === 'active' && method.token_sealed !== null;
}

/** Finds deleted payment methods too. */
export function findPaymentMethod(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<PaymentMethod | undefined> {
  return methodsOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

export function lockPaymentMethod(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
): Promise<PaymentMethod | undefined> {
  return methodsOf(tx, merchantId).where('id', '=', id).forUpdate().executeTakeFirst();
}

function methodsOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('payment_methods').selectAll().where('merchant_id', '=', merchantId);
}

/** The payment methods of one customer or of all, without deleted ones. Newest first: ids are UUIDv7. */
export function findPaymentMethods(
  db: Db,
  merchantId: MerchantId,
  { customerId }: { readonly customerId: string | undefined },
  page: WantedRows,
): Promise<PaymentMethod[]> {
  let methods = methodsOf(db, merchantId).where('status', '<>', 'deleted');
  if (customerId !== undefined) methods = methods.where('customer_id', '=', customerId);
  if (page.after !== undefined) methods = methods.where('id', '<', page.after);
  return methods.orderBy('id', 'desc').limit(page.rows).execute();
}

/** The ids of a customer's payment methods, without deleted ones. */
export async function findMethodIdsOf(
  db: Db,
  merchantId: MerchantId,
  customerId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function insertPaymentMethod(
  tx: Tx,
  merchantId: MerchantId,
  method: Omit<Insertable<ModeTables['payment_methods']>, 'merchant_id'>,
): Promise<PaymentMethod> {
  return tx
    .insertInto('payment_methods')
    .values({ ...method, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes what a renewed card shows. Its token stays. */
export function changeCard(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  card: Pick<PaymentMethod, 'exp_month' | 'exp_year' | 'last4'>,
): Promise<PaymentMethod> {
  return tx
    .updateTable('payment_methods')
    .set(card)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
