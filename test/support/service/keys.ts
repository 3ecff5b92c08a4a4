import { registryVersion } from '../../../generated/event-registry.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { newKey } from '../../../src/domain/merchants/keys/api-keys.ts';
import type { KeyKind, Mode } from '../../../src/engine/principal.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { App } from './app.ts';

type Wanted = {
  readonly kind: KeyKind;
  readonly permissions?: readonly string[];
  readonly mode?: Mode;
  readonly revokedAt?: Date;
  readonly expiresAt?: Date;
};

/** Inserts another key of a merchant's app. */
export async function aKey(app: App, merchant: CreatedMerchant, wanted: Wanted): Promise<string> {
  const { merchantId, appId } = merchant;
  const made = newKey({ merchantId, appId, mode: wanted.mode ?? 'sandbox' }, wanted.kind, wanted.permissions);
  const row = { ...made.row, revoked_at: wanted.revokedAt ?? null, expires_at: wanted.expiresAt ?? null };
  await app.database.databases.platform.insertInto('api_keys').values(row).execute();
  return made.key;
}

/** A key with a wrong last character. */
export function mistyped(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

/** Inserts a live app for a merchant who has a sandbox app, and returns its key. */
export async function aLiveKey(app: App, merchant: CreatedMerchant): Promise<string> {
  const appId = newId();
  await app.database.databases.platform
    .insertInto('api_apps')
    .values({
      id: appId,
      merchant_id: merchant.merchantId,
      name: 'Live',
      mode: 'live',
      api_version: registryVersion,
      rate_limit: 100_000,
    })
    .execute();
  return await aKey(app, { ...merchant, appId }, { kind: 'secret', mode: 'live' });
}
