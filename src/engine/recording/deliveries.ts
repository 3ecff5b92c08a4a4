import { deliveryTerms } from '../../../generated/event-registry.ts';
import { dashed, newId, showId } from '../../platform/ids.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Context } from '../context.ts';
import type { MerchantId } from '../principal.ts';
import { expectKnownShape } from '../shapes.ts';
import type { Destination, NewDelivery, NewEvent } from './queries.ts';

/** How often a delivery is attempted at most, the first attempt included. */
export const maxAttempts = deliveryTerms.attempts;

/**
 * The deliveries of an event, one for each URL: if several destinations have the same URL, only the first gets one. Writes
 * nothing. A destination that is not a valid URL gets a delivery too, so that the merchant finds its failure in the log.
 *
 * Spec: "Events".
 */
export function planDeliveries(
  { versions }: Pick<Context, 'versions'>,
  merchantId: MerchantId,
  destinations: readonly Destination[],
): NewDelivery[] {
  const byUrl = new Map<string, NewDelivery>();
  for (const destination of destinations) {
    const { url, origin } = addressOf(destination.url);
    if (byUrl.has(url)) continue;
    const { appId, kind } = destination;
    byUrl.set(url, {
      deliveryId: newId(),
      laneId: laneIdOf({ merchantId, appId, origin }),
      appId,
      origin,
      url,
      apiVersion: versions.inEffect(destination.apiVersion),
      kind,
    });
  }
  return [...byUrl.values()];
}

function addressOf(text: string): { url: string; origin: string } {
  const url = URL.parse(text);
  return url ? { url: url.href, origin: url.origin } : { url: text, origin: text };
}

/**
 * The id of a lane is a hash of what the lane stands for, so recording an event needs no query to find it. The ids are spread
 * evenly, which the claim needs to serve all lanes equally.
 */
function laneIdOf(lane: { merchantId: MerchantId; appId: string; origin: string }): string {
  const digits = sha256(`${lane.merchantId} ${lane.appId} ${lane.origin}`).toString('hex').slice(0, 32);
  return dashed(digits);
}

type Enveloped = Pick<NewEvent, 'eventId' | 'type' | 'createdAt' | 'dataVersion' | 'synthetic'> & {
  /** The number of the event among those of its resource. */
  readonly sequence: bigint;
};

/**
 * An event as a subscriber with the given API version receives it.
 *
 * @param data in `dataVersion`
 * @throws SERVICE_UNAVAILABLE a later release recorded the event
 *
 * Spec: "Envelope".
 */
export function envelope(
  { mode, versions }: Pick<Context, 'mode' | 'versions'>,
  event: Enveloped,
  version: string,
  data: { readonly id: string },
) {
  expectKnownShape(versions, event.dataVersion);
  return {
    id: showId('evt', event.eventId),
    object: 'event' as const,
    type: event.type,
    created: Math.floor(event.createdAt.getTime() / 1000),
    data: versions.event(event.type, data, { from: event.dataVersion, to: version }),
    api_version: version,
    livemode: mode === 'live',
    resource_id: data.id,
    sequence: Number(event.sequence),
    ...(event.synthetic && { synthetic: true }),
  };
}
