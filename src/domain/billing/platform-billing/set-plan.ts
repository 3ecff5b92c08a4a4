import { now } from '../../../platform/clock.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { changeMerchant, type MerchantOf } from '../../merchants/changes/change-merchant.ts';
import { formatMoney2 } from '../../money/amounts/amount.ts';
import { formatPercent } from '../../money/amounts/percent.ts';
import {
  findMerchantPlan,
  findPlanAcrossMerchants,
  type MerchantPlan,
  type OwnTerms,
  type PlatformPlan,
  writeMerchantPlan,
  writePlanAcrossMerchants,
} from './plan-queries.ts';

/** What is absent stays as it is. */
type WantedPlan = {
  readonly plan: string;
  readonly name?: string | undefined;
  readonly amount?: bigint | undefined;
  readonly taxBasisPoints?: number | undefined;
};

/**
 * Creates a plan of the platform, or changes it. Months that end afterwards are billed by it; invoices that were made stay as they are.
 *
 * @returns undefined if the plan is new and its price is missing: nothing was written
 *
 * Decision 0083.
 */
export function setPlatformPlan(
  platform: PlatformDb,
  { plan, name, amount, taxBasisPoints }: WantedPlan,
  by: string,
): Promise<PlatformPlan | undefined> {
  return inPlatformTransaction(platform, async (tx) => {
    const before = await findPlanAcrossMerchants(tx, plan);
    const price = amount ?? before?.amount;
    if (price === undefined) return undefined;
    const terms = {
      plan,
      name: name ?? before?.name ?? plan,
      amount: price,
      tax_basis_points: taxBasisPoints ?? before?.tax_basis_points ?? 0,
    };
    await writePlanAcrossMerchants(tx, terms, { by, at: now() });
    return await findPlanAcrossMerchants(tx, plan);
  });
}

/**
 * Puts a merchant on a plan, with a price or a rate of tax of their own; without them the plan's count.
 *
 * @throws NOT_FOUND there is no such merchant, or no such plan
 *
 * Decision 0083.
 */
export function assignPlatformPlan(
  platform: PlatformDb,
  of: MerchantOf,
  { plan, amount = null, tax_basis_points = null }: Pick<OwnTerms, 'plan'> & Partial<OwnTerms>,
): Promise<MerchantPlan> {
  return changeMerchant(platform, of, async (tx) => {
    const before = await findMerchantPlan(tx, of.merchantId);
    if (!(await findPlanAcrossMerchants(tx, plan)))
      throw new ApiError('NOT_FOUND', { details: { resource: 'platform_plan' } });
    await writeMerchantPlan(tx, of.merchantId, { plan, amount, tax_basis_points });
    const result = await findMerchantPlan(tx, of.merchantId);
    const details = { before: shownTerms(before), after: shownTerms(result) };
    return { entry: { action: 'merchant.plan-set', details }, result };
  });
}

/** The terms in the words of the command line; a price and a tax of the merchant's own only if there are any. */
function shownTerms({ plan, own_amount: amount, own_tax_basis_points: tax }: MerchantPlan) {
  return {
    plan,
    ...(amount !== null && { price: formatMoney2(amount) }),
    ...(tax !== null && { tax: formatPercent(tax) }),
  };
}
