import type { MerchantId } from '../../../engine/principal.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { insertChange, type LockedEndpoint, lockEndpoint } from './queries.ts';

/** Names an endpoint: each app has one. */
export type EndpointOf = {
  readonly merchantId: MerchantId;
  readonly appId: string;
  /** Notes who made the change, in its transaction, if it changes anything. */
  readonly remember?: (tx: PlatformDb, changed: readonly Setting[]) => Promise<void>;
};

/** The names that the profile and the event use. */
export const settings = [
  'webhook_url',
  'event_types',
  'webhook_secret',
  'webhook_paused',
  'features',
  'rate_limit',
  'api_version',
  'api_keys',
] as const;
export type Setting = (typeof settings)[number];

/** The names of the settings that have changed, and a result for the caller. */
export type Change<T> = { readonly changed: readonly Setting[]; readonly result: T };

/**
 * Changes the endpoint of an app, or other settings of the app, under a lock, and stores a note of the change in the same
 * transaction. `recordSettingsChanges` later records the event `merchant.settings.updated` from that note. If nothing has changed,
 * there is no note and no event.
 *
 * @param apply writes the settings; it is given the endpoint as it was
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Registered but planned". Decision 0009.
 */
export function changeEndpoint<T>(
  platform: PlatformDb,
  { merchantId, appId, remember }: EndpointOf,
  apply: (tx: PlatformDb, endpoint: LockedEndpoint) => Promise<Change<T>>,
): Promise<Change<T>> {
  return inPlatformTransaction(platform, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId, appId);
    if (!endpoint) throw new ApiError('NOT_FOUND');
    const change = await apply(tx, endpoint);
    // The id is made under the lock, so the ids of an app's changes are in the order of the changes.
    const noted = { changeId: newId(), appId, changed: [...change.changed] };
    if (noted.changed.length === 0) return change;
    await insertChange(tx, merchantId, noted);
    await remember?.(tx, change.changed);
    return change;
  });
}
