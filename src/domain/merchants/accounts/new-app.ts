import { registryVersion } from '../../../../generated/event-registry.ts';
import { type Feature, values } from '../../../../generated/values.ts';
import type { MerchantId, Mode } from '../../../engine/principal.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { firstEventTypes } from '../../notices/endpoints/event-types.ts';
import { newWebhookSecret, webhookSecretPurpose } from '../../notices/signatures/signature.ts';
import { firstPermissions, newKey } from '../keys/api-keys.ts';
import type { AppRows } from './queries.ts';

export type WantedApp = {
  readonly name: string;
  readonly mode: Mode;
  /** Absent: all on in the sandbox, all off in live. */
  readonly features?: readonly Feature[];
  readonly rateLimit: number;
  readonly webhookUrl: string | null;
  /** Absent: completed and declined captures. */
  readonly eventTypes?: readonly string[];
};

/** Shown once: the database has only hashes and sealed texts of the keys and secrets. */
export type CreatedApp = {
  readonly appId: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly restrictedKey: string;
  readonly webhookSecret: string;
};

/** @throws KYC_REQUIRED a live app needs a merchant of tier 1 or more */
export function refuseLiveWithoutKyc(mode: Mode, kycTier: number): void {
  if (mode === 'live' && kycTier < 1) {
    throw new ApiError('KYC_REQUIRED', { details: { required_kyc_tier: 1 } });
  }
}

/** The rows of a new app, with its webhook endpoint and a key of each kind, and what is shown of them. Spec: "Authentication". */
export function newApp(
  secrets: Secrets,
  merchantId: MerchantId,
  wanted: WantedApp,
): { readonly rows: AppRows; readonly created: CreatedApp } {
  const appId = newId();
  const holder = { merchantId, appId, mode: wanted.mode };
  const secret = newKey(holder, 'secret');
  const restricted = newKey(holder, 'restricted', firstPermissions());
  const open = newKey(holder, 'public');
  const webhookSecret = newWebhookSecret();
  const rows = {
    app: appRow(holder, wanted),
    endpoint: {
      app_id: appId,
      merchant_id: merchantId,
      url: wanted.webhookUrl,
      event_types: [...(wanted.eventTypes ?? firstEventTypes)],
      secret_sealed: secrets.seal(webhookSecret, webhookSecretPurpose),
    },
    keys: [secret.row, restricted.row, open.row],
  };
  const keys = { secretKey: secret.key, publicKey: open.key, restrictedKey: restricted.key };
  return { rows, created: { appId, ...keys, webhookSecret } };
}

function appRow(app: { merchantId: MerchantId; appId: string; mode: Mode }, wanted: WantedApp) {
  const usual = wanted.mode === 'sandbox' ? values.Feature : [];
  return {
    id: app.appId,
    merchant_id: app.merchantId,
    name: wanted.name,
    mode: app.mode,
    features: [...(wanted.features ?? usual)],
    api_version: registryVersion,
    rate_limit: wanted.rateLimit,
  };
}
