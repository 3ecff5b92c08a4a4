import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { cardEndsAt } from '../../money/gateways/card-number.ts';

export type PaymentMethod = Selectable<ModeTables['payment_methods']>;

type Kept = 'type' | 'last4' | 'exp_month' | 'exp_year' | 'gateway' | 'token_sealed';

/** One that may be charged: its card is known, and the gateway's token is there. */
export type UsableMethod = PaymentMethod & {
  readonly [Column in Kept]: NonNullable<PaymentMethod[Column]>;
};

type Wanted = {
  readonly id: string;
  /** Whose card it must be; absent: whoever's. */
  readonly customerId?: string | undefined;
  /** Business time: a card whose expiry month is over is not charged, whether or not the job has come by. */
  readonly now: Date;
};

/**
 * The saved card, if it may be charged now: active, its month not over, and this customer's. Undefined is the caller's
 * `PAYMENT_METHOD_NOT_USABLE`; whether there is such a card at all, `findPaymentMethod` says.
 */
export async function findUsableMethod(
  db: Db,
  merchantId: MerchantId,
  wanted: Wanted,
): Promise<UsableMethod | undefined> {
  return usable(await findPaymentMethod(db, merchantId, wanted.id), wanted);
}

/** As findUsableMethod; nobody deletes it before this transaction ends. */
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

/** A deleted one is found too. */
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

/** Of one customer, or of all; deleted ones are left out. Newest first: ids are UUIDv7. */
export function findPaymentMethods(
  db: Db,
  merchantId: MerchantId,
  { customerId }: { readonly customerId: string | undefined },
  page: { readonly after: string | undefined; readonly rows: number },
): Promise<PaymentMethod[]> {
  let methods = methodsOf(db, merchantId).where('status', '<>', 'deleted');
  if (customerId !== undefined) methods = methods.where('customer_id', '=', customerId);
  if (page.after !== undefined) methods = methods.where('id', '<', page.after);
  return methods.orderBy('id', 'desc').limit(page.rows).execute();
}

/** The ids of all that a customer has not deleted. */
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
