import type { PlatformDb } from '../../../platform/db/database.ts';
import { changeMerchant, type MerchantOf } from '../changes/change-merchant.ts';
import { type Business, writeBusiness } from './queries.ts';

/**
 * Changes what a merchant is registered as, for support: their people cannot. The verification of a business with another name stays
 * as it was decided.
 *
 * @param wanted an absent field stays as it is
 * @returns false if nothing was different before
 * @throws NOT_FOUND there is no such merchant
 *
 * Decision 0057.
 */
export function setBusiness(
  platform: PlatformDb,
  of: MerchantOf,
  wanted: Partial<Business>,
  reason?: string,
): Promise<boolean> {
  return changeMerchant(platform, of, async (tx, { business_name, email, country }) => {
    const before: Business = { business_name, email, country };
    const after = { ...before, ...wanted };
    const names = (['business_name', 'email', 'country'] as const).filter(
      (name) => before[name] !== after[name],
    );
    if (names.length === 0) return { result: false };
    await writeBusiness(tx, of.merchantId, after);
    const only = (some: Business) => Object.fromEntries(names.map((name) => [name, some[name]]));
    const details = { before: only(before), after: only(after), ...(reason !== undefined && { reason }) };
    return { entry: { action: 'merchant.set', details }, result: true };
  });
}
