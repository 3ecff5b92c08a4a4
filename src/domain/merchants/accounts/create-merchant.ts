import { registryVersion } from '../../../../generated/event-registry.ts';
import { type Feature, values } from '../../../../generated/values.ts';
import { type MerchantId, type Mode, merchantId } from '../../../engine/principal.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { firstEventTypes } from '../../notices/endpoints/event-types.ts';
import { newWebhookSecret, webhookSecretPurpose } from '../../notices/signatures/signature.ts';
import { firstPermissions, newKey } from '../keys/api-keys.ts';
import { newTotpSecret, totpPurpose } from '../second-factor/second-factor.ts';
import { insertMerchantAcrossMerchants } from './queries.ts';

export type WantedMerchant = {
  readonly businessName: string;
  readonly email: string;
  /** Two capital letters. */
  readonly country: string;
  readonly kycTier: number;
  /** The mode of the first app. */
  readonly mode: Mode;
  /** Absent: all on in the sandbox, all off in live. */
  readonly features?: readonly Feature[];
  readonly rateLimit: number;
  readonly webhookUrl: string | null;
  /** Absent: completed and declined captures. */
  readonly eventTypes?: readonly string[];
  /** Whether they must give one-time codes from the start. */
  readonly totp: boolean;
};

/** Shown once: the database has only hashes and sealed texts of the keys and secrets. */
export type CreatedMerchant = {
  readonly merchantId: MerchantId;
  readonly appId: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly restrictedKey: string;
  readonly webhookSecret: string;
  readonly totpSecret: string | undefined;
};

/**
 * Creates a merchant with one app, its webhook endpoint and a key of each kind, in one transaction.
 *
 * @throws KYC_REQUIRED a live app needs a merchant of tier 1 or more
 *
 * Spec: "Authentication", "Delivery and retry". Decision 0017.
 */
export async function createMerchant(
  platform: PlatformDb,
  secrets: Secrets,
  wanted: WantedMerchant,
): Promise<CreatedMerchant> {
  if (wanted.mode === 'live' && wanted.kycTier < 1) {
    throw new ApiError('KYC_REQUIRED', { details: { required_kyc_tier: 1 } });
  }
  const id = merchantId(newId());
  const appId = newId();
  const holder = { merchantId: id, appId, mode: wanted.mode };
  const secret = newKey(holder, 'secret');
  const restricted = newKey(holder, 'restricted', firstPermissions());
  const open = newKey(holder, 'public');
  const webhookSecret = newWebhookSecret();
  const totpSecret = wanted.totp ? newTotpSecret() : undefined;
  await inPlatformTransaction(platform, (tx) =>
    insertMerchantAcrossMerchants(tx, {
      merchant: merchantRow(id, wanted),
      app: appRow(holder, wanted),
      endpoint: {
        app_id: appId,
        merchant_id: id,
        url: wanted.webhookUrl,
        event_types: [...(wanted.eventTypes ?? firstEventTypes)],
        secret_sealed: secrets.seal(webhookSecret, webhookSecretPurpose),
      },
      keys: [secret.row, restricted.row, open.row],
      twoFactor:
        totpSecret === undefined
          ? undefined
          : { merchant_id: id, secret_sealed: secrets.seal(totpSecret, totpPurpose) },
    }),
  );
  const keys = { secretKey: secret.key, publicKey: open.key, restrictedKey: restricted.key };
  return { merchantId: id, appId, ...keys, webhookSecret, totpSecret };
}

function merchantRow(id: MerchantId, wanted: WantedMerchant) {
  const { businessName, email, country, kycTier } = wanted;
  return { id, business_name: businessName, email, country, kyc_tier: kycTier };
}

function appRow(app: { merchantId: MerchantId; appId: string; mode: Mode }, wanted: WantedMerchant) {
  const usual = wanted.mode === 'sandbox' ? values.Feature : [];
  return {
    id: app.appId,
    merchant_id: app.merchantId,
    name: wanted.businessName,
    mode: app.mode,
    features: [...(wanted.features ?? usual)],
    api_version: registryVersion,
    rate_limit: wanted.rateLimit,
  };
}
