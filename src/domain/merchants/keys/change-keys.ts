import type { KeyKind, Mode } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { showId } from '../../../platform/ids.ts';
import { type AppOf, changeApp, TooMany } from '../changes/change-merchant.ts';
import { newKey } from './api-keys.ts';
import {
  findKey,
  insertKey,
  type ListedKey,
  listNewestKeys,
  writeExpiry,
  writePermissions,
  writeRevocation,
} from './queries.ts';

/** The key in full is shown once: the database has its hash. */
export type MadeKey = { readonly keyId: string; readonly key: string };

/** Of one app, as far as people make them: each key may call as often as the rate limit of the app says. */
const mostValidKeys = 20;

async function refuseTooMany(tx: PlatformDb, { from, merchantId, appId }: AppOf): Promise<void> {
  if (!from) return;
  const keys = await listNewestKeys(tx, merchantId, appId, mostValidKeys);
  if (keys.length === mostValidKeys && keys.every(({ valid }) => valid))
    throw new TooMany('valid keys', mostValidKeys);
}

/**
 * Gives an app another key.
 *
 * @param wanted `permissions` are those of a restricted key; the other kinds have none
 * @throws TooMany a person asks, and the app has 20 valid keys
 *
 * Spec: "Authentication". Decisions 0057 and 0093.
 */
export function createKey(
  platform: PlatformDb,
  of: AppOf,
  wanted: { readonly mode: Mode; readonly kind: KeyKind; readonly permissions: readonly string[] },
): Promise<MadeKey> {
  const { key, row } = newKey({ ...of, mode: wanted.mode }, wanted.kind, wanted.permissions);
  return changeApp(platform, of, async (tx) => {
    await refuseTooMany(tx, of);
    await insertKey(tx, of.merchantId, row);
    const { kind, permissions } = wanted;
    const details = { key_id: showId('key', row.id), kind, permissions };
    return {
      entry: { action: 'key.created', details },
      changed: ['api_keys'],
      result: { keyId: row.id, key },
    };
  });
}

/**
 * Makes a key invalid. Every process refuses it within the second for which it remembers keys.
 *
 * @returns false if it was not valid already
 *
 * Decisions 0020 and 0057.
 */
export function revokeKey(platform: PlatformDb, of: AppOf, keyId: string): Promise<boolean> {
  return changeApp(platform, of, async (tx) => {
    const { valid } = await findKey(tx, of.merchantId, keyId);
    if (!valid) return { changed: [], result: false };
    await writeRevocation(tx, of.merchantId, keyId);
    const details = { key_id: showId('key', keyId) };
    return { entry: { action: 'key.revoked', details }, changed: ['api_keys'], result: true };
  });
}

export type RolledKey =
  | (MadeKey & {
      readonly kind: 'rolled';
      /** Until when the previous key is valid; null: it is not valid any more. */
      readonly previousUntil: Date | null;
    })
  | { readonly kind: 'invalid' }
  | { readonly kind: 'rolled before'; readonly until: Date };

/**
 * Replaces a key by a new one of its kind and with its permissions. The previous key stays valid for some hours. A key that was
 * rolled before is refused, so that of two operators who roll it at once only one makes a key.
 *
 * @param keepHours how long the previous key stays valid; 0: it is revoked
 * @throws TooMany a person asks to keep the previous key for a while, and the app has 20 valid keys
 *
 * Decisions 0057 and 0093.
 */
export function rollKey(
  platform: PlatformDb,
  of: AppOf,
  { keyId, keepHours }: { readonly keyId: string; readonly keepHours: number },
): Promise<RolledKey> {
  return changeApp<RolledKey>(platform, of, async (tx) => {
    const previous = await findKey(tx, of.merchantId, keyId);
    if (!previous.valid) return { changed: [], result: { kind: 'invalid' } };
    if (previous.expires_at)
      return { changed: [], result: { kind: 'rolled before', until: previous.expires_at } };
    if (keepHours > 0) await refuseTooMany(tx, of);
    const { key, row } = newKey({ ...of, mode: previous.mode }, previous.kind, previous.permissions);
    await insertKey(tx, of.merchantId, row);
    const previousUntil = await endPrevious(tx, of, previous, keepHours);
    const details = {
      key_id: showId('key', row.id),
      previous: showId('key', keyId),
      previous_until: previousUntil,
    };
    return {
      entry: { action: 'key.rolled', details },
      changed: ['api_keys'],
      result: { kind: 'rolled', keyId: row.id, key, previousUntil },
    };
  });
}

async function endPrevious(
  tx: PlatformDb,
  { merchantId }: AppOf,
  { id }: ListedKey,
  keepHours: number,
): Promise<Date | null> {
  if (keepHours > 0) return await writeExpiry(tx, merchantId, id, keepHours);
  await writeRevocation(tx, merchantId, id);
  return null;
}

type PermissionsSet = 'set' | 'same' | 'unrestricted' | 'invalid';

/**
 * Sets the permissions of a restricted key; the key itself stays the same.
 *
 * @param precondition throws if the key, whose app is locked, is not as its caller decided on
 * @returns `same`: it has just these; `unrestricted`: the key is of another kind, which has no permissions; `invalid`: it is not valid any more
 *
 * Spec: "Authentication". Decision 0057.
 */
export function setPermissions(
  platform: PlatformDb,
  of: AppOf,
  { keyId, permissions }: { readonly keyId: string; readonly permissions: readonly string[] },
  precondition?: (key: ListedKey) => void,
): Promise<PermissionsSet> {
  return changeApp<PermissionsSet>(platform, of, async (tx) => {
    const key = await findKey(tx, of.merchantId, keyId);
    if (key.kind !== 'restricted') return { changed: [], result: 'unrestricted' };
    if (!key.valid) return { changed: [], result: 'invalid' };
    precondition?.(key);
    const before = key.permissions.toSorted();
    if (before.join() === permissions.toSorted().join()) return { changed: [], result: 'same' };
    await writePermissions(tx, of.merchantId, keyId, permissions);
    const details = { key_id: showId('key', keyId), before, after: permissions };
    return { entry: { action: 'key.set', details }, changed: ['api_keys'], result: 'set' };
  });
}
