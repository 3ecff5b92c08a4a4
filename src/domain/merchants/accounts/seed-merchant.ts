import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { usualLimits } from '../access/limits.ts';
import { type CreatedMerchant, createMerchant, type WantedMerchant } from './create-merchant.ts';

const usual: WantedMerchant = {
  businessName: 'Demo Shop',
  email: 'owner@example.test',
  country: 'ZW',
  kycTier: 1,
  mode: 'sandbox',
  rateLimit: usualLimits.default.limit,
  webhookUrl: null,
  totp: false,
};

/**
 * Creates a merchant to try things with: approved and with every feature, unless `about` says otherwise.
 *
 * Decision 0017.
 */
export function seedMerchant(
  platform: PlatformDb,
  secrets: Secrets,
  about: Partial<WantedMerchant> = {},
  by?: string,
): Promise<CreatedMerchant> {
  return createMerchant(platform, secrets, { ...usual, ...about }, by);
}
