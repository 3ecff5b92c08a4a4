import { type Insertable, sql } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

const keysByHash = prepared<{ hashes: readonly Buffer[] }, PlatformTables>()((db, p) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('api_apps as a', 'a.id', 'k.app_id')
    .innerJoin('merchants as m', 'm.id', 'k.merchant_id')
    .select([
      'k.id',
      'k.hash',
      'k.merchant_id',
      'k.app_id',
      'k.kind',
      'k.prefix',
      'k.last4',
      'k.permissions',
      'k.revoked_at',
      'k.expires_at',
      'a.mode',
      'a.features',
      'a.api_version',
      'a.rate_limit',
      'm.kyc_tier',
      'm.status',
    ])
    .where(sql<boolean>`k.hash = ANY (${p.hashes}::bytea[])`),
);

export type KeyRow = Awaited<ReturnType<typeof keysByHash>>[number];

/** Finds the apps and merchants of keys. It spans merchants, since the merchant of a key is known only afterwards. */
export async function findKeysAcrossMerchants(
  platform: PlatformDb,
  hashes: readonly Buffer[],
): Promise<readonly KeyRow[]> {
  return await keysByHash(platform, { hashes });
}

const listed = [
  'k.id',
  'k.merchant_id',
  'k.app_id',
  'a.mode',
  'k.kind',
  'k.prefix',
  'k.last4',
  'k.permissions',
  'k.revoked_at',
  'k.expires_at',
  'k.created_at',
  sql<boolean>`k.revoked_at IS NULL AND coalesce(k.expires_at > now(), true)`.as('valid'),
] as const;

function keysWithApps(platform: PlatformDb) {
  return platform.selectFrom('api_keys as k').innerJoin('api_apps as a', 'a.id', 'k.app_id').select(listed);
}

/** The keys of an app, in the order they were made. */
export function listKeys(platform: PlatformDb, merchantId: MerchantId, appId: string) {
  return keysWithApps(platform)
    .where('k.merchant_id', '=', merchantId)
    .where('k.app_id', '=', appId)
    .orderBy('k.id')
    .execute();
}

/** The valid keys of an app, and those that were made last of the others: at most `most`, in the order they were made. */
export async function listNewestKeys(
  platform: PlatformDb,
  merchantId: MerchantId,
  appId: string,
  most: number,
): Promise<ListedKey[]> {
  const keys = await keysWithApps(platform)
    .where('k.merchant_id', '=', merchantId)
    .where('k.app_id', '=', appId)
    .orderBy('valid', 'desc')
    .orderBy('k.id', 'desc')
    .limit(most)
    .execute();
  return keys.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Undefined if the app has no such key. */
export function findKeyOfApp(
  platform: PlatformDb,
  merchantId: MerchantId,
  { appId, keyId }: { readonly appId: string; readonly keyId: string },
): Promise<ListedKey | undefined> {
  return keysWithApps(platform)
    .where('k.merchant_id', '=', merchantId)
    .where('k.app_id', '=', appId)
    .where('k.id', '=', keyId)
    .executeTakeFirst();
}

/** For operators, who know the id of a key but not its merchant. */
export function findKeyAcrossMerchants(platform: PlatformDb, keyId: string) {
  return keysWithApps(platform).where('k.id', '=', keyId).executeTakeFirst();
}

export type ListedKey = NonNullable<Awaited<ReturnType<typeof findKeyAcrossMerchants>>>;

/** A key as it is now; read it under the lock of its app. */
export function findKey(tx: PlatformDb, merchantId: MerchantId, keyId: string) {
  return keysWithApps(tx)
    .where('k.merchant_id', '=', merchantId)
    .where('k.id', '=', keyId)
    .executeTakeFirstOrThrow();
}

export async function insertKey(
  tx: PlatformDb,
  merchantId: MerchantId,
  row: Omit<Insertable<PlatformTables['api_keys']>, 'merchant_id'>,
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({ ...row, merchant_id: merchantId })
    .execute();
}

export async function writeRevocation(tx: PlatformDb, merchantId: MerchantId, keyId: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', keyId)
    .execute();
}

/** @returns until when the key is valid */
export async function writeExpiry(
  tx: PlatformDb,
  merchantId: MerchantId,
  keyId: string,
  hours: number,
): Promise<Date | null> {
  const { expires_at: until } = await tx
    .updateTable('api_keys')
    .set({ expires_at: sql<Date>`now() + ${hours} * interval '1 hour'` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', keyId)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return until;
}

export async function writePermissions(
  tx: PlatformDb,
  merchantId: MerchantId,
  keyId: string,
  permissions: readonly string[],
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ permissions: [...permissions] })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', keyId)
    .execute();
}
