import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type Plan = Selectable<ModeTables['plans']>;

export function insertPlan(
  tx: Tx,
  merchantId: MerchantId,
  plan: Omit<Insertable<ModeTables['plans']>, 'merchant_id'>,
): Promise<Plan> {
  return tx
    .insertInto('plans')
    .values({ ...plan, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findPlan(db: Db, merchantId: MerchantId, id: string): Promise<Plan | undefined> {
  return plansOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

export function lockPlan(tx: Tx, merchantId: MerchantId, id: string): Promise<Plan | undefined> {
  // The weaker lock: the foreign key of a new subscription points to the plan, and must not wait for an edit of it.
  return plansOf(tx, merchantId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

function plansOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('plans').selectAll().where('merchant_id', '=', merchantId);
}

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findPlans(
  db: Db,
  merchantId: MerchantId,
  { status }: { readonly status?: Plan['status'] | undefined },
  page: WantedRows,
): Promise<Plan[]> {
  let plans = plansOf(db, merchantId);
  if (status) plans = plans.where('status', '=', status);
  if (page.after !== undefined) plans = plans.where('id', '<', page.after);
  return plans.orderBy('id', 'desc').limit(page.rows).execute();
}

/** Id → name, of the plans that a list shows. */
export async function findPlanNames(
  db: Db,
  merchantId: MerchantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const plans = await db
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .limit(ids.length)
    .execute();
  return new Map(plans.map(({ id, name }) => [id, name]));
}

export function changePlan(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  changes: Pick<Plan, 'name' | 'description'>,
): Promise<Plan> {
  return tx
    .updateTable('plans')
    .set(changes)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
