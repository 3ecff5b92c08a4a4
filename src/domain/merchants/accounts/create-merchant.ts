import { type MerchantId, merchantId } from '../../../engine/principal.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { insertOperatorChange } from '../changes/queries.ts';
import { newTotpSecret, totpPurpose } from '../second-factor/second-factor.ts';
import { type CreatedApp, newApp, refuseLiveWithoutKyc, type WantedApp } from './new-app.ts';
import { insertMerchantAcrossMerchants } from './queries.ts';

export type WantedMerchant = Omit<WantedApp, 'name'> & {
  readonly businessName: string;
  readonly email: string;
  /** Two capital letters. */
  readonly country: string;
  readonly kycTier: number;
  /** Whether they must give one-time codes from the start. */
  readonly totp: boolean;
};

/** Shown once: the database has only hashes and sealed texts of the keys and secrets. */
export type CreatedMerchant = CreatedApp & {
  readonly merchantId: MerchantId;
  readonly totpSecret: string | undefined;
};

/**
 * Creates a merchant with one app, its webhook endpoint and a key of each kind, in one transaction.
 *
 * @param by the operator who does it; absent: the service itself, on its first start
 * @throws KYC_REQUIRED a live app needs a merchant of tier 1 or more
 *
 * Spec: "Authentication", "Delivery and retry". Decision 0017.
 */
export async function createMerchant(
  platform: PlatformDb,
  secrets: Secrets,
  wanted: WantedMerchant,
  by?: string,
): Promise<CreatedMerchant> {
  const { businessName, email, country, kycTier } = wanted;
  refuseLiveWithoutKyc(wanted.mode, kycTier);
  const id = merchantId(newId());
  const { rows, created } = newApp(secrets, id, { ...wanted, name: businessName });
  const totpSecret = wanted.totp ? newTotpSecret() : undefined;
  const merchant = { id, business_name: businessName, email, country, kyc_tier: kycTier };
  const twoFactor =
    totpSecret === undefined
      ? undefined
      : { merchant_id: id, secret_sealed: secrets.seal(totpSecret, totpPurpose) };
  await inPlatformTransaction(platform, async (tx) => {
    await insertMerchantAcrossMerchants(tx, { merchant, ...rows, twoFactor });
    if (by !== undefined) await rememberCreation(tx, id, { ...wanted, appId: created.appId, by });
  });
  return { merchantId: id, ...created, totpSecret };
}

type Creation = WantedMerchant & { readonly appId: string; readonly by: string };

async function rememberCreation(
  tx: PlatformDb,
  id: MerchantId,
  { appId, by, mode, kycTier, totp }: Creation,
): Promise<void> {
  const details = { mode, kyc_tier: kycTier, totp };
  await insertOperatorChange(tx, id, { changeId: newId(), appId, action: 'merchant.created', details, by });
}
