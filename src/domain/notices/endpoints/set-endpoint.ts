import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { changeEndpoint, type EndpointOf, type Setting } from './change-endpoint.ts';
import { subscribedEventTypes } from './event-types.ts';
import { type LockedEndpoint, writeSettings } from './queries.ts';

export type WantedEndpoint = {
  /** Null: the app receives nothing at its endpoint. */
  readonly url?: string | null;
  /** Names of events, or `*`. Empty: only the notification URLs of checkouts receive events. */
  readonly eventTypes?: readonly string[];
};

/**
 * Sets the URL of an app's endpoint, its event types, or both; what is absent stays. It applies to events that are committed after
 * it. Deliveries that exist already keep their URL.
 *
 * @param precondition throws if the endpoint, which is locked, is not as its caller decided on
 * @returns the settings that are different now
 * @throws ADDRESS_NOT_ALLOWED the URL leads to an address that this installation may not reach
 * @throws UnknownEventTypes   a name is not in the registry
 * @throws NOT_FOUND           the merchant has no such app
 *
 * Spec: "Events", "Delivery and retry".
 */
export async function setEndpoint(
  ctx: Pick<Context, 'platform' | 'egress'>,
  of: EndpointOf,
  wanted: WantedEndpoint,
  precondition?: (endpoint: LockedEndpoint) => void,
): Promise<readonly Setting[]> {
  const { url } = wanted;
  if (typeof url === 'string' && ctx.egress.judge(url) === 'refused')
    throw new ApiError('ADDRESS_NOT_ALLOWED');
  const eventTypes = wanted.eventTypes && subscribedEventTypes(wanted.eventTypes);
  const { changed } = await changeEndpoint(ctx.platform, of, async (tx, endpoint) => {
    precondition?.(endpoint);
    const newUrl = url !== undefined && url !== endpoint.url;
    const newTypes = eventTypes !== undefined && !areSame(eventTypes, endpoint.event_types);
    const settings = { ...(newUrl && { url }), ...(newTypes && { event_types: eventTypes }) };
    if (newUrl || newTypes) await writeSettings(tx, of.merchantId, of.appId, settings);
    const names: Setting[] = [
      ...(newUrl ? ['webhook_url' as const] : []),
      ...(newTypes ? ['event_types' as const] : []),
    ];
    return { changed: names, result: undefined };
  });
  return changed;
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join() === other.toSorted().join();
}
