import {
  type CreatedMerchant,
  createMerchant,
  type WantedMerchant,
} from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { openDatabases } from '../../../src/platform/db/database.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';

export const aShop: WantedMerchant = {
  businessName: 'Corner Shop',
  email: 'owner@example.test',
  country: 'ZW',
  kycTier: 1,
  mode: 'sandbox',
  rateLimit: 1_000_000,
  webhookUrl: null,
  totp: false,
};

/** Makes a merchant in the database of a service that runs in processes of its own. */
export async function aMerchantIn(
  { url, secretKey }: { readonly url: string; readonly secretKey: string },
  about: Partial<WantedMerchant> = {},
): Promise<CreatedMerchant> {
  const databases = openDatabases({ url, secretKey, report: () => undefined });
  try {
    return await createMerchant(databases.platform, createSecrets(secretKey), { ...aShop, ...about });
  } finally {
    await databases.close();
  }
}
