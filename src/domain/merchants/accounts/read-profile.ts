import type { Context } from '../../../engine/context.ts';
import type { Principal } from '../../../engine/principal.ts';
import { type KycStatus, kycOf } from '../onboarding/kyc.ts';
import { findProfile, type ProfileRow } from './queries.ts';

type Profile = {
  readonly row: ProfileRow;
  readonly kyc: { readonly tier: number; readonly status: KycStatus };
};

/** The merchant, the app of the key, and the KYC of the key's mode. Undefined: the merchant is gone. Spec: "Authentication". */
export async function readProfile(
  ctx: Context,
  { merchantId, appId }: Principal,
): Promise<Profile | undefined> {
  const row = await findProfile(ctx.platform, merchantId, appId);
  return row && { row, kyc: await kycOf(ctx.db, merchantId, row.kyc_tier) };
}
