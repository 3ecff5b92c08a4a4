import type { Selectable } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';

export type PlatformPlan = Selectable<PlatformTables['platform_plans']>;

/** The plan of merchants without a plan of their own. */
const usualPlan = 'standard';

/** The plan of a merchant, with the price and the rate of tax that are the merchant's own; null: the plan's count. */
export async function findMerchantPlan(platform: PlatformDb, merchantId: MerchantId) {
  return await platform
    .selectFrom('platform_plans as p')
    .leftJoin('merchant_plans as m', (join) => join.on('m.merchant_id', '=', merchantId))
    .select([
      'p.plan',
      'p.name',
      'p.amount',
      'p.tax_basis_points',
      'm.amount as own_amount',
      'm.tax_basis_points as own_tax_basis_points',
    ])
    .where((eb) => eb('p.plan', '=', eb.fn.coalesce('m.plan', eb.val(usualPlan))))
    .executeTakeFirstOrThrow();
}

export type MerchantPlan = Awaited<ReturnType<typeof findMerchantPlan>>;

export function listPlansAcrossMerchants(platform: PlatformDb): Promise<PlatformPlan[]> {
  return platform.selectFrom('platform_plans').selectAll().orderBy('plan').execute();
}

export function findPlanAcrossMerchants(
  platform: PlatformDb,
  plan: string,
): Promise<PlatformPlan | undefined> {
  return platform
    .selectFrom('platform_plans')
    .selectAll()
    .where('plan', '=', plan)
    .forUpdate()
    .executeTakeFirst();
}

type PlanTerms = Pick<PlatformPlan, 'plan' | 'name' | 'amount' | 'tax_basis_points'>;

/** Creates the plan, or sets its name, price and tax. */
export async function writePlanAcrossMerchants(
  platform: PlatformDb,
  terms: PlanTerms,
  change: { readonly by: string; readonly at: Date },
): Promise<void> {
  const changed = { changed_by: change.by, changed_at: change.at };
  await platform
    .insertInto('platform_plans')
    .values({ ...terms, ...changed })
    .onConflict((conflict) => conflict.column('plan').doUpdateSet({ ...terms, ...changed }))
    .execute();
}

export type OwnTerms = {
  readonly plan: string;
  readonly amount: bigint | null;
  readonly tax_basis_points: number | null;
};

export async function writeMerchantPlan(
  platform: PlatformDb,
  merchantId: MerchantId,
  terms: OwnTerms,
): Promise<void> {
  await platform
    .insertInto('merchant_plans')
    .values({ ...terms, merchant_id: merchantId })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(terms))
    .execute();
}
