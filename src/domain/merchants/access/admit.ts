import type { OperationFacts } from '../../../../generated/operations.ts';
import type { Principal } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { kycTierOf } from '../onboarding/kyc.ts';
import { findPlatformStanding } from './standing-queries.ts';

/** What an operation requires of its caller, as the contract of the caller's version says. */
export type Gates = Pick<
  OperationFacts,
  'keyKinds' | 'permission' | 'mode' | 'feature' | 'kyc' | 'platformBilling'
>;

/**
 * Checks the gates of an operation in the order of the contract: account, kind of key, permission, mode, feature, KYC, the platform's
 * invoices.
 *
 * @throws ACCOUNT_SUSPENDED, PUBLIC_KEY_NOT_ALLOWED, INSUFFICIENT_PERMISSIONS, TEST_MODE_ONLY, FEATURE_DISABLED,
 *         KYC_REQUIRED, PLATFORM_INVOICE_OVERDUE, each naming in `details` what is missing
 *
 * Spec: "Authentication". Decision 0006.
 */
export async function admit(gates: Gates, principal: Principal, db: Db): Promise<void> {
  if (principal.suspended) throw new ApiError('ACCOUNT_SUSPENDED');
  admitKey(gates, principal);
  if (gates.mode !== undefined && gates.mode !== principal.mode) throw new ApiError('TEST_MODE_ONLY');
  if (gates.feature !== undefined && !principal.features.includes(gates.feature)) {
    throw new ApiError('FEATURE_DISABLED', { details: { required_feature: gates.feature } });
  }
  if (gates.kyc !== undefined && (await kycTierOf(db, principal.merchantId, principal.kycTier)) < gates.kyc) {
    throw new ApiError('KYC_REQUIRED', { details: { required_kyc_tier: gates.kyc } });
  }
  if (gates.platformBilling !== undefined) await refuseOverdue(principal, db);
}

/**
 * Refuses merchants whose invoices of the platform are long overdue. In the sandbox nothing is refused: its clock is turned by
 * months, and its balance is empty most of the time. Decision 0083.
 *
 * @throws PLATFORM_INVOICE_OVERDUE `details.past_due_since`
 */
export async function refuseOverdue(
  { mode, merchantId }: Pick<Principal, 'mode' | 'merchantId'>,
  db: Db,
): Promise<void> {
  if (mode !== 'live') return;
  const standing = await findPlatformStanding(db, merchantId);
  if (standing?.status !== 'restricted') return;
  const details = { past_due_since: standing.past_due_at?.toISOString() };
  throw new ApiError('PLATFORM_INVOICE_OVERDUE', { details });
}

function admitKey({ keyKinds, permission }: Gates, { kind, permissions }: Principal): void {
  if (!keyKinds.includes(kind)) throw new ApiError('PUBLIC_KEY_NOT_ALLOWED');
  if (kind === 'restricted' && permission !== undefined && !permissions.includes(permission)) {
    throw new ApiError('INSUFFICIENT_PERMISSIONS', { details: { required_permission: permission } });
  }
}
