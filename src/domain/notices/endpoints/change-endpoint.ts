import type { MerchantId } from '../../../engine/principal.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { insertChange, type LockedEndpoint, lockEndpoint } from './queries.ts';

/** Whose endpoint: an app has one. */
export type EndpointOf = { readonly merchantId: MerchantId; readonly appId: string };

/** As the profile and the event name them. */
export const settings = ['webhook_url', 'event_types', 'webhook_secret', 'webhook_paused'] as const;
export type Setting = (typeof settings)[number];

/** What a change comes to: the settings that are different now, and whatever its caller wants to know. */
export type Change<T> = { readonly changed: readonly Setting[]; readonly result: T };

/**
 * Changes the endpoint of an app, one change after the other, and notes the change in the same transaction: the app's mode tells
 * of it by `merchant.settings.updated`. Where nothing is different, nothing is noted.
 *
 * @param make writes the settings, given the endpoint as it is, under a lock
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Registered but planned". Decision 0009.
 */
export function changeEndpoint<T>(
  platform: PlatformDb,
  { merchantId, appId }: EndpointOf,
  make: (tx: PlatformDb, endpoint: LockedEndpoint) => Promise<Change<T>>,
): Promise<Change<T>> {
  return inPlatformTransaction(platform, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId, appId);
    if (!endpoint) throw new ApiError('NOT_FOUND');
    const change = await make(tx, endpoint);
    // Its id is made under the lock: of one app, ids grow as the changes follow each other.
    const noted = { changeId: newId(), appId, changed: [...change.changed] };
    if (noted.changed.length > 0) await insertChange(tx, merchantId, noted);
    return change;
  });
}
