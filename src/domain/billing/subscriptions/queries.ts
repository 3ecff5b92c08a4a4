import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type Subscription = Selectable<ModeTables['subscriptions']>;

export function insertSubscription(
  tx: Tx,
  merchantId: MerchantId,
  subscription: Omit<Insertable<ModeTables['subscriptions']>, 'merchant_id'>,
): Promise<Subscription> {
  return tx
    .insertInto('subscriptions')
    .values({ ...subscription, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findSubscription(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<Subscription | undefined> {
  return subscriptionsOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** Lock order: the subscription before its invoices, in every transaction that takes both. */
export function lockSubscription(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
): Promise<Subscription | undefined> {
  return subscriptionsOf(tx, merchantId).where('id', '=', id).forUpdate().executeTakeFirst();
}

function subscriptionsOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('subscriptions').selectAll().where('merchant_id', '=', merchantId);
}

type SubscriptionFilters = {
  readonly status?: Subscription['status'] | undefined;
  readonly customerId?: string | undefined;
  readonly planId?: string | undefined;
};

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findSubscriptions(
  db: Db,
  merchantId: MerchantId,
  { status, customerId, planId }: SubscriptionFilters,
  page: WantedRows,
): Promise<Subscription[]> {
  let subscriptions = subscriptionsOf(db, merchantId);
  if (status) subscriptions = subscriptions.where('status', '=', status);
  if (customerId !== undefined) subscriptions = subscriptions.where('customer_id', '=', customerId);
  if (planId !== undefined) subscriptions = subscriptions.where('plan_id', '=', planId);
  if (page.after !== undefined) subscriptions = subscriptions.where('id', '<', page.after);
  return subscriptions.orderBy('id', 'desc').limit(page.rows).execute();
}

/** Every column that may change, except the status: only `move()` writes that. */
export type SubscriptionChanges = Partial<Omit<Subscription, 'merchant_id' | 'id' | 'status'>> & {
  readonly updated_at: Date;
};

export function changeSubscription(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  changes: SubscriptionChanges,
): Promise<Subscription> {
  return tx
    .updateTable('subscriptions')
    .set(changes)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
