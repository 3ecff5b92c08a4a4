import type { WantedMerchant } from '../../domain/merchants/accounts/create-merchant.ts';
import type { CreatedApp } from '../../domain/merchants/accounts/new-app.ts';
import { seedMerchant } from '../../domain/merchants/accounts/seed-merchant.ts';
import type { Databases } from '../../platform/db/database.ts';
import { showId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** The ids, keys and secrets of a new merchant, by the names of `demo.json` and of `mps merchant create --json`. */
export type Credentials = {
  readonly merchant_id: string;
  readonly app_id: string;
  readonly secret_key: string;
  readonly public_key: string;
  readonly restricted_key: string;
  readonly webhook_secret: string;
  /** Only for a merchant who is enrolled in one-time codes. */
  readonly totp_secret?: string;
};

type Place = {
  readonly databases: Pick<Databases, 'platform'>;
  readonly secrets: Secrets;
  /** The operator who does it. */
  readonly by?: string;
};

/**
 * Creates a merchant with one app, for the first start and for `mps merchant create`. What it returns cannot be read again:
 * the database keeps hashes and sealed texts only.
 *
 * Decision 0017.
 */
export async function newMerchant(
  { databases, secrets, by }: Place,
  wanted: Partial<WantedMerchant> = {},
): Promise<Credentials> {
  const created = await seedMerchant(databases.platform, secrets, wanted, by);
  return {
    merchant_id: showId('mer', created.merchantId),
    ...shownCredentials(created),
    ...(created.totpSecret !== undefined && { totp_secret: created.totpSecret }),
  };
}

/** The id, keys and secret of a new app. */
export function shownCredentials(created: CreatedApp) {
  return {
    app_id: showId('app', created.appId),
    secret_key: created.secretKey,
    public_key: created.publicKey,
    restricted_key: created.restrictedKey,
    webhook_secret: created.webhookSecret,
  };
}
