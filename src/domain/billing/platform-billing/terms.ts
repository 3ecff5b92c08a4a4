import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { type Amount, amountOf, percentage } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { findMerchantPlan } from './plan-queries.ts';

/** The platform bills in one currency only. */
export const platformCurrency: Currency = 'USD';

/** What a month costs a merchant. */
export type PlatformTerms = {
  readonly plan: string;
  readonly name: string;
  readonly amount: Amount;
  /** 15 % is 1500. */
  readonly taxBasisPoints: number;
  readonly tax: Amount;
  readonly total: Amount;
};

/**
 * What a month costs a merchant now: the price and the tax of their plan, unless they have their own. The tax is rounded half-up to
 * the cent.
 *
 * Decision 0083.
 */
export async function platformTerms(platform: PlatformDb, merchantId: MerchantId): Promise<PlatformTerms> {
  const found = await findMerchantPlan(platform, merchantId);
  const amount = amountOf(found.own_amount ?? found.amount);
  const taxBasisPoints = found.own_tax_basis_points ?? found.tax_basis_points;
  const tax = percentage(amount, taxBasisPoints, platformCurrency);
  return {
    plan: found.plan,
    name: found.name,
    amount,
    taxBasisPoints,
    tax,
    total: amountOf(amount + tax),
  };
}
