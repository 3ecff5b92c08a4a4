import type { PlatformDb } from '../../../platform/db/database.ts';
import { changeMerchant, type MerchantOf } from '../changes/change-merchant.ts';
import { type Business, writeBusiness, writeMerchantStatus } from './queries.ts';

/**
 * Suspends a merchant: their keys are refused with ACCOUNT_SUSPENDED, their pages begin no payment, and their subscriptions are
 * not collected. What has begun goes on to its end: payments, refunds, payouts, deliveries.
 *
 * @returns false if they were suspended already
 * @throws NOT_FOUND there is no such merchant
 *
 * Decision 0057.
 */
export function suspendMerchant(platform: PlatformDb, of: MerchantOf, reason?: string): Promise<boolean> {
  return changeStatus(platform, of, { status: 'suspended', action: 'merchant.suspended', reason });
}

/**
 * Ends the suspension of a merchant.
 *
 * @returns false if they were not suspended
 * @throws NOT_FOUND there is no such merchant
 *
 * Decision 0057.
 */
export function reopenMerchant(platform: PlatformDb, of: MerchantOf, reason?: string): Promise<boolean> {
  return changeStatus(platform, of, { status: 'active', action: 'merchant.reopened', reason });
}

type Wanted = {
  readonly status: 'active' | 'suspended';
  readonly action: 'merchant.suspended' | 'merchant.reopened';
  readonly reason: string | undefined;
};

function changeStatus(
  platform: PlatformDb,
  of: MerchantOf,
  { status, action, reason }: Wanted,
): Promise<boolean> {
  return changeMerchant(platform, of, async (tx, merchant) => {
    if (merchant.status === status) return { result: false };
    await writeMerchantStatus(tx, of.merchantId, status);
    return { entry: { action, details: reason === undefined ? {} : { reason } }, result: true };
  });
}

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
