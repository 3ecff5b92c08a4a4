import type { PlatformDb } from '../../../platform/db/database.ts';
import { changeMerchant, type MerchantOf } from '../changes/change-merchant.ts';
import { writeMerchantStatus } from './queries.ts';

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
